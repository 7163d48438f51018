/** What a rule answers, from its Otherwise cell: `CODE`, `warn CODE`, `CODE at FIELD`. */
import { fold } from "@nonet/feel";
import { refusalForms, type SlotTests } from "@nonet/forms";
import type { Field } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { fieldName } from "../resolve/names.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { bare, isNotShown, slice } from "../text/split.ts";

export interface Refusal {
  readonly code: string;
  readonly warns: boolean;
  /** The field at which it is shown, of the record or of an action's input. */
  readonly field: string | null;
}

const isCode = (text: string): boolean => /^`?[A-Za-z][A-Za-z0-9_]*`?$/.test(text);

/** A change that breaks a rule with an open error is refused with NOT_SHOWN. `asked`: the fields that the rule's actions ask for. */
export function readRefusal(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, { asked, rule }: { readonly asked: readonly Field[]; readonly rule: string }): Refusal | null {
  if (isNotShown(words)) return { code: "NOT_SHOWN", warns: false, field: null };
  if (words.text === "") {
    ctx.report("unreadable-value", words.span, "The row has no error.", { hint: "Write a code of point 8: `CODE`, `warn CODE` or `CODE at FIELD`." });
    return null;
  }
  const nameOf = (name: string): string | null => (fold(name) === "state" && draft.states.length > 0 ? "state" : (draft.fields.get(fold(name))?.name ?? inputNamed(asked, name)));
  const tests: SlotTests = { code: isCode, field: (text) => nameOf(bareText(text)) !== null };
  const line = tryForm(refusalForms, words, tests);
  if (!line) {
    reportUnread(ctx, draft, words, rule);
    return null;
  }
  const { field } = line.slots;
  return { code: codeIn(ctx, line.slots["code"]!), warns: line.name === "warn", field: field ? nameOf(bareText(field.text)) : null };
}

/** Reports the field that isn't there, or the whole cell. The code counts as used either way. */
function reportUnread(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, rule: string): void {
  if (reportMessage(ctx, words, rule)) return;
  const at = /\s(?:at|on)\s+(?:the\s+)?(?:field\s+)?/i.exec(words.text);
  const before = at ? slice(words, 0, at.index) : words;
  if (at && tryForm(refusalForms, before, { code: isCode })) {
    markCode(ctx, before);
    fieldName(ctx, draft, slice(words, at.index + at[0].length));
  } else ctx.report("unreadable-value", words.span, `"${words.text}" is not \`CODE\`, \`warn CODE\` or \`CODE at FIELD\`.`);
}

/** `warn "It ends before it starts."`: the message belongs to a code of point 8. */
function reportMessage(ctx: PointCompiler, words: TextSpan, rule: string): boolean {
  const found = /^(.*?)(["“])(.+)["”](.*)$/s.exec(words.text);
  if (!found || /[A-Z]{2,}/.test(found[1]!)) return false;
  const name = rule
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[_\d]+|_+$/g, "");
  const form = `${/warn|confirm/i.test(found[1]!) ? "warn " : ""}${name}${found[4]!}`;
  const adds = ctx.declared.codes.has(fold(name)) ? [] : [{ kind: "code" as const, code: name, message: found[3]!.replaceAll("|", "\\|") }];
  ctx.report("unreadable-value", words.span, `The message of a refusal is written in point 8, with its code.`, {
    hint: "Write a code here: `CODE`, `warn CODE` or `CODE at FIELD`.",
    fixes: name === "" ? [] : [{ title: `Write ${form}${adds.length > 0 ? ", and add it to point 8" : ""}`, edits: [{ span: words.span, text: form }], adds }],
  });
  return true;
}

/** The code in the catalogue's spelling. */
const codeIn = (ctx: PointCompiler, words: TextSpan): string => ctx.markCodeUsed(code(words).text, code(words).span);

function markCode(ctx: PointCompiler, words: TextSpan): void {
  const match = /`?([A-Z][A-Z0-9_]+)`?/.exec(words.text);
  if (match) codeIn(ctx, slice(words, match.index, match.index + match[0].length));
}

/** Marks the code of a row whose other cells aren't shown. */
export function markRefusal(ctx: PointCompiler, words: TextSpan): void {
  if (isNotShown(words)) return;
  const found = tryForm(refusalForms, words, { code: isCode })?.slots["code"];
  if (found) codeIn(ctx, found);
}

const inputNamed = (asked: readonly Field[], name: string): string | null => asked.find((field) => fold(field.name) === fold(name.replace(/^asked\s*\.\s*/i, "")))?.name ?? null;
const bareText = (text: string): string => bare({ text, span: { file: 0, from: 0, to: text.length } }).text;
