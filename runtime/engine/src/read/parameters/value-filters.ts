/** Filters with a word after their path: `state.in=out,requested`, `dueDate.empty=true`, `dueDate.within=this week`, `name.contains=lamp`. */
import type { Bound, ListOptions } from "@nonet/database";
import { isKeptDate } from "../../input/parse-value.ts";
import { problem } from "../../refusals/refusal.ts";
import { equalityFilter } from "./equality-filters.ts";
import type { ListContext } from "./list-context.ts";
import { readablePath } from "./readable-path.ts";
import { relativeDates, relativeDatesExpected } from "./relative-dates.ts";
import { say } from "@nonet/texts";

export type ValueFilter = Partial<Pick<ListOptions, "equals" | "oneOf" | "present" | "bounds" | "containing">>;

const maxValues = 100;
const maxText = 200;

export const isRelative = (key: string): boolean => key.endsWith(".within");

/** The filter that a key names, or null if it names none. */
export function valueFilter(context: ListContext, key: string, value: string): ValueFilter | null {
  const [, pathKey, word] = /^(.+)\.(in|empty|within|contains)$/.exec(key) ?? [];
  const path = pathKey === undefined ? undefined : readablePath(context.product, context.reader, context.entity, pathKey);
  if (!path) return null;
  const wrong = (expected: string): ValueFilter => {
    context.errors.push(problem("malformed", say("key-should-be", { key, expected: expected }), { field: key }));
    return {};
  };
  switch (word) {
    case "in": {
      const values = listedValues(value);
      if (values === null || values.length === 0 || values.length > maxValues)
        return wrong(`1 to ${maxValues} values separated by commas. Put a value that contains a comma in quotation marks.`);
      return { oneOf: [{ path, values: values.flatMap((one) => equalityFilter(context, key, path, one).map((filter) => filter.value)) }] };
    }
    case "empty":
      if (value !== "true" && value !== "false") return wrong(say("true-or-false"));
      return value === "true" ? { equals: [{ path, value: "" }] } : { present: [path] };
    case "within": {
      const isDay = path.type.kind === "date and time";
      if (!isDay && path.type.kind !== "date") return null;
      const range = relativeDates(value, context.today);
      if (range === null) return wrong(relativeDatesExpected);
      const bound = (side: Bound["side"]): readonly Bound[] => (range[side] === null || !isKeptDate(range[side]) ? [] : [{ path, side, value: range[side], isDay }]);
      return { bounds: [...bound("from"), ...bound("to")] };
    }
    default:
      if (path.type.kind === "list") return null;
      return value.trim() === "" || value.length > maxText ? wrong(`1 to ${maxText} characters.`) : { containing: [{ text: value, paths: [path] }] };
  }
}

/** Values separated by commas; null where quotation marks aren't closed. */
function listedValues(text: string): string[] | null {
  const values: string[] = [];
  const next = /\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/y;
  for (let end = ","; end === ",";) {
    const found = next.exec(text);
    if (!found) return null;
    values.push(found[1]?.replaceAll('""', '"') ?? found[2]!.trim());
    end = found[3]!;
  }
  return values;
}
