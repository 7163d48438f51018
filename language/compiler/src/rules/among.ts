/** The condition of `among`: people also write it as the records that it selects, `among Booking[state = "open"]`. */
import { fold } from "@nonet/feel";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { slice } from "../text/split.ts";

/** `Booking[C]` and `Bookings where C`, for the rule's own entity, as C. */
export function conditionAmong(ctx: PointCompiler, words: TextSpan, entity: string | undefined): TextSpan {
  const draft = ctx.drafts.get(fold(entity ?? ""));
  const text = codeOf(words);
  const found = /^((?:(?:all|the|those)\s+)*)([^[\]`=<>]+?)(\s*\[\s*|\s+(?:where|whose|that|which)\s+)(?=\S)/i.exec(text.text);
  if (!draft || !found || ![draft.name, draft.plural].some((name) => fold(name) === fold(found[2]!))) return words;
  const isFilter = found[3]!.includes("[");
  if (!isFilter) return slice(text, found[0].length);
  return closesAtEnd(text.text, found[0].length) ? slice(text, found[0].length, text.text.length - 1) : words;
}

/** Whether the bracket that opens before the offset closes at the end of the text. */
function closesAtEnd(text: string, from: number): boolean {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') for (at++; at < text.length && text[at] !== '"';) at++;
    else if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return at === text.length - 1;
  }
  return false;
}
