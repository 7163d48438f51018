/** Remembers what was checked of late, so that a text that comes again and again (a filter in a request) is read once. */
import type { Where } from "../syntax/reader.ts";
import type { Scope } from "../types/scope.ts";
import { check, type Checked, type CheckOptions } from "./check.ts";

/** A `check` for one scope, which must not change; the `most` texts used last are kept. */
export function checkerFor(scope: Scope, most = 500): (text: string, options?: CheckOptions) => Checked {
  const known = new Map<string, Checked>();
  const start: Where = { file: 0, from: 0 };
  return (text, options = {}) => {
    const key = `${options.dynamic === true ? "d" : "s"}${options.expect ? JSON.stringify(options.expect) : ""}\n${text}`;
    const found = known.get(key) ?? check(text, start, scope, options);
    known.delete(key);
    known.set(key, found);
    if (known.size > most) known.delete(known.keys().next().value!);
    return found;
  };
}
