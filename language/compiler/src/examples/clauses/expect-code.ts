/** Reports a code that point 8 doesn't list. */
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { mistake, type Story } from "../scope/example-scope.ts";

export function expectCode(story: Story, words: TextSpan): boolean {
  const match = /^(?:.*\b(?:with|by|is)\s+)?`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`?(?:\s+(?:at|on|for)\s+.+)?$/.exec(words.text);
  if (!match || match[1]!.length < 2 || (/["“]/.test(words.text) && !/\swarn(?:ed|ing)\s/i.test(words.text))) return false;
  const text = match[1]!;
  if (story.codes.includes(text)) return false;
  const near = nearest(text, story.codes);
  const at = { text, span: { ...words.span, from: words.span.from + words.text.indexOf(text) } };
  mistake(story, "unlisted-code", { ...at.span, to: at.span.from + text.length }, `Point 8 has no code ${text}.${near === undefined ? "" : ` Did you mean "${near}"?`}`);
  return true;
}
