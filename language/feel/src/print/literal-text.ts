/** Writes a literal as a document writes it: `"out"`, `12.50 EUR`, `5%`, `2026-03-01`, `14 days`. */
import type { Expression } from "../types/expression.ts";
import { Decimal } from "../values/value.ts";

export function literalText({ value, type }: Expression & { kind: "literal" }): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  switch (type.kind) {
    case "number":
      if (type.unit === "%") return `${new Decimal(value).times(100).toFixed()}%`;
      return type.unit === undefined ? value : `${value} ${type.unit}`;
    case "date":
    case "time":
      return value;
    case "years and months duration":
    case "days and time duration":
      return durationText(value, type.kind === "days and time duration" ? type.working : undefined) ?? `duration(${JSON.stringify(value)})`;
    case "date and time":
      return `date and time(${JSON.stringify(value)})`;
    default:
      return JSON.stringify(value);
  }
}

const units: Readonly<Record<string, string>> = { Y: "year", M: "month", D: "day", TH: "hour", TM: "minute", TS: "second" };

/** `P14D` as `14 days`; undefined for a duration in several units, which has no such form. */
function durationText(value: string, working: string | undefined): string | undefined {
  const [, sign, unit, count, last] = /^(-?)P(T?)(\d+)([YMDHS])$/.exec(value) ?? [];
  const name = units[`${unit}${last}`];
  return name === undefined ? undefined : `${sign}${count} ${working === undefined ? "" : "working "}${name}${count === "1" ? "" : "s"}`;
}
