/** Reads other words for moments, and for no value, as the expression that they stand for: `tomorrow`, `the current year`, `end of the month`. */
import type { Span } from "@nonet/source";
import { parseExpression, type Reader, readerFor } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";

const month = "date(today().year, today().month, 1)";

const moments: Readonly<Record<string, string>> = {
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
  "start of month": month,
  "start of the month": month,
  "start of this month": month,
  "start of the current month": month,
  "first of the month": month,
  "first of this month": month,
  "first day of the month": month,
  "first day of this month": month,
  "start of next month": `(${month} + 1 month)`,
  "start of the next month": `(${month} + 1 month)`,
  "first of next month": `(${month} + 1 month)`,
  "first of the next month": `(${month} + 1 month)`,
  "first day of next month": `(${month} + 1 month)`,
  "first day of the next month": `(${month} + 1 month)`,
  "end of month": `(${month} + 1 month - 1 day)`,
  "end of the month": `(${month} + 1 month - 1 day)`,
  "end of this month": `(${month} + 1 month - 1 day)`,
  "last day of the month": `(${month} + 1 month - 1 day)`,
  "last day of this month": `(${month} + 1 month - 1 day)`,
  "start of year": "date(today().year, 1, 1)",
  "start of the year": "date(today().year, 1, 1)",
  "start of this year": "date(today().year, 1, 1)",
  "start of the current year": "date(today().year, 1, 1)",
  "first day of the year": "date(today().year, 1, 1)",
  "first day of this year": "date(today().year, 1, 1)",
  "start of next year": "date(today().year + 1, 1, 1)",
  "end of year": "date(today().year, 12, 31)",
  "end of the year": "date(today().year, 12, 31)",
  "end of this year": "date(today().year, 12, 31)",
  "last day of the year": "date(today().year, 12, 31)",
  "last day of this year": "date(today().year, 12, 31)",
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
