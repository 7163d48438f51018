/** Point 7: what a call answers, and what happens otherwise. */
import { type Expression, fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityCalled } from "../resolve/names.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { isNotShown, slice } from "../text/split.ts";
import { leaving } from "./leaving-keys.ts";

/** ``status 201, `{ … }` ``, the status or the content alone. */
export function readAnswers(ctx: PointCompiler, words: TextSpan, use: Use): { readonly status: number; readonly body: Expression | null } {
  const status = /^(?:status\s+)?(\d{3})(?=$|[\s,;:])[\s,;:]*(?:with\s+)?/i.exec(words.text);
  const rest = status ? slice(words, status[0].length) : words;
  if (status && !/^[2345]/.test(status[1]!)) ctx.report("unreadable-value", words.span, `${status[1]} is not the status of a final answer: these are numbers from 200 to 599.`);
  if (reportList(ctx, rest)) return { status: Number(status?.[1] ?? 200), body: null };
  const empty = rest.text === "" || /^(nothing|none)$/i.test(rest.text);
  return { status: Number(status?.[1] ?? (empty ? 204 : 200)), body: empty ? null : leaving(ctx.expression(rest, use)) };
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
  const first = /^`?([A-Z][A-Z0-9_]*)`?(?=$|\s*[;,])\s*[;,]?\s*/.exec(words.text);
  if (!first) return { code: null, then: compileStatements(ctx, words, scene) };
  const code = ctx.markCodeUsed(first[1]!, slice(words, 0, first[1]!.length).span);
  const rest = slice(words, first[0].length);
  return { code, then: rest.text === "" ? [] : compileStatements(ctx, rest, scene) };
}
