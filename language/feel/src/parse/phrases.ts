/**
 * Parses what people write after a value instead of a sign: `due date is empty`, `due date has passed`, `fee is at least 5`,
 * `name contains "x"`. Each has one meaning, so each is read as the comparison that FEEL writes.
 */
import { isKnown, knownNameAt, resolveName } from "../syntax/names.ts";
import { accept, cover, expect, parseSum, peek, type Reader, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { instant, isTemporal, string } from "../types/relations.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { buildApply, buildBuiltin } from "../typing/call.ts";
import { buildBetween, buildComparison, buildIn, rejectsChoice } from "../typing/comparison.ts";
import { asExpected } from "../typing/local-to-instant.ts";
import { buildAnd, buildOr } from "../typing/logic.ts";
import { buildName } from "../typing/name.ts";
import { buildPath } from "../typing/path.ts";
import { choiceAt, withChoices, withOtherChoices } from "./choices.ts";
import { empty, filled, isEmpty, isNull, negated } from "../words/emptiness.ts";
import { comparisons, ends, type Order, type Sign, verbs } from "../words/comparison-words.ts";
import { takeAdverb, takeCopula, takeVerb } from "../words/copula.ts";
import { parseCountInWords } from "./count-in-words.ts";
import { datedField } from "../words/dated-record.ts";
import { parseMagnitude } from "../words/magnitude.ts";
import { describedRecord } from "./records-in-words.ts";
import { take } from "../words/take.ts";
import { asClock, buildBetweenClocks } from "../words/time-of-day.ts";
import { parseTicked } from "../words/ticked.ts";
import { parseTextLength } from "../words/text-length.ts";
import { parseTests } from "./unary-tests.ts";

const past = ["past", "in the past"];
const future = ["in the future", "still to come"];
const soon = ["in the next", "within the next", "in the coming", "within the coming"];
const lately = ["in the last", "within the last", "within the past"];
/** Other days than today, as durations from it. */
const nearDays = [
  ["tomorrow", "P1D"],
  ["yesterday", "-P1D"],
] as const;
const workingDay = ["a working day", "on a working day"];
const holiday = ["not a working day", "not on a working day"];
const weekend = ["a weekend", "on a weekend", "at a weekend", "at the weekend", "on the weekend"];
const thisYear = ["this year", "in this year", "in the current year", "within this year"];
const thisMonth = ["this month", "in this month", "in the current month", "within this month"];

/** The comparison in words at the current token, consumed; undefined if there is none. */
export function parsePhrase(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic) return undefined;
  const from = value.span.from - r.from;
  const chosen = choicePhrase(r, value) ?? describedRecord(r, value) ?? (value.type.kind === "record" ? parseCountInWords(r, value) : undefined);
  if (chosen) return chosen;
  const dated = datedField(r, value);
  if (dated) return dated.kind === "hole" ? dated : parsePhrase(r, dated);
  if (take(r, "has passed") || take(r, "is over")) return compareWithNow(r, "<", value);
  if (take(r, "has not passed") || take(r, "hasn't passed")) return compareWithNow(r, ">=", value);
  if (take(r, "has come")) return compareWithNow(r, "<=", value);
  const counted = pointFrom(r, value);
  if (counted) return counted.point;
  const exceeds = takeVerb(r, "exceed", "exceeds");
  const verb: Order | undefined = exceeds ? ["exceeds", exceeds.not ? "<=" : ">"] : verbs.find(([words]) => take(r, words));
  if (verb)
    return compareDays(
      r,
      verb[1],
      value,
      withChoices(r, value.type, () => parseSum(r)),
    );
  if (take(r, "has a value") || take(r, "must have a value")) return negated(r, isEmpty(r, value, from), from);
  if (take(r, "has no value")) return isEmpty(r, value, from);
  for (const name of ["contain", "start with", "end with"]) {
    const inflected = name.replace(/^\w+/, "$&s");
    const found = takeVerb(r, name, inflected);
    if (found) return found.not ? negated(r, contained(r, inflected, value, from), from) : contained(r, inflected, value, from);
  }
  const copula = takeCopula(r);
  if (!copula) return take(r, "has") || take(r, "must have") || take(r, "have") ? parseTextLength(r, value, from) : undefined;
  takeAdverb(r);
  // `is set to yes` is `is yes`.
  const isnt = take(r, "not set to") || (copula.not && (take(r, "set to") || true));
  if (!isnt) take(r, "set to");
  // `isn't empty` is `is not empty`.
  const takes = (words: string): boolean => (isnt ? words.startsWith("not ") && take(r, words.slice(4)) : take(r, words));
  if (takes("null")) return isNull(r, value, from);
  if (takes("not null")) return negated(r, isNull(r, value, from), from);
  if (empty.some(takes)) return isEmpty(r, value, from);
  if (filled.some(takes)) return negated(r, isEmpty(r, value, from), from);
  const ticked = value.type.kind === "boolean" ? parseTicked(r, value, takes, from) : undefined;
  if (ticked) return ticked;
  if (isTemporal(value.type) && past.some(takes)) return compareWithNow(r, "<", value);
  if (isTemporal(value.type) && future.some(takes)) return compareWithNow(r, ">", value);
  if (isTemporal(value.type) && past.some((words) => takes(`not ${words}`))) return compareWithNow(r, ">=", value);
  if (isTemporal(value.type) && future.some((words) => takes(`not ${words}`))) return compareWithNow(r, "<=", value);
  if (isTemporal(value.type) && soon.some(takes)) return isNear(r, value, "+");
  if (isTemporal(value.type) && lately.some(takes)) return isNear(r, value, "-");
  const near = isTemporal(value.type) ? nearDays.find(([word]) => takes(word)) : undefined;
  if (near) return isOnDay(r, value, near[1], from);
  if (isTemporal(value.type) && workingDay.some(takes)) return isWorkingDay(r, value, from);
  if (isTemporal(value.type) && holiday.some(takes)) return negated(r, isWorkingDay(r, value, from), from);
  const isDated = /^date(?: and time)?$/.test(value.type.kind);
  if (isDated && weekend.some(takes)) return isWeekend(r, value, from);
  if (isDated && weekend.some((words) => takes(`not ${words}`))) return negated(r, isWeekend(r, value, from), from);
  if (isDated && thisYear.some(takes)) return isInPresent(r, value, ["year"], from);
  if (isDated && thisYear.some((words) => takes(`not ${words}`))) return negated(r, isInPresent(r, value, ["year"], from), from);
  if (isDated && thisMonth.some(takes)) return isInPresent(r, value, ["year", "month"], from);
  if (isDated && thisMonth.some((words) => takes(`not ${words}`))) return negated(r, isInPresent(r, value, ["year", "month"], from), from);
  const day = isDated ? weekdayIn(takes) : undefined;
  if (day) return isWeekday(r, day.not ? "!=" : "=", value, day.name, from);
  const magnitude = parseMagnitude(r, value, takes, from);
  if (magnitude) return magnitude;
  const { at } = r;
  const notLong = isnt || take(r, "not");
  const length = parseTextLength(r, value, from, notLong);
  if (length) return length;
  r.at = at;
  const compared = comparisons.find(([words]) => takes(words));
  if (compared) return ordered(r, value, compared, parseSum(r));
  const denied = comparisons.find(([words]) => (isnt ? take(r, words) : take(r, `not ${words}`)));
  if (denied) return negated(r, ordered(r, value, denied, parseSum(r)), from);
  if (takes("between")) {
    const low = parseSum(r);
    expect(r, "and", "between the lower and the upper end");
    return buildBetweenClocks(r, presentFor(r, value, low), low, parseSum(r));
  }
  if (takes("not between")) {
    const low = parseSum(r);
    expect(r, "and", "between the lower and the upper end");
    return negated(r, buildBetweenClocks(r, presentFor(r, value, low), low, parseSum(r)), from);
  }
  if (!isnt && take(r, "neither")) return isNeither(r, value, from);
  const none = !isnt && take(r, "none of");
  const not = none || isnt || take(r, "not");
  if (none || take(r, "in") || take(r, "one of") || take(r, "any of")) {
    const member = buildIn(
      r,
      value,
      withChoices(r, value.type, () => parseChoices(r, value) ?? parseTests(r, value)),
    );
    return not ? negated(r, member, from) : member;
  }
  // `falls on 2026-03-01`.
  if (isDated) take(r, "on");
  const limit = withChoices(r, value.type, () => parseSum(r));
  const away = awayFromNow(r, value, ["exactly", "="], limit);
  if (away) return not ? negated(r, away, from) : away;
  const end = peek(r, 2).text === "than" ? undefined : ends.find(([words]) => take(r, words));
  if (end) return not ? negated(r, ordered(r, value, end[1], limit), from) : ordered(r, value, end[1], limit);
  const same = compareDays(r, not ? "!=" : "=", value, limit);
  return not ? same : withOtherChoices(r, value, same);
}

/** `one of confirmed, attended or no-show`: choices without parentheses. */
function parseChoices(r: Reader, value: Expression): UnaryTest[] | undefined {
  if (!choiceAt(r)) return undefined;
  const tests: UnaryTest[] = [];
  for (let chosen = choiceAt(r); chosen; chosen = choiceAfterComma(r)) {
    const { from } = peek(r);
    r.at += chosen.tokens;
    tests.push({ kind: "member", of: { kind: "literal", value: chosen.choice, type: string, nullable: false, span: spanSince(r, from) } });
  }
  const other = wordsAfterComma(r);
  if (other) rejectsChoice(r, value, other);
  return tests;
}

/** Words after the comma that nothing is called by, consumed: they were meant as a choice. */
function wordsAfterComma(r: Reader): Expression | undefined {
  const next = peek(r, 1);
  if (peek(r).text !== "," || (next.kind !== "word" && next.kind !== "string") || knownNameAt(r, (folded) => isKnown(r, folded), 1)) return undefined;
  let count = 2;
  while (next.kind === "word" && /^(?:word|number)$/.test(peek(r, count).kind) && !/^(?:and|or)$/.test(peek(r, count).text)) count++;
  r.at += count;
  const place = spanSince(r, next.from);
  return { kind: "literal", value: next.value ?? textOf(r, place), type: string, nullable: false, span: place };
}

/** The choice after `,`, `or` or `and`, which are consumed; undefined if something else follows. */
function choiceAfterComma(r: Reader): ReturnType<typeof choiceAt> {
  const { at } = r;
  const parted = accept(r, ",");
  if (accept(r, "or") || accept(r, "and") || parted) {
    const chosen = choiceAt(r);
    // `state is one of a, b and paid`: a field of that name stands for itself.
    if (chosen && (knownNameAt(r, (folded) => isKnown(r, folded))?.tokens ?? 0) < chosen.tokens) return chosen;
  }
  r.at = at;
  return undefined;
}

/** `is neither open nor held`. */
function isNeither(r: Reader, value: Expression, from: number): Expression {
  const other = (): Expression =>
    buildComparison(
      r,
      "!=",
      value,
      withChoices(r, value.type, () => parseSum(r)),
    );
  let all = other();
  if (!accept(r, "or")) expect(r, "nor", "after `neither`");
  do all = buildAnd(r, all, other());
  while (accept(r, "nor"));
  return { ...all, span: spanSince(r, from) };
}

/** The limit may be a moment some time before or after another, or from now. */
function ordered(r: Reader, value: Expression, order: Order, limit: Expression): Expression {
  const away = awayFromNow(r, value, order, limit);
  if (away) return away;
  if (limit.type.kind === "time") return compareDays(r, order[1], presentFor(r, value, limit), limit);
  const point = isTemporal(value.type) ? pointFrom(r, limit) : undefined;
  return (point && comparePoint(r, value, order, point)) ?? compareDays(r, order[1], value, limit);
}

/** `it is before 08:00`: the present, which a time of day is compared with. */
function presentFor(r: Reader, value: Expression, limit: Expression): Expression {
  const isIt = limit.type.kind === "time" && value.type.kind === "record" && /^it$/i.test(textOf(r, value.span));
  return isIt ? buildBuiltin(r, "now", [], value.span, value.span) : value;
}

/** Compares the day of a moment with a date, and its time of day with a time: in words, people speak of days. */
function compareDays(r: Reader, sign: Sign, left: Expression, right: Expression): Expression {
  if (left.type.kind === "time" || right.type.kind === "time") return buildComparison(r, sign, asClock(r, left, right), asClock(r, right, left));
  const [day, moment] = left.type.kind === "date" ? [left, right] : [right, left];
  if (day.type.kind !== "date" || moment.type.kind !== "date and time") return buildComparison(r, sign, left, right);
  const date = buildBuiltin(r, "date", [{ value: moment }], moment.span, moment.span);
  return left === moment ? buildComparison(r, sign, date, right) : buildComparison(r, sign, left, date);
}

/** Whether a length of time lies between now and the value: `more than 2 years ago`, `less than 6 months away`. */
function awayFromNow(r: Reader, value: Expression, [words, sign]: Order, length: Expression): Expression | undefined {
  if (!/^date(?: and time)?$/.test(value.type.kind) || !length.type.kind.endsWith("duration")) return undefined;
  const isPast = take(r, "ago") || take(r, "old");
  if (!isPast && !take(r, "away") && !take(r, "ahead")) return undefined;
  const place = spanSince(r, value.span.from - r.from);
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  const point = { moment: clock, isBefore: isPast, point: buildArithmetic(r, isPast ? "-" : "+", clock, length) };
  return comparePoint(r, given, [words, sign], point) ?? { ...buildComparison(r, sign, given, point.point), span: place };
}

/** `state is in force`, `state is over`: a choice is meant, whatever else the words could say. */
function choicePhrase(r: Reader, value: Expression): Expression | undefined {
  const { at } = r;
  const copula = takeCopula(r);
  if (!copula) return undefined;
  const not = copula.not || take(r, "not");
  if (!withChoices(r, value.type, () => choiceAt(r))) takeAdverb(r);
  const chosen = withChoices(r, value.type, () => choiceAt(r));
  // A longer name can begin with the words of a choice.
  const isChoice = chosen && (knownNameAt(r, (folded) => isKnown(r, folded))?.tokens ?? 0) <= chosen.tokens;
  if (!isChoice) r.at = at;
  if (!isChoice) return undefined;
  const { from } = peek(r);
  r.at += chosen.tokens;
  const choice: Expression = { kind: "literal", value: chosen.choice, type: string, nullable: false, span: spanSince(r, from) };
  const same = buildComparison(r, not ? "!=" : "=", value, choice);
  return not ? same : withOtherChoices(r, value, same);
}

/** `due date < today()` for a date, `starts at < now()` for an instant. */
export function compareWithNow(r: Reader, sign: Sign, value: Expression): Expression {
  const place = { ...value.span, from: value.span.to, to: spanSince(r, 0).to };
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  return { ...buildComparison(r, sign, given, clock), span: cover(value.span, place) };
}

/** `is in the next 7 days`: between the present and a length of time from it. */
function isNear(r: Reader, value: Expression, sign: "+" | "-"): Expression {
  const length = parseSum(r);
  const place = { ...value.span, from: value.span.to, to: spanSince(r, 0).to };
  const given = asExpected(value, instant);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], cover(place, place), place);
  const end = buildArithmetic(r, sign, clock, length);
  return { ...(sign === "+" ? buildBetween(r, given, clock, end) : buildBetween(r, given, end, clock)), span: cover(value.span, place) };
}

/** `is tomorrow`, of a date or of the date of a moment. */
function isOnDay(r: Reader, value: Expression, days: string, from: number): Expression {
  const place = spanSince(r, from);
  const day = value.type.kind === "date" ? value : buildBuiltin(r, "date", [{ value }], place, place);
  const step: Expression = { kind: "literal", value: days, type: { kind: "days and time duration" }, nullable: false, span: place };
  return { ...buildComparison(r, "=", day, buildArithmetic(r, "+", buildBuiltin(r, "today", [], place, place), step)), span: place };
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The day in `is a Sunday`, `is not on a Sunday`, consumed. */
function weekdayIn(takes: (words: string) => boolean): { readonly name: string; readonly not: boolean } | undefined {
  for (const name of weekdays)
    for (const words of [`a ${name}`, `on a ${name}`, name].map((one) => one.toLowerCase())) {
      if (takes(`not ${words}`)) return { name, not: true };
      if (takes(words)) return { name, not: false };
    }
  return undefined;
}

function isWeekday(r: Reader, sign: Sign, value: Expression, name: string, from: number): Expression {
  const place = spanSince(r, from);
  const day = value.type.kind === "date" ? value : buildBuiltin(r, "date", [{ value }], place, place);
  const literal: Expression = { kind: "literal", value: name, type: string, nullable: false, span: place };
  return { ...buildComparison(r, sign, buildBuiltin(r, "day of week", [{ value: day }], place, place), literal), span: place };
}

function isWeekend(r: Reader, value: Expression, from: number): Expression {
  return buildOr(r, isWeekday(r, "=", value, "Saturday", from), isWeekday(r, "=", value, "Sunday", from));
}

/** Whether a date has the year, or the year and the month, of today. */
function isInPresent(r: Reader, value: Expression, parts: readonly string[], from: number): Expression {
  const place = spanSince(r, from);
  const day = value.type.kind === "date" ? value : buildBuiltin(r, "date", [{ value }], place, place);
  const today = buildBuiltin(r, "today", [], place, place);
  const same = parts.map((part) => buildComparison(r, "=", buildPath(r, day, part, part, place, place), buildPath(r, today, part, part, place, place)));
  return { ...same.reduce((left, right) => buildAnd(r, left, right)), span: place };
}

/** `2 working days after ordered on`. */
interface Point {
  readonly moment: Expression;
  readonly isBefore: boolean;
  /** The moment and the length of time from it. */
  readonly point: Expression;
}

/** The moment behind a length of time, consumed. */
function pointFrom(r: Reader, length: Expression): Point | undefined {
  const isBefore = /^before$/.test(peek(r).text);
  if ((!isBefore && !/^(?:after|past|from)$/.test(peek(r).text)) || !length.type.kind.endsWith(" duration")) return undefined;
  const run = knownNameAt(r, (folded) => isKnown(r, folded), 1) ?? knownNameAt(r, (folded) => isKnown(r, folded), 2);
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

/** Whether one working day lies between the day before and the day itself. */
function isWorkingDay(r: Reader, value: Expression, from: number): Expression {
  const place = spanSince(r, from);
  const day = value.type.kind === "date" ? value : buildBuiltin(r, "date", [{ value }], place, place);
  const one: Expression = { kind: "literal", value: "P1D", type: { kind: "days and time duration" }, nullable: false, span: place };
  const callee = buildName(r, "working days", resolveName(r, "working days"), place, true);
  const counted = buildApply(r, callee, [{ value: buildArithmetic(r, "-", day, one) }, { value: day }], place);
  return buildComparison(r, "=", counted, { kind: "literal", value: "1", type: { kind: "number", integer: true }, nullable: false, span: place });
}

function contained(r: Reader, name: string, value: Expression, from: number): Expression {
  const part = withChoices(r, value.type, () => parseSum(r));
  const place = spanSince(r, from);
  return buildBuiltin(r, name === "contains" && value.type.kind === "list" ? "list contains" : name, [{ value }, { value: part }], place, value.span);
}
