/** Caches checked expressions, so that a text that is used repeatedly (such as a filter in requests) is checked only once. */
import type { TextLocation } from "../syntax/reader.ts";
import type { Scope } from "../types/scope.ts";
import { check, type Checked, type CheckOptions } from "./check.ts";

/** A `check` for one scope, which must not change. The results of the `maxTexts` texts used last are cached. */
export function checkerFor(scope: Scope, maxTexts = 500): (text: string, options?: CheckOptions) => Checked {
  const cache = new Map<string, Checked>();
  const start: TextLocation = { file: 0, from: 0 };
  return (text, options = {}) => {
    const key = `${options.dynamic === true ? "d" : "s"}${options.expect ? JSON.stringify(options.expect) : ""}\n${text}`;
    const checked = cache.get(key) ?? check(text, start, scope, options);
    cache.delete(key);
    cache.set(key, checked);
    if (cache.size > maxTexts) cache.delete(cache.keys().next().value!);
    return checked;
  };
}
