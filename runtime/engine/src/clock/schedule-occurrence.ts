/** The latest occurrence of a schedule in a time zone, across daylight saving changes. */
import type { Recurrence } from "@nonet/model";
import { Temporal } from "temporal-polyfill";

const known = new WeakMap<object, Map<string, { readonly minute: string; readonly moment: string }>>();

/** The latest occurrence at or before `now` (ISO instants) of any of them. */
export const lastOccurrence = (every: readonly Recurrence[], now: string, zone: string): string =>
  every.map((one) => lastOf(one, now, zone)).reduce((latest, one) => (Date.parse(one) > Date.parse(latest) ? one : latest));

/** Intervals count from the epoch. The result is cached within a minute. */
export function lastOf(every: Recurrence, now: string, zone: string): string {
  const minute = every.kind !== "interval" && every.at.length <= 5 ? now.slice(0, 16) : "";
  const zones = known.get(every) ?? new Map<string, { readonly minute: string; readonly moment: string }>();
  known.set(every, zones);
  const before = zones.get(zone);
  if (before && minute !== "" && before.minute === minute) return before.moment;
  const moment = find(every, now, zone);
  zones.set(zone, { minute, moment });
  return moment;
}

function find(every: Recurrence, now: string, zone: string): string {
  const instant = Temporal.Instant.from(now);
  if (every.kind === "interval") {
    const step = every.seconds * 1000;
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant.epochMilliseconds / step) * step).toString();
  }
  const local = instant.toZonedDateTimeISO(zone);
  const time = Temporal.PlainTime.from(every.at);
  for (let back = 0; back <= 1500; back++) {
    const day = local.toPlainDate().subtract({ days: back });
    if (!falls(every, day)) continue;
    const moment = day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
    if (Temporal.Instant.compare(moment, instant) <= 0) return moment.toString();
  }
  return Temporal.Instant.fromEpochMilliseconds(0).toString();
}

function falls(every: Exclude<Recurrence, { kind: "interval" }>, day: Temporal.PlainDate): boolean {
  switch (every.kind) {
    case "day":
      return true;
    case "week":
      return every.weekdays.includes(day.dayOfWeek as 1 | 2 | 3 | 4 | 5 | 6 | 7);
    case "month":
      return day.day === Math.min(every.day, day.daysInMonth);
    case "year":
      return day.month === every.month && day.day === Math.min(every.day, day.daysInMonth);
  }
}
