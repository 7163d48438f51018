/** Parses what kind of day a date is: `is a Monday or a Tuesday`, `falls on a weekday`, `is this month`, `is in the same month as due on`. */
import { isSign, parseSum, peek, type Reader, spanSince } from "../../syntax/reader.ts";
import { resolveName } from "../../syntax/names.ts";
import type { Expression } from "../../types/expression.ts";
import { isTemporal, string } from "../../types/relations.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";
import { buildApply, buildBuiltin } from "../../typing/call.ts";
import { buildComparison } from "../../typing/comparison.ts";
import { buildAnd, buildOr } from "../../typing/logic.ts";
import { buildName } from "../../typing/name.ts";
import { buildPath } from "../../typing/path.ts";
import { negated } from "../emptiness.ts";
import { take } from "../take.ts";
import { parseDayOfMonth } from "./day-of-month.ts";

/** Consumes words that say it of the value. */
type Takes = (words: string) => boolean;

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Other days than today, as durations from it. */
const nearDays = [
  ["tomorrow", "P1D"],
  ["yesterday", "-P1D"],
] as const;
const workingDay = ["a working day", "on a working day", "on working days"];
export const workingTime = ["within", "in", "during"].flatMap((word) =>
  ["working time", "working hours", "opening hours", "the working time", "the working hours", "the opening hours", "business hours"].map((noun) => `${word} ${noun}`),
);
const weekend = ["a weekend", "on a weekend", "at a weekend", "at the weekend", "on the weekend", "on weekends"];
const weekday = ["a weekday", "on a weekday", "on weekdays"];
/** Years and months by their distance from the current one. */
const periods: readonly (readonly [words: readonly string[], unit: "year" | "month", away: -1 | 0 | 1])[] = [
  [["this year", "in this year", "in the current year", "within this year"], "year", 0],
  [["this month", "in this month", "in the current month", "within this month"], "month", 0],
  [["next year"], "year", 1],
  [["next month"], "month", 1],
  [["last year"], "year", -1],
  [["last month"], "month", -1],
];
/** Parts that two dates can share. */
const shared: readonly (readonly [words: readonly string[], parts: readonly string[]])[] = [
  [
    ["the same day as", "on the same day as", "the same date as", "on the same date as"],
    ["year", "month", "day"],
  ],
  [
    ["the same month as", "in the same month as"],
    ["year", "month"],
  ],
  [["the same year as", "in the same year as"], ["year"]],
];

/** The condition, consumed; undefined if the words are others. */
export function parseDayKind(r: Reader, value: Expression, takes: Takes, from: number): Expression | undefined {
  if (!isTemporal(value.type)) return undefined;
  const near = nearDays.find(([word]) => takes(word));
  if (near) return isOnDay(r, value, near[1], from);
  if (workingDay.some(takes)) return isWorkingDay(r, value, from);
  if (workingDay.some((words) => takes(`not ${words}`))) return negated(r, isWorkingDay(r, value, from), from);
  if (!/^date(?: and time)?$/.test(value.type.kind)) return undefined;
  if (value.type.kind === "date and time") {
    if (workingTime.some(takes)) return isWorkingTime(r, value, from);
    if (workingTime.some((words) => takes(`not ${words}`))) return negated(r, isWorkingTime(r, value, from), from);
  }
  const said = (words: readonly string[], build: () => Expression): Expression | undefined =>
    words.some(takes) ? build() : words.some((one) => takes(`not ${one}`)) ? negated(r, build(), from) : undefined;
  const atWeekend = (): Expression => isOneOfWeekdays(r, value, ["Saturday", "Sunday"], from);
  const end = said(weekend, atWeekend) ?? said(weekday, () => negated(r, atWeekend(), from));
  if (end) return end;
  const ofMonth = parseDayOfMonth(r, value, takes, from, () => dayOf(r, value, from));
  if (ofMonth) return ofMonth;
  for (const [words, unit, away] of periods) {
    const period = said(words, () => isInPeriod(r, value, unit === "year" ? ["year"] : ["year", "month"], away, unit, from));
    if (period) return period;
  }
  for (const [words, parts] of shared) {
    const same = said(words, () => shares(r, value, parseSum(r), parts, from));
    if (same) return same;
  }
  return parseWeekdays(r, value, takes, from);
}

const dayOf = (r: Reader, value: Expression, from: number): Expression =>
  value.type.kind === "date" ? value : buildBuiltin(r, "date", [{ value }], spanSince(r, from), spanSince(r, from));

/** `is tomorrow`, of a date or of the date of a moment. */
function isOnDay(r: Reader, value: Expression, days: string, from: number): Expression {
  const place = spanSince(r, from);
  const step: Expression = { kind: "literal", value: days, type: { kind: "days and time duration" }, nullable: false, span: place };
  return { ...buildComparison(r, "=", dayOf(r, value, from), buildArithmetic(r, "+", buildBuiltin(r, "today", [], place, place), step)), span: place };
}

/** The days in `is a Monday or a Tuesday`, `is not on a Sunday`, `is Monday to Friday`. */
function parseWeekdays(r: Reader, value: Expression, takes: Takes, from: number): Expression | undefined {
  const [first, not] = weekdayAfter(takes) ?? [];
  if (first === undefined) return undefined;
  const days = [first];
  for (;;) {
    const { at } = r;
    const isRange = days.length === 1 && (take(r, "to") || take(r, "through") || (isSign(peek(r), "-") && ++r.at > 0));
    if (!isRange && !take(r, ",") && !take(r, "or") && !take(r, "and") && !take(r, "nor")) break;
    if (!isRange && !take(r, "or")) take(r, "and");
    const next = weekdayAfter((words) => !words.startsWith("not ") && take(r, words))?.[0];
    if (next === undefined) {
      r.at = at;
      break;
    }
    if (isRange) days.push(...daysAfter(first, next));
    else days.push(next);
  }
  const found = isOneOfWeekdays(r, value, [...new Set(days)], from);
  return not ? negated(r, found, from) : found;
}

/** From the day after the first one to the last one, past Sunday if need be. */
function daysAfter(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let i = weekdays.indexOf(first); days.at(-1) !== last && days.length < weekdays.length;) days.push(weekdays[(i = (i + 1) % weekdays.length)]!);
  return days;
}

/** The weekday, and whether it is denied. */
function weekdayAfter(takes: Takes): readonly [name: string, not: boolean] | undefined {
  for (const name of weekdays)
    for (const words of [`a ${name}`, `on a ${name}`, `on ${name}s`, `on ${name}`, `${name}s`, name].map((one) => one.toLowerCase())) {
      if (takes(`not ${words}`)) return [name, true];
      if (takes(words)) return [name, false];
    }
  return undefined;
}

function isOneOfWeekdays(r: Reader, value: Expression, names: readonly string[], from: number): Expression {
  const place = spanSince(r, from);
  const day = dayOf(r, value, from);
  const each = names.map((name): Expression => {
    const literal: Expression = { kind: "literal", value: name, type: string, nullable: false, span: place };
    return { ...buildComparison(r, "=", buildBuiltin(r, "day of week", [{ value: day }], place, place), literal), span: place };
  });
  return { ...each.reduce((left, right) => buildOr(r, left, right)), span: place };
}

/** Whether a date is in the year, or in the year and month, that is so far away from the current one. */
function isInPeriod(r: Reader, value: Expression, parts: readonly string[], away: number, unit: "year" | "month", from: number): Expression {
  const place = spanSince(r, from);
  const today = buildBuiltin(r, "today", [], place, place);
  const length: Expression = {
    kind: "literal",
    value: `P1${unit === "year" ? "Y" : "M"}`,
    type: { kind: "years and months duration" },
    nullable: false,
    span: place,
  };
  return shares(r, value, away === 0 ? today : buildArithmetic(r, away > 0 ? "+" : "-", today, length), parts, from);
}

function shares(r: Reader, value: Expression, other: Expression, parts: readonly string[], from: number): Expression {
  const place = spanSince(r, from);
  // Reported as any comparison of a date with something else.
  if (!/^date(?: and time)?$/.test(other.type.kind)) return buildComparison(r, "=", value, other);
  if (parts.includes("day")) return { ...buildComparison(r, "=", dayOf(r, value, from), dayOf(r, other, from)), span: place };
  const [day, to] = [dayOf(r, value, from), dayOf(r, other, from)];
  const same = parts.map((part) => buildComparison(r, "=", buildPath(r, day, part, part, place, place), buildPath(r, to, part, part, place, place)));
  return { ...same.reduce((left, right) => buildAnd(r, left, right)), span: place };
}

/** Whether the minute that begins then is working time, or the one that ends then. */
export function isWorkingTime(r: Reader, value: Expression, from: number, minuteThat: "begins" | "ends" = "begins"): Expression {
  const place = spanSince(r, from);
  const minute: Expression = { kind: "literal", value: "PT1M", type: { kind: "days and time duration" }, nullable: false, span: place };
  const callee = buildName(r, "working time", resolveName(r, "working time"), place, true);
  const ends = minuteThat === "begins" ? [value, buildArithmetic(r, "+", value, minute)] : [buildArithmetic(r, "-", value, minute), value];
  const counted = buildApply(
    r,
    callee,
    ends.map((end) => ({ value: end })),
    place,
  );
  return buildComparison(r, "=", counted, minute);
}

/** Whether one working day lies between the day before and the day itself. */
function isWorkingDay(r: Reader, value: Expression, from: number): Expression {
  const place = spanSince(r, from);
  const day = dayOf(r, value, from);
  const one: Expression = { kind: "literal", value: "P1D", type: { kind: "days and time duration" }, nullable: false, span: place };
  const callee = buildName(r, "working days", resolveName(r, "working days"), place, true);
  const counted = buildApply(r, callee, [{ value: buildArithmetic(r, "-", day, one) }, { value: day }], place);
  return buildComparison(r, "=", counted, { kind: "literal", value: "1", type: { kind: "number", integer: true }, nullable: false, span: place });
}
