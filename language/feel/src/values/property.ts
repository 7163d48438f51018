/** Reads `value.name`: a context's entry, a record's field, a part of a date, time, duration or range. */
import { fold } from "../types/scope.ts";
import { clockOf } from "./arithmetic.ts";
import type { Runtime } from "./environment.ts";
import { DateTimeValue, DateValue, DaysValue, MonthsValue, TimeValue } from "./temporal.ts";
import { type ContextValue, integerOf, isContext, isList, kindOf, NOT_SHOWN, RangeValue, type Value } from "./value.ts";

/** Null if the value has no such property. For a list, the list of its elements' properties. */
export function property(value: Value, name: string, run: Runtime): Value {
  if (value === null || value === NOT_SHOWN) return value;
  if (isContext(value)) return entry(value, name);
  if (isList(value)) return value.map((each) => property(each, name, run));
  if (kindOf(value) === "record") return run.environment.field(value, name) ?? null;
  return part(value, fold(name), run);
}

function entry(context: ContextValue, name: string): Value {
  const found = context.get(name);
  if (found !== undefined) return found;
  const folded = fold(name);
  for (const [key, value] of context) if (fold(key) === folded) return value;
  return null;
}

function part(value: Value, name: string, run: Runtime): Value {
  if (value instanceof DateValue) return dayPart(value, name);
  if (value instanceof TimeValue) return clockPart(value.nanos, name) ?? zonePart(value.zone && "offset" in value.zone ? value.zone.offset : null, value.zone, name);
  if (value instanceof DateTimeValue) {
    const local = clockOf(value, run);
    if (name === "date") return local.date;
    if (name === "time") return new TimeValue(local.nanos, run.dialect.instants === "product zone" ? null : local.zone);
    return dayPart(local.date, name) ?? clockPart(local.nanos, name) ?? zonePart(local.offset, local.zone, name);
  }
  if (value instanceof MonthsValue) return name === "years" ? integerOf(Math.trunc(value.months / 12)) : name === "months" ? integerOf(value.months % 12) : null;
  if (value instanceof DaysValue) return durationPart(value, name);
  if (value instanceof RangeValue) return rangePart(value, name);
  return null;
}

function dayPart(date: DateValue, name: string): Value {
  switch (name) {
    case "year":
      return integerOf(date.year);
    case "month":
      return integerOf(date.month);
    case "day":
      return integerOf(date.day);
    case "weekday":
      return integerOf(weekday(date));
    default:
      return null;
  }
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(date: DateValue): number {
  return ((((date.epochDay + 3) % 7) + 7) % 7) + 1;
}

function clockPart(nanos: number, name: string): Value {
  const seconds = Math.floor(nanos / 1e9);
  switch (name) {
    case "hour":
      return integerOf(Math.floor(seconds / 3600));
    case "minute":
      return integerOf(Math.floor(seconds / 60) % 60);
    case "second":
      return integerOf(seconds % 60);
    default:
      return null;
  }
}

function zonePart(offset: number | null, zone: TimeValue["zone"], name: string): Value {
  if (name === "time offset") return offset === null ? null : new DaysValue(0, BigInt(offset) * 1_000_000_000n);
  return name === "timezone" && zone !== null && "id" in zone ? zone.id : null;
}

function durationPart(value: DaysValue, name: string): Value {
  const seconds = value.total / 1_000_000_000n;
  switch (name) {
    case "days":
      return integerOf(Number(seconds / 86_400n));
    case "hours":
      return integerOf(Number((seconds / 3600n) % 24n));
    case "minutes":
      return integerOf(Number((seconds / 60n) % 60n));
    case "seconds":
      return integerOf(Number(seconds % 60n));
    default:
      return null;
  }
}

function rangePart(range: RangeValue, name: string): Value {
  switch (name) {
    case "start":
      return range.low ?? null;
    case "end":
      return range.high ?? null;
    case "start included":
      return range.lowClosed;
    case "end included":
      return range.highClosed;
    default:
      return null;
  }
}
