/** Date and time functions (DMN 1.5, sections 10.3.4.6, 10.3.4.7 and 10.3.4.11), `is`, `now` and `today`. */
import { clockOf } from "../values/arithmetic.ts";
import { epochDayOf } from "../values/calendar.ts";
import { compare, equal } from "../values/compare.ts";
import type { Runtime } from "../values/environment.ts";
import { weekday } from "../values/property.ts";
import { readDate, readDateTime, zoneOf } from "../values/temporal-text.ts";
import { DateTimeValue, DateValue, TimeValue } from "../values/temporal.ts";
import { integerOf, kindOf, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

function ofDate(run: (date: DateValue) => Value): Builtin {
  return ([value = null], runtime) => {
    const date = dateIn(single(value), runtime);
    return date && run(date);
  };
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export const temporalFunctions: Readonly<Record<string, Builtin>> = {
  now: (_, run) => nowIn(run),
  today: ([id], run) => (id === undefined ? nowIn(run).date : todayIn(single(id), run)),
  // Only in decision tables: the day on which a value that changes over time must be valid.
  "valid on": (_, run) => run.environment.validOn ?? nowIn(run).date,
  "day of year": ofDate((date) => integerOf(date.epochDay - epochDayOf(date.year, 1, 1) + 1)),
  "day of week": ofDate((date) => weekdays[weekday(date) - 1]!),
  "month of year": ofDate((date) => months[date.month - 1]!),
  "week of year": ofDate((date) => integerOf(isoWeek(date))),
  is: ([a = null, b = null]) => isSame(a, b),
};

function nowIn(run: Runtime): DateTimeValue {
  const { now, zone } = run.environment;
  const seconds = Math.floor(now / 1000);
  return DateTimeValue.ofInstant(seconds, Math.round((now - seconds * 1000) * 1e6), { id: zone });
}

function todayIn(id: Value, run: Runtime): DateValue | null {
  const zone = typeof id === "string" ? zoneOf(id) : undefined;
  return zone === undefined ? null : nowIn(run).inZone(zone).date;
}

function dateIn(value: Value, run: Runtime): DateValue | null {
  if (value instanceof DateValue) return value;
  if (value instanceof DateTimeValue) return clockOf(value, run).date;
  return typeof value === "string" ? (readDate(value) ?? readDateTime(value)?.date ?? null) : null;
}

/** The week of the year by ISO 8601: the first week contains the first Thursday. */
function isoWeek(date: DateValue): number {
  const thursday = DateValue.ofEpochDay(date.epochDay - weekday(date) + 4);
  return Math.floor((thursday.epochDay - epochDayOf(thursday.year, 1, 1)) / 7) + 1;
}

/** Whether both are the same value of the same kind; for times and instants, also in the same zone. */
function isSame(a: Value, b: Value): boolean {
  if (kindOf(a) !== kindOf(b)) return false;
  if (a instanceof DateTimeValue && b instanceof DateTimeValue) return a.date.epochDay === b.date.epochDay && a.nanos === b.nanos && sameZone(a, b);
  if (a instanceof TimeValue && b instanceof TimeValue) return a.nanos === b.nanos && sameZone(a, b);
  return equal(a, b) === true || compare(a, b) === 0;
}

function sameZone(a: TimeValue | DateTimeValue, b: TimeValue | DateTimeValue): boolean {
  if (a.zone === null || b.zone === null) return a.zone === b.zone;
  return "id" in a.zone ? "id" in b.zone && a.zone.id === b.zone.id : "offset" in b.zone && a.zone.offset === b.zone.offset;
}
