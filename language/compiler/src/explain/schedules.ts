/** Explains when a schedule runs, and for which records. */
import type { Expression } from "@nonet/feel";
import type { Recurrence, Schedule } from "@nonet/model";
import { list } from "../text/english.ts";
import { conditionText, says } from "./expression-words.ts";
import type { TextAt } from "./sentence.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** `every Monday at 07:00, for each Loan where state = "out", `; empty if there is no schedule. */
export function scheduleWords(textAt: TextAt, schedule: Schedule | null): string {
  if (!schedule) return "";
  const where = schedule.forEach?.where ?? null;
  const isNamed = where !== null && !onWorkingDay.test(textAt(where.source));
  const each = schedule.forEach ? `, for each ${schedule.forEach.entity}${isNamed ? ` where ${conditionText(textAt, ownPart(textAt, where.expression), where.source)}` : ""}` : "";
  const every = everyWords(schedule.every);
  return `${isOnWorkingDays(textAt, schedule) ? every.replace(/^every day/, "every working day") : every}${schedule.zone ? ` in ${says(textAt, schedule.zone)}` : ""}${each}, `;
}

const onWorkingDay = /^(?:(?:on|each|every)\s+)?(?:working|business|work)\s*days?(?:$|[\s,]+(?:at\s+)?\d)/i;

/** The document's own condition, without the one that the words `working day` of the schedule's time make. */
const ownPart = (textAt: TextAt, e: Expression): Expression => (e.kind === "binary" && e.operator === "and" && onWorkingDay.test(textAt(e.left.span)) ? e.right : e);

/** `working day at 08:30` is a condition on the records: the words of the schedule's time, in front of the document's own condition. */
function isOnWorkingDays(textAt: TextAt, { forEach }: Schedule): boolean {
  const condition = forEach?.where?.expression;
  return condition !== undefined && [condition, condition.kind === "binary" ? condition.left : condition].some(({ span }) => onWorkingDay.test(textAt(span)));
}

/** `on 1 January and 1 July of every year at 05:00`; those that differ only in their day, or only in their time, together. */
function everyWords(every: readonly Recurrence[]): string {
  const byTime = [...groupsBy(every, (one) => (one.kind === "interval" ? `${one.seconds}` : `${one.kind} ${one.at}`)).values()];
  const byDays = groupsBy(byTime, daysWords);
  return list(
    [...byDays].map(([days, those]) => {
      const times = those.flatMap(([one]) => (one!.kind === "interval" ? [] : [one!.at]));
      return times.length === 0 ? days : `${days} at ${list(times, "and")}`;
    }),
    "and",
  );
}

function groupsBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Of one kind and time. */
function daysWords(those: readonly Recurrence[]): string {
  const one = those[0]!;
  switch (one.kind) {
    case "day":
      return "every day";
    case "week":
      return `every ${list(
        [...new Set(those.flatMap((other) => (other.kind === "week" ? other.weekdays : [])))].sort().map((day) => weekdays[day - 1]!),
        "and",
      )}`;
    case "month":
      return `on the ${list(
        those.flatMap((other) => (other.kind === "month" ? [ordinal(other.day)] : [])),
        "and",
      )} of every month`;
    case "year":
      return `on ${list(
        those.flatMap((other) => (other.kind === "year" ? [`${other.day} ${months[other.month - 1]}`] : [])),
        "and",
      )} of every year`;
    case "interval":
      return `every ${lengthWords(one.seconds)}`.replace(/^every 1 /, "every ");
  }
}

const units = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
] as const;

/** `15 minutes`, `90 seconds`, `23 minutes 13 seconds`, of seconds. */
export function lengthWords(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, "second"];
  const whole = `${seconds / size} ${unit}${seconds === size ? "" : "s"}`;
  if (seconds / size < 120) return whole;
  const [larger] = units.find(([size]) => seconds >= size)!;
  return seconds % larger === 0 ? whole : `${lengthWords(seconds - (seconds % larger))} ${lengthWords(seconds % larger)}`;
}

function ordinal(day: number): string {
  const ending = day % 100 >= 11 && day % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}
