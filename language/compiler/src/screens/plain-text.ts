/** Texts of screens that are shown as they are written: a value in braces can't stand in them. */
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { slice } from "../text/split.ts";

export function plainText(context: Context, words: TextSpan, what: string): string {
  const match = /\{[^{}]+\}/.exec(words.text);
  if (match)
    context.report(
      "value-in-plain-text",
      slice(words, match.index, match.index + match[0].length).span,
      `${what} is shown as it is written, so ${match[0]} would stand in it as it is.`,
      {
        hint: "Write it without the value, or show the value as a `Number` of a dashboard.",
      },
    );
  return words.text;
}
