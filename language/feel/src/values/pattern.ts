import { regexOf } from "../builtins/string.ts";

/** The pattern that `matches`, `replace` and `split` use; null for a text that is none. */
export function patternOf(pattern: string, flags: string): RegExp | null {
  return regexOf(pattern, flags, "");
}
