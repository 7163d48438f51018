/** `contains(text, part)`, so that an index on the trigrams of a field can serve it. */
import type { Expression } from "@nonet/feel";
import { compileAs } from "../../scope/coerce.ts";
import type { Scope } from "../../scope/scope.ts";
import { text } from "../../scope/type-kinds.ts";
import { patternOf } from "../../sql/like-pattern.ts";

/** A pattern that follows from the test is tested with it: only patterns are looked up in such an index. */
export function containing(s: Scope, whole: Expression, part: Expression): string {
  const test = `strpos(${compileAs(s, whole, text)}, ${compileAs(s, part, text)}) > 0`;
  const sought = part.kind === "literal" && typeof part.value === "string" ? part.value : "";
  const isLowered = whole.kind === "call" && whole.function === "lower case";
  const field = isLowered ? whole.arguments[0]! : whole;
  // Fewer than three characters aren't in the index. Only the letters of ASCII are lowered in the same way by every locale but Turkish.
  if (sought.length < 3 || field.kind !== "path" || field.type.kind !== "string" || (isLowered && !/^[ -~]*$/.test(sought))) return `(${test})`;
  const like = `${compileAs(s, field, text)} ${isLowered ? "ilike" : "like"} ${s.params.bind(patternOf(sought), "text")}`;
  return `(${isLowered ? `(lower('I') <> 'i' or ${like})` : like} and ${test})`;
}
