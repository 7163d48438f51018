/** How far a moment is from another one or from now: `is at least 2 days after ordered on`, `is more than 2 years ago`, `is within 14 days of today`. */
import { scopeNameAt } from "../../syntax/names.ts";
import { cover, parseSum, peek, type Reader, spanSince, textOf } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { instant, isTemporal } from "../../types/relations.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";
import { buildBuiltin } from "../../typing/call.ts";
import { buildBetween, buildComparison } from "../../typing/comparison.ts";
import { asExpected } from "../../typing/local-to-instant.ts";
import { buildAnd } from "../../typing/logic.ts";
import type { Order, Sign } from "../comparison-words.ts";
import { take } from "../take.ts";
import { asClock } from "./time-of-day.ts";

/** The limit may be a moment some time before or after another, or from now. */
export function ordered(r: Reader, value: Expression, order: Order, limit: Expression): Expression {
  const away = awayFromNow(r, value, order, limit);
  if (away) return away;
  if (limit.type.kind === "time") return compareDays(r, order[1], presentFor(r, value, limit), limit);
  const point = isTemporal(value.type) ? pointFrom(r, limit) : undefined;
  return (point && comparePoint(r, value, order, point)) ?? compareDays(r, order[1], value, limit);
}

/** `it is before 08:00`: the present, which a time of day is compared with. */
export function presentFor(r: Reader, value: Expression, limit: Expression): Expression {
  const isIt = limit.type.kind === "time" && value.type.kind === "record" && /^it$/i.test(textOf(r, value.span));
  return isIt ? buildBuiltin(r, "now", [], value.span, value.span) : value;
}

/** Compares the day of a moment with a date, and its time of day with a time: in words, people speak of days. */
export function compareDays(r: Reader, sign: Sign, left: Expression, right: Expression): Expression {
  if (left.type.kind === "time" || right.type.kind === "time") return buildComparison(r, sign, asClock(r, left, right), asClock(r, right, left));
  const [day, moment] = left.type.kind === "date" ? [left, right] : [right, left];
  if (day.type.kind !== "date" || moment.type.kind !== "date and time") return buildComparison(r, sign, left, right);
  const date = buildBuiltin(r, "date", [{ value: moment }], moment.span, moment.span);
  return left === moment ? buildComparison(r, sign, date, right) : buildComparison(r, sign, left, date);
}

/** Whether a length of time lies between now and the value: `more than 2 years ago`, `less than 6 months away`. */
export function awayFromNow(r: Reader, value: Expression, [words, sign]: Order, length: Expression): Expression | undefined {
  if (!/^date(?: and time)?$/.test(value.type.kind) || !length.type.kind.endsWith("duration")) return undefined;
  const isPast = take(r, "ago") || take(r, "old");
  const isHorizon = !isPast && ["ahead", "in advance"].some((words) => take(r, words));
  if (!isPast && !isHorizon && !["away", "in the future", "from now"].some((words) => take(r, words))) return undefined;
  const place = spanSince(r, value.span.from - r.from);
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  const point = { moment: clock, isBefore: isPast, point: buildArithmetic(r, isPast ? "-" : "+", clock, length) };
  // `at most 30 days in advance` says how early, and nothing about what is past by now.
  const between = isHorizon ? undefined : comparePoint(r, given, [words, sign], point);
  return between ?? { ...buildComparison(r, sign, given, point.point), span: place };
}

/** `due date < today()` for a date, `starts at < now()` for an instant. */
export function compareWithNow(r: Reader, sign: Sign, value: Expression): Expression {
  const place = { ...value.span, from: value.span.to, to: spanSince(r, 0).to };
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  return { ...buildComparison(r, sign, given, clock), span: cover(value.span, place) };
}

/** `is in the next 7 days`: between the present and a length of time from it. */
export function isNear(r: Reader, value: Expression, sign: "+" | "-"): Expression {
  const length = parseSum(r);
  const place = { ...value.span, from: value.span.to, to: spanSince(r, 0).to };
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  const end = buildArithmetic(r, sign, clock, length);
  return { ...(sign === "+" ? buildBetween(r, given, clock, end) : buildBetween(r, given, end, clock)), span: cover(value.span, place) };
}

/** `2 working days after ordered on`. */
interface Point {
  readonly moment: Expression;
  readonly isBefore: boolean;
  /** The moment and the length of time from it. */
  readonly point: Expression;
}

/** The moment behind a length of time, consumed. */
export function pointFrom(r: Reader, length: Expression): Point | undefined {
  const isBefore = /^before$/.test(peek(r).text);
  if ((!isBefore && !/^(?:after|past|from)$/.test(peek(r).text)) || isNowAhead(r) || !length.type.kind.endsWith(" duration")) return undefined;
  const run = scopeNameAt(r, 1) ?? scopeNameAt(r, 2);
  if (!run) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  r.at++;
  const moment = parseSum(r);
  if (/^date(?: and time)?$/.test(moment.type.kind))
    return { moment, isBefore, point: { ...buildArithmetic(r, isBefore ? "-" : "+", moment, length), span: spanSince(r, length.span.from - r.from) } };
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

const far: ReadonlySet<string> = new Set(["at least", "more than", "no less than", "not less than"]);
const near: ReadonlySet<string> = new Set(["at most", "less than", "no more than", "not more than"]);

/** `is at least 2 days after ordered on`; with `at most`, the moment itself is the other end. Undefined for words that order no moments. */
function comparePoint(r: Reader, value: Expression, [words, sign]: Order, { moment, isBefore, point }: Point): Expression | undefined {
  if (/\b(?:before|after|earlier|later)\b/.test(words)) return compareDays(r, sign, value, point);
  const backwards = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!=" } as const;
  const limited = compareDays(r, isBefore ? backwards[sign] : sign, value, point);
  if (far.has(words)) return limited;
  return near.has(words) ? buildAnd(r, limited, compareDays(r, isBefore ? "<=" : ">=", value, moment)) : undefined;
}

/** `14 days from now`: the present follows. */
const isNowAhead = (r: Reader): boolean => peek(r).text === "from" && peek(r, 1).text === "now" && peek(r, 2).text !== "(";

/** `within 14 days of today`: on either side; with `after` or `before`, on one. Consumed; undefined if it isn't said so. */
export function parseWithin(r: Reader, value: Expression, from: number): Expression | undefined {
  const length = parseSum(r);
  if (!isTemporal(value.type) || !length.type.kind.endsWith("duration")) return undefined;
  const side = ["of", "before", "after", "from"].find((word) => take(r, word));
  const moment = side === undefined ? undefined : parseSum(r);
  if (!moment || r.failed || !isTemporal(moment.type)) return undefined;
  const end = (sign: "+" | "-"): Expression => ({ ...buildArithmetic(r, sign, moment, length), span: spanSince(r, from) });
  const first = side === "after" || side === "from" ? moment : end("-");
  const last = side === "before" ? moment : end("+");
  return { ...buildAnd(r, compareDays(r, ">=", value, first), compareDays(r, "<=", value, last)), span: spanSince(r, from) };
}
