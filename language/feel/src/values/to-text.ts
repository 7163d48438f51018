/** Writes a value as text, as `string(…)` does (DMN 1.5, table 58). */
import { writeDate, writeDateTime, writeDays, writeMonths, writeTime } from "./temporal-text.ts";
import type { DateTimeValue, DateValue, DaysValue, MonthsValue, TimeValue } from "./temporal.ts";
import { type ContextValue, type Decimal, type HostRecord, kindOf, type RangeValue, type Value } from "./value.ts";

/** A text is returned as it is. Inside lists and contexts, texts are in quotation marks. */
export function writeValue(value: Value): string {
  return typeof value === "string" ? value : writeInside(value);
}

function writeInside(value: Value): string {
  switch (kindOf(value)) {
    case "null":
      return "null";
    case "boolean":
      return value ? "true" : "false";
    case "string":
      return quote(value as string);
    case "number":
      return writeNumber(value as Decimal);
    case "date":
      return writeDate(value as DateValue);
    case "time":
      return writeTime(value as TimeValue);
    case "date and time":
      return writeDateTime(value as DateTimeValue);
    case "months":
      return writeMonths(value as MonthsValue);
    case "days":
      return writeDays(value as DaysValue);
    case "list":
      return `[${(value as readonly Value[]).map(writeInside).join(", ")}]`;
    case "context":
      return `{${[...(value as ContextValue)].map(([name, each]) => `${/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name) ? name : quote(name)}: ${writeInside(each)}`).join(", ")}}`;
    case "range":
      return writeRange(value as RangeValue);
    case "function":
      return "function";
    case "record":
      return (value as HostRecord).id;
    case "not shown":
      return "not shown";
  }
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A number without an exponent and without trailing zeros. */
export function writeNumber(value: Decimal): string {
  return value.isZero() ? "0" : value.toFixed();
}

function writeRange(range: RangeValue): string {
  if (range.low === undefined) return `(${range.highClosed ? "<=" : "<"} ${writeInside(range.high ?? null)})`;
  if (range.high === undefined) return `(${range.lowClosed ? ">=" : ">"} ${writeInside(range.low)})`;
  return `${range.lowClosed ? "[" : "("}${writeInside(range.low)}..${writeInside(range.high)}${range.highClosed ? "]" : ")"}`;
}
