/** Backticks around parts of an expression, as in ``the greater of 0 and `hours due - hours worked` ``: parentheses that the author has drawn. */
import { isCode, type TextSpan } from "@nonet/notation";

/** The ways to read the words without their backticks, all of the same length; none if they have no such parts. */
export function withoutBackticks(words: TextSpan): readonly TextSpan[] {
  if (isCode(words) || !words.text.includes("`") || /"[^"]*`[^"]*"/.test(words.text) || (words.text.match(/`/g)!.length & 1) === 1) return [];
  const written = (open: string, close: string): TextSpan => ({ ...words, text: words.text.replace(/`([^`]*)`/g, (_, inner: string) => `${open}${inner}${close}`) });
  return [written("(", ")"), written(" ", " ")];
}
