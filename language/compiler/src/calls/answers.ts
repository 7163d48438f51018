/** Point 7: what a call answers, and what happens otherwise. */
import { type Expression, fold } from "@nonet/feel";
import { answerForms } from "@nonet/forms";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityCalled } from "../resolve/names.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { tryForm } from "../text/form-line.ts";
import { isNotShown, slice } from "../text/split.ts";
import { leaving } from "./leaving-keys.ts";

const tests = {
  status: (text: string) => /^[`(]?\d{3}[`)]?$/.test(text),
  content: (text: string) => !/^(?:[,;:–—-]|(?:with|and|the|body|created|ok|accepted|found)\s)/i.test(text),
};

/** ``201 `{ … }` ``, the status or the content alone. */
export function readAnswers(ctx: PointCompiler, words: TextSpan, use: Use): { readonly status: number; readonly body: Expression | null } {
  const line = tryForm(answerForms, words, tests);
  const content = line?.slots["content"] ?? (line ? null : words);
  const status = line?.slots["status"]?.text.replace(/\D/g, "");
  if (status && !/^[2345]/.test(status)) ctx.report("unreadable-value", words.span, `${status} is not the status of a final answer: these are numbers from 200 to 599.`);
  if (content && reportList(ctx, content)) return { status: Number(status ?? 200), body: null };
  return { status: Number(status ?? (content ? 200 : 204)), body: content ? leaving(ctx.expression(content, use)) : null };
}

/** `list of Room with name, seats`: a list of contexts is an expression. */
function reportList(ctx: PointCompiler, words: TextSpan): boolean {
  const found = /^(?:an?\s+|the\s+)?list\s+of\s+(?:all\s+)?(.+?)(?:\s+where\s+`?(.+?)`?)?(?:\s+(?:with|showing)\s+(.+))?$/is.exec(words.text);
  const draft = found && entityCalled(ctx.drafts, found[1]!.trim());
  if (!found || !draft) return false;
  const names = found[3]?.split(/\s*(?:,|\band\b)\s*/).filter(Boolean) ?? [...draft.fields.values()].map(({ name }) => name);
  const one = fold(draft.name).replace(/ /g, " ");
  const records = `${draft.name}${found[2] ? `[${found[2]}]` : ""}`;
  const form = `for each in ${records} return { ${names.map((name) => `${name}: each.${name}`).join(", ")} }`;
  ctx.report("unreadable-value", words.span, `"${words.text}" isn't a value that can be answered. An answer is a status and an expression.`, {
    hint: `Write \`for ${one} in ${records} return { … }\`.`,
    fixes: [{ title: `Write \`${form}\``, edits: [{ span: words.span, text: `\`${form}\`` }] }],
  });
  return true;
}

/** A code, statements, or both: `PAYMENT_FAILED; set charge = null`. */
export function readOtherwise(ctx: PointCompiler, words: TextSpan | undefined, scene: StatementScope): { code: string | null; then: readonly Statement[] } {
  if (!words) return { code: null, then: [] };
  if (isNotShown(words)) {
    ctx.notShown(`Otherwise of ${scene.what}`, words.span);
    return { code: null, then: [] };
  }
  const first = /^`?([A-Z][A-Z0-9_]*)`?(?=$|\s*[;,]|\.$)\s*[;,.]?\s*/.exec(words.text);
  if (!first) return { code: null, then: compileStatements(ctx, words, scene) };
  const code = ctx.markCodeUsed(first[1]!, slice(words, 0, first[1]!.length).span);
  const rest = slice(words, first[0].length);
  return { code, then: rest.text === "" ? [] : compileStatements(ctx, rest, scene) };
}
