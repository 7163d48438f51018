/** Point 8: the error catalogue. */
import { fold, type Type } from "@nonet/feel";
import { builtInErrorCodes, type ErrorEntry, type Template } from "@nonet/model";
import { codeOf, isNone, isNotShown, type Table, type TextSpan } from "@nonet/notation";
import type { Context, Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { withoutDoubledUnit } from "../expressions/doubled-unit.ts";
import { isEntryLine } from "../misplaced/unread-statements.ts";
import { checkColumns } from "../resolve/columns.ts";
import { noteNotShown } from "../resolve/report-nearest.ts";
import { errorBlocks, errorColumns, errorColumnsOf, errorsIn, isEntry, type RawError } from "../syntax/error-rows.ts";
import { translationsOf } from "../syntax/translation-table.ts";
import { askedOf, isAskedIn } from "./asked-in-messages.ts";
import { entitiesRefusedWith, openEntity } from "./entities-of-code.ts";

export function compileErrors(context: PointCompiler): ErrorEntry[] {
  for (const block of errorBlocks(context.tree)) if (block.kind === "table") checkTable(context, block);
  for (const block of errorBlocks(context.tree))
    if (block.kind === "bullet" && !isEntry(block) && !block.label && isEntryLine(block.words))
      context.report("unreadable-line", block.words.span, "This looks like an entry but has no colon.", { hint: "Write `- CODE: 409, message`." });
  const seen = new Set<string>();
  const raws = errorsIn(context.tree).filter((raw) => isNew(context, raw, seen));
  const about = new Map(raws.map((raw) => [raw, raw.message?.text.includes("{") ? entitiesRefusedWith(context, codeIn(raw).code.text) : []]));
  const depends = (raw: RawError): readonly unknown[] => [
    raw.status,
    raw.message,
    raw.when,
    raw.help,
    ...about.get(raw)!,
    ...about.get(raw)!.map((entity) => JSON.stringify(askedOf(context, entity).map(({ name, type }) => [name, type]))),
    ...translationsOf(context.tree, raw.message?.text ?? ""),
  ];
  return [...context.each("error", raws, { of: (raw) => raw.code, depends }, (raw) => compileEntry(context, raw, about.get(raw)!))];
}

function checkTable(context: Context, table: Table): void {
  checkColumns(context, table, errorColumnsOf(table), errorColumns, ["Code", "Status", "Message"]);
}

/** Whether the code is new; duplicates are reported. */
function isNew(context: Context, raw: RawError, seen: Set<string>): boolean {
  const { code, isCode } = codeIn(raw);
  if (code.text === "") return missing(context, raw, "Code");
  context.markEnforced(raw.span);
  // Only the product's own codes may contain hyphens.
  if (!isCode || (/[.-]/.test(code.text) && !builtInErrorCodes.some((one) => fold(one) === fold(code.text)))) {
    const text =
      code.text
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, "_")
        .replace(/^[\d_]+|_+$/g, "") || "CODE";
    context.report("bad-code", code.span, `"${code.text}" is not a valid code.`, { fixes: [{ title: `Write "${text}"`, edits: [{ span: code.span, text }] }] });
    return false;
  }
  const key = fold(code.text);
  if (seen.has(key)) {
    context.report("duplicate-code", code.span, `The code ${code.text} appears twice.`);
    return false;
  }
  seen.add(key);
  return true;
}

/** `entities`: the entities whose rules and actions raise the code. */
function compileEntry(context: PointCompiler, raw: RawError, entities: readonly string[]): ErrorEntry {
  const { code } = codeIn(raw);
  return {
    code: code.text,
    status: statusOf(context, code.text, raw),
    message: messageOf(context, code.text, raw.message, raw, entities),
    ...translatedMessage(context, code.text, raw, entities),
    when: plainCell(context, `When of ${code.text}`, raw.when),
    help: plainCell(context, `Help of ${code.text}`, raw.help),
    source: raw.span,
  };
}

interface Code {
  readonly code: TextSpan;
  readonly isCode: boolean;
}

/** Cached by cell. */
const codes = new WeakMap<TextSpan, Code>();

function codeIn(raw: RawError): Code {
  const known = codes.get(raw.code);
  if (known) return known;
  const code = codeOf(raw.code);
  const made = { code, isCode: /^[A-Za-z][A-Za-z0-9_.-]*$/.test(code.text) };
  codes.set(raw.code, made);
  return made;
}

function missing(context: Context, raw: RawError, column: string): false {
  context.report("missing-cell", raw.span, `The entry has no ${column}.`);
  return false;
}

/** Uses 422 if the status is missing, invalid or not shown; that is reported separately. */
function statusOf(context: Context, code: string, raw: RawError): number {
  const { status } = raw;
  if (!status) return 422;
  if (isNotShown(status)) noteNotShown(context, `Status of ${code}`, status);
  else if (status.text === "") missing(context, raw, "Status");
  const number = /^`?(?:HTTP\s+)?([245]\d\d)\b`?(?:\s+[\p{L} ]+)?$/iu.exec(status.text)?.[1];
  if (number) return Number(number);
  if (!isNotShown(status) && status.text !== "")
    context.report(
      "bad-status",
      status.span,
      `"${status.text}" is not the status of an error: these are numbers from 400 to 599, or from 200 to 299 for a code that only calls raise.`,
    );
  return 422;
}

/** Compiled for each entity that raises the code, so that it is valid for all of them. */
function messageOf(context: PointCompiler, code: string, message: TextSpan | null, raw: RawError, entities: readonly string[]): Template {
  if (!message) return [];
  if (message.text === "") {
    missing(context, raw, "Message");
    return [];
  }
  const what = `Message of ${code}`;
  if (isNotShown(message)) {
    noteNotShown(context, what, message);
    return [];
  }
  const any = { kind: "any" as const };
  const taken: Record<string, Type> = readsAsked(message) ? { asked: any } : {};
  const sent: Record<string, Type> = /\{[^}]*\bbody\s*\./.test(message.text) ? { body: any } : {};
  // A record's own field `body` isn't what a call takes.
  const hasBody = (self: string | undefined): boolean => self !== undefined && context.tryExpression({ text: "this.body", span: message.span }, { what, self }) !== null;
  const variablesFor = (self: string | undefined): Pick<Use, "variables" | "asked"> => {
    const asked = self !== undefined ? askedOf(context, self) : [];
    const isAsked = self !== undefined && isAskedIn(context, message, { what, self, asked });
    return { variables: { ...(isAsked ? {} : taken), ...(hasBody(self) ? {} : sent) }, ...(isAsked ? { asked } : {}) };
  };
  const known = entities.filter((entity) => entity !== openEntity);
  // If nothing raises the code yet, the entity is not known.
  if (known.length === 0 && entities.length > 0) return [message.text];
  const templates = (known.length === 0 ? [undefined] : known).map((self) => withoutDoubledUnit(context.template(message, { what, self, ...variablesFor(self) })));
  return templates[0]!;
}

const readsAsked = (message: TextSpan | null): boolean => message !== null && /\{[^}]*\basked\b/.test(message.text);

/** The message in the languages of the table Translations, each with the same record, input and constants at hand. */
function translatedMessage(context: PointCompiler, code: string, raw: RawError, entities: readonly string[]): Pick<ErrorEntry, "messages"> {
  const cells = translationsOf(context.tree, raw.message?.text ?? "").filter(({ language, translation }) => language !== undefined && !isNotShown(translation));
  if (raw.message?.text === "" || cells.length === 0) return {};
  return { messages: Object.fromEntries(cells.map(({ language, translation }) => [language!, messageOf(context, code, translation, raw, entities)])) };
}

function plainCell(context: Context, what: string, words: TextSpan | null): string | null {
  if (!words || words.text === "" || isNone(words)) return null;
  if (!isNotShown(words)) return words.text;
  noteNotShown(context, what, words);
  return null;
}
