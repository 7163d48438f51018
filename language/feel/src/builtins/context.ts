/** Context functions (DMN 1.5, section 10.3.4.9). */
import { property } from "../values/property.ts";
import { asList, type ContextValue, isContext, isList, kindOf, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

export const contextFunctions: Readonly<Record<string, Builtin>> = {
  "get value": ([context = null, key = null], run) => {
    const from = single(context);
    const name = single(key);
    if (typeof name !== "string") return null;
    if (kindOf(from) === "record") return property(from, name, run);
    return isContext(from) ? (from.get(name) ?? null) : null;
  },
  "get entries": ([context = null]) => {
    const from = single(context);
    return isContext(from)
      ? [...from].map(
          ([key, value]) =>
            new Map<string, Value>([
              ["key", key],
              ["value", value],
            ]),
        )
      : null;
  },
  "context put": ([context = null, key = null, value = null]) => {
    const from = single(context);
    if (!isContext(from)) return null;
    if (typeof key === "string") return new Map(from).set(key, value);
    return isList(key) ? putDeep(from, key, value) : null;
  },
  "context merge": ([contexts = null]) => {
    const list = asList(contexts);
    if (!list?.every(isContext)) return null;
    return new Map(list.flatMap((each) => [...each]));
  },
  context: ([entries = null]) => {
    const list = asList(entries);
    return list && fromEntries(list);
  },
};

function putDeep(context: ContextValue, keys: readonly Value[], value: Value): ContextValue | null {
  const [key, ...rest] = keys;
  if (typeof key !== "string") return null;
  if (rest.length === 0) return new Map(context).set(key, value);
  const inner = context.get(key);
  const changed = isContext(inner) ? putDeep(inner, rest, value) : null;
  return changed && new Map(context).set(key, changed);
}

/** A context from entries `{key, value}`; null if a key occurs twice or isn't a text. */
function fromEntries(list: readonly Value[]): ContextValue | null {
  const result = new Map<string, Value>();
  for (const entry of list) {
    const key = isContext(entry) ? entry.get("key") : undefined;
    if (!isContext(entry) || typeof key !== "string" || !entry.has("value") || result.has(key)) return null;
    result.set(key, entry.get("value")!);
  }
  return result;
}
