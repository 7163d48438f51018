/** Range filters of a list (`dueDate.from=2026-03-01&dueDate.to=2026-03-31`): both bounds are inclusive. */
import type { Bound } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { isKeptDate } from "../../input/parse-value.ts";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { readablePath } from "./readable-path.ts";
import { say } from "@nonet/texts";

/** The bound that a key names, or null if it names none: only values with an order have bounds. */
export function rangeFilter(context: ListContext, key: string, value: string): readonly Bound[] | null {
  const [, pathKey, side] = /^(.+)\.(from|to)$/.exec(key) ?? [];
  const path = pathKey === undefined ? undefined : readablePath(context.product, context.reader, context.entity, pathKey);
  const form = path && formOf(path);
  if (!path || !form) return null;
  if (form.accepts(value)) return [{ path, side: side as Bound["side"], value, isDay: path.type.kind === "date and time" && isKeptDate(value) }];
  context.errors.push(problem("malformed", say("key-should-be", { key, expected: form.expected }), { field: key }));
  return [];
}

interface Form {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

/** A date and time may be compared with a date: the bound then includes the whole day. */
function formOf({ type }: Expression): Form | null {
  switch (type.kind) {
    case "number":
      return { accepts: (value) => /^-?\d{1,30}(\.\d{1,30})?$/.test(value), expected: say("a-number-such-as-12-50") };
    case "date":
      return { accepts: isKeptDate, expected: say("a-date-such-as-2026-03-01") };
    case "time":
      return { accepts: (value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value), expected: say("a-time-such-as-08-30") };
    case "date and time":
      return { accepts: (value) => isKeptDate(value) || isInstant(value), expected: say("a-date-such-as-2026-03-01-2") };
    default:
      return null;
  }
}

const isInstant = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) && isKeptDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
