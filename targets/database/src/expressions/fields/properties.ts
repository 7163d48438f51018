/** Compiles the properties of dates, times and durations: `d.year`, `t.hour`, `(b - a).days`. */
import type { Type } from "@nonet/feel";
import { local, type Scope, unsupported, zone } from "../../scope/scope.ts";

const parts: Readonly<Record<string, string>> = { year: "year", month: "month", day: "day", weekday: "isodow", hour: "hour", minute: "minute" };

/** A property of a date, a time or a duration. */
export function property(s: Scope, sql: string, type: Type, name: string): string {
  if (type.kind === "years and months duration") return name === "years" ? `extract(year from ${sql})::numeric` : `extract(month from ${sql})::numeric`;
  if (type.kind === "days and time duration") {
    const seconds = `extract(epoch from ${sql})`;
    switch (name) {
      case "days":
        return `div(${seconds}, 86400)`;
      case "hours":
        return `div(mod(${seconds}, 86400), 3600)`;
      case "minutes":
        return `div(mod(${seconds}, 3600), 60)`;
      default:
        return `trunc(mod(${seconds}, 60))`;
    }
  }
  const at = type.kind === "date and time" && type.zoned ? local(s, sql) : `(${sql})`;
  if (name === "date") return `${at}::date`;
  if (name === "time") return `${at}::time`;
  if (name === "second") return `trunc(extract(second from ${at}))`;
  if (name === "timezone") return type.kind === "date and time" && type.zoned ? `case when ${sql} is not null then ${zone(s)} end` : "null::text";
  if (name === "time offset") return type.kind === "date and time" && type.zoned ? `(${at} - (${sql} at time zone 'UTC'))` : "null::interval";
  const part = parts[name];
  return part ? `extract(${part} from ${at})` : unsupported(`the property ${name}`);
}
