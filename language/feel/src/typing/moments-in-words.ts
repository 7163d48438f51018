/** Reads other words for moments, and for no value, as the expression that they stand for: `tomorrow`, `the current year`, `end of the month`. */
import type { Span } from "@nonet/source";
import { parseExpression, type Reader, readerFor } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";

/** The first day of each period that contains today, and how far it is to the next one. A week begins on Monday. */
const periods: Readonly<Record<string, { readonly start: string; readonly length: string }>> = {
  week: { start: "today() - (today().weekday - 1) * 1 day", length: "7 days" },
  month: { start: "date(today().year, today().month, 1)", length: "1 month" },
};

const starts = ["start of", "beginning of", "first of", "first day of"];
const ends = ["end of", "last day of"];

/** Which period, as a number of periods from the current one. */
const which: readonly (readonly [number, readonly string[]])[] = [
  [0, ["", "the ", "this ", "the current "]],
  [1, ["next ", "the next "]],
  [-1, ["last ", "the last ", "previous ", "the previous "]],
];

/** `first day of last month`, `end of next year`. */
function boundaries(): Record<string, string> {
  const found: Record<string, string> = {};
  const add = (sides: readonly string[], words: string, text: string): void => sides.forEach((side) => (found[`${side} ${words}`] = text));
  for (const [away, all] of which)
    for (const word of all) {
      for (const [unit, { start, length }] of Object.entries(periods)) {
        const first = away === 0 ? start : `${start} ${away > 0 ? "+" : "-"} ${length}`;
        add(starts, `${word}${unit}`, away === 0 && unit === "month" ? first : `(${first})`);
        add(ends, `${word}${unit}`, away < 0 ? `(${start} - 1 day)` : `(${start} + ${length}${away > 0 ? ` + ${length}` : ""} - 1 day)`);
      }
      const year = `today().year${away === 0 ? "" : away > 0 ? " + 1" : " - 1"}`;
      add(starts, `${word}year`, `date(${year}, 1, 1)`);
      add(ends, `${word}year`, `date(${year}, 12, 31)`);
    }
  return found;
}

const moments: Readonly<Record<string, string>> = {
  ...boundaries(),
  empty: "null",
  tomorrow: "today() + 1 day",
  yesterday: "today() - 1 day",
  "current date": "today()",
  "current day": "today()",
  "this day": "today()",
  "current time": "now()",
  "current moment": "now()",
  "current user": "me",
  "signed in user": "me",
  "this year": "today().year",
  "current year": "today().year",
  "last year": "today().year - 1",
  "previous year": "today().year - 1",
  "next year": "today().year + 1",
  "this month": "today().month",
  "current month": "today().month",
};

/** The value that the words stand for; undefined for other words. */
export function parseMomentInWords(r: Reader, name: string, place: Span): Expression | undefined {
  const text = moments[fold(name).replace(/^the /, "")];
  if (text === undefined || r.dynamic) return undefined;
  const inner = readerFor(r.grammar, text, { file: place.file, from: place.from }, r.scope, false);
  const value = parseExpression(inner);
  return inner.diagnostics.length > 0 ? undefined : at(value, place);
}

/** The expression with every part at the words. */
function at<T>(part: T, place: Span): T {
  if (Array.isArray(part)) return part.map((each: unknown) => at(each, place)) as T;
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === "span" ? place : key === "type" ? value : at(value, place)])) as T;
}
