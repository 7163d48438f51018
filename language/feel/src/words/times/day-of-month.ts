/** Parses which day of its month or year a date is: `is the first of a month`, `must be the last day of its month`. */
import { hole, peek, replaceBy, report, type Reader, spanSince, textOf } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";
import { buildComparison } from "../../typing/comparison.ts";
import { buildAnd } from "../../typing/logic.ts";
import { buildPath } from "../../typing/path.ts";
import { negated } from "../emptiness.ts";

/** Consumes words that say it of the value. */
type Takes = (words: string) => boolean;

type Period = "month" | "year";

const ends = { first: ["first", "first day", "1 st", "1 st day"], last: ["last day"] } as const;
const any = ["a", "any", "its", "some", "their", "each", "every", "one"];

/** `the first of a month`, `on the first day of its month`. */
const wordsFor = (end: keyof typeof ends, articles: readonly string[], period: Period): readonly string[] =>
  ends[end].flatMap((day) => articles.flatMap((article) => ["the", "on the", "at the", "a", "on a"].map((lead) => `${lead} ${day} of ${article} ${period}`)));

const kinds = (["first", "last"] as const).flatMap((end) =>
  (["month", "year"] as const).map((period) => ({ end, period, words: wordsFor(end, any, period), unclear: wordsFor(end, ["the"], period) })),
);

/** The condition on a date or a moment, consumed; undefined if the words are others. `dayOf` makes the date of the value. */
export function parseDayOfMonth(r: Reader, value: Expression, takes: Takes, from: number, dayOf: () => Expression): Expression | undefined {
  if (!/^(?:the|on|at|an?|not)$/i.test(peek(r).text)) return undefined;
  for (const { end, period, words, unclear } of kinds) {
    const isDenied = words.some((one) => takes(`not ${one}`));
    if (isDenied || words.some(takes)) {
      const found = isAt(r, dayOf(), end, period, from);
      return isDenied ? negated(r, found, from) : found;
    }
    const isUnclearAndDenied = unclear.some((one) => takes(`not ${one}`));
    if (isUnclearAndDenied || unclear.some(takes)) return reportUnclear(r, value, `is ${isUnclearAndDenied ? "not " : ""}the ${end} day of`, period, from);
  }
  return undefined;
}

/** A day is the last one if the next day is the first one. */
function isAt(r: Reader, date: Expression, end: "first" | "last", period: Period, from: number): Expression {
  const place = spanSince(r, from);
  const one: Expression = { kind: "literal", value: "1", type: { kind: "number", integer: true }, nullable: false, span: place };
  const next: Expression = { kind: "literal", value: "P1D", type: { kind: "days and time duration" }, nullable: false, span: place };
  const day = end === "first" ? date : { ...buildArithmetic(r, "+", date, next), span: place };
  const parts = period === "month" ? ["day"] : ["month", "day"];
  const first = parts.map((part) => buildComparison(r, "=", buildPath(r, day, part, part, place, place), one));
  return { ...first.reduce((left, right) => buildAnd(r, left, right)), span: place };
}

/** `is the first of the month` is about any month, or about the current one. */
function reportUnclear(r: Reader, value: Expression, is: string, period: Period, from: number): Expression {
  const place = spanSince(r, from);
  const subject = textOf(r, value.span);
  const forms = ["a", "this"].map((article) => `${subject} ${is} ${article} ${period}`);
  report(r, "impossible-comparison", place, `"the ${period}" can be the one that ${subject} is in, or the current one.`, {
    hint: `Write \`${forms[0]}\` or \`${forms[1]}\`.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(place);
}
