import { fold } from "@nonet/feel";
import { labelled, type TextSpan } from "@nonet/notation";
import { forms, isField, unknown } from "../misplaced/misplaced-lines.ts";

/** A bullet of point 6 that is a statement of another point, and no role. */
export function isNoRole(words: TextSpan): boolean {
  const parts = words.text.includes(":") ? labelled(words) : null;
  if (!parts || parts.value.text === "") return false;
  const key = fold(parts.label.text);
  return forms.some(({ label, fits, isNoRole: never }) => never && label.test(key) && fits(parts.value, unknown)) || isField(words, unknown);
}
