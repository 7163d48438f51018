/**
 * Parses what people write after a value instead of a sign: `due date is empty`, `due date has passed`, `fee is at least 5`,
 * `name contains "x"`. Each has one meaning, so each is read as the comparison that FEEL writes.
 */
import { scopeNameAt } from "../syntax/names.ts";
import { accept, expect, parseSum, peek, type Reader, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { isTemporal, string } from "../types/relations.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison, buildIn, rejectsChoice } from "../typing/comparison.ts";
import { buildApart, buildExcess } from "../typing/excess.ts";
import { buildAnd } from "../typing/logic.ts";
import { choiceAt, withChoices, withOtherChoices } from "./choices.ts";
import { empty, filled, isEmpty, isNull, negated } from "../words/emptiness.ts";
import { parseBelongs } from "../words/belongs.ts";
import { parseDayKind } from "../words/times/calendar-day.ts";
import { awayFromNow, compareDays, compareWithNow, isNear, ordered, parseWithin, pointFrom, presentFor } from "../words/times/distance.ts";
import { comparisons, ends, type Order, verbs } from "../words/comparison-words.ts";
import { takeAdverb, takeCopula, takeVerb } from "../words/copula.ts";
import { parseCountInWords } from "./count-in-words.ts";
import { datedField } from "../words/times/dated-record.ts";
import { parseMagnitude } from "../words/magnitude.ts";
import { describedRecord } from "./records-in-words.ts";
import { take } from "../words/take.ts";
import { buildBetweenClocks } from "../words/times/time-of-day.ts";
import { parseTicked } from "../words/ticked.ts";
import { parseLengthVerb, parseTextLength } from "../words/text-length.ts";
import { parseTests } from "./unary-tests.ts";

const past = ["past", "in the past"];
const future = ["in the future", "still to come"];
const soon = ["in the next", "within the next", "in the coming", "within the coming"];
const lately = ["in the last", "within the last", "within the past"];

/** The comparison in words at the current token, consumed; undefined if there is none. */
export function parsePhrase(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic) return undefined;
  const from = value.span.from - r.from;
  const belongs = parseBelongs(r, value, from);
  if (belongs) return belongs;
  const having = value.type.kind === "record" ? parseHaving(r, value, from) : undefined;
  if (having) return having;
  const chosen = choicePhrase(r, value) ?? describedRecord(r, value) ?? (value.type.kind === "record" ? parseCountInWords(r, value) : undefined);
  if (chosen) return chosen;
  const dated = datedField(r, value);
  if (dated) return dated.kind === "hole" ? dated : parsePhrase(r, dated);
  if (take(r, "has passed") || take(r, "is over")) return compareWithNow(r, "<", value);
  if (["has not passed", "hasn't passed", "has not yet passed", "is not over", "isn't over"].some((words) => take(r, words))) return compareWithNow(r, ">=", value);
  if (take(r, "has come")) return compareWithNow(r, "<=", value);
  const counted = pointFrom(r, value);
  if (counted) return counted.point;
  const long = parseLengthVerb(r, value, from);
  if (long) return long;
  const exceeds = takeVerb(r, "exceed", "exceeds");
  const verb: Order | undefined = exceeds ? ["exceeds", exceeds.not ? "<=" : ">"] : verbs.find(([words]) => take(r, words));
  if (verb) {
    const limit = withChoices(r, value.type, () => parseSum(r));
    return exceeds && take(r, "by") ? byHowMuch(r, value, limit, exceeds.not) : compareDays(r, verb[1], value, limit);
  }
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
  const within = isTemporal(value.type) ? withinOf(r, value, takes, from) : undefined;
  if (within) return within;
  if (isTemporal(value.type) && soon.some(takes)) return isNear(r, value, "+");
  if (isTemporal(value.type) && lately.some(takes)) return isNear(r, value, "-");
  const day = parseDayKind(r, value, takes, from);
  if (day) return value.type.kind === "date and time" && !r.failed ? withClocks(r, value, day) : day;
  const magnitude = parseMagnitude(r, value, takes, from);
  if (magnitude) return magnitude;
  const { at } = r;
  const notLong = isnt || take(r, "not");
  const length = parseTextLength(r, value, from, notLong);
  if (length) return length;
  r.at = at;
  const compared = comparisons.find(([words]) => takes(words));
  if (compared) return orderedOrApart(r, value, compared);
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
  if (/^date(?: and time)?$/.test(value.type.kind)) take(r, "on");
  const limit = withChoices(r, value.type, () => parseSum(r));
  const away = awayFromNow(r, value, ["exactly", "="], limit);
  if (away) return not ? negated(r, away, from) : away;
  const end = peek(r, 2).text === "than" ? undefined : ends.find(([words]) => take(r, words));
  if (end) return not ? negated(r, ordered(r, value, end[1], limit), from) : ordered(r, value, end[1], limit);
  const same = compareDays(r, not ? "!=" : "=", value, limit);
  return not ? same : withOtherChoices(r, value, same);
}

/** `is more than 5`, or `is more than 5 above the limit`. */
function orderedOrApart(r: Reader, value: Expression, order: Order): Expression {
  const limit = parseSum(r);
  const side = value.type.kind === "number" ? sides.get(peek(r).text) : undefined;
  if (side === undefined) return ordered(r, value, order, limit);
  r.at++;
  return buildApart(r, value, order[1], limit, side, parseSum(r));
}

const sides: ReadonlyMap<string, "+" | "-"> = new Map([
  ["above", "+"],
  ["over", "+"],
  ["below", "-"],
  ["under", "-"],
]);

/** `exceeds the limit by more than 2`. */
function byHowMuch(r: Reader, value: Expression, limit: Expression, isDenied: boolean): Expression {
  const order = comparisons.find(([words]) => take(r, words));
  const length = parseSum(r);
  return buildExcess(r, value, limit, order?.[1] ?? "=", length, isDenied);
}

/** `on a weekday between 08:30 and 16:30`, `on a Monday before 12:00`: the time of day after the kind of day. */
function withClocks(r: Reader, value: Expression, day: Expression): Expression {
  const { at } = r;
  const order = comparisons.find(([words]) => take(r, words));
  const isClock = (order !== undefined || peek(r).text === "between") && isTimeAhead(r, order ? 0 : 1);
  r.at = at;
  if (!isClock) return day;
  if (order) {
    take(r, order[0]);
    return buildAnd(r, day, ordered(r, value, order, parseSum(r)));
  }
  r.at++;
  const low = parseSum(r);
  expect(r, "and", "between the lower and the upper end");
  return buildAnd(r, day, buildBetweenClocks(r, value, low, parseSum(r)));
}

const isTimeAhead = (r: Reader, ahead: number): boolean => peek(r, ahead).kind === "number" && peek(r, ahead + 1).text === ":" && peek(r, ahead + 2).kind === "number";

/** `does not have an open Loan`, `must have at least 2 lines`, `already has a Loan`: as `has …`. */
function parseHaving(r: Reader, value: Expression, from: number): Expression | undefined {
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const isAdverb = /^(?:already|currently|still)$/.test(peek(r).text) && /^(?:has|have)$/.test(peek(r, 1).text);
  if (isAdverb) r.at++;
  const verb = isAdverb ? { not: false } : takeVerb(r, "have", "has have");
  if (!isAdverb && verb) r.at--;
  const found = verb && (describedRecord(r, value) ?? parseCountInWords(r, value));
  if (found && !r.failed) return verb.not ? negated(r, found, from) : found;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

/** `is within 14 days of today`; undefined, with nothing consumed, for `within the next 7 days`. */
function withinOf(r: Reader, value: Expression, takes: (words: string) => boolean, from: number): Expression | undefined {
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const denied = takes("not within");
  const found = denied || takes("within") ? parseWithin(r, value, from) : undefined;
  if (found) return denied ? negated(r, found, from) : found;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
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
  if (peek(r).text !== "," || (next.kind !== "word" && next.kind !== "string") || scopeNameAt(r, 1)) return undefined;
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
    if (chosen && (scopeNameAt(r)?.tokens ?? 0) < chosen.tokens) return chosen;
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

/** `state is in force`, `state is over`: a choice is meant, whatever else the words could say. */
function choicePhrase(r: Reader, value: Expression): Expression | undefined {
  const { at } = r;
  const copula = takeCopula(r);
  if (!copula) return undefined;
  const not = copula.not || take(r, "not");
  if (!withChoices(r, value.type, () => choiceAt(r))) takeAdverb(r);
  const chosen = withChoices(r, value.type, () => choiceAt(r));
  // A longer name can begin with the words of a choice.
  const isChoice = chosen && (scopeNameAt(r)?.tokens ?? 0) <= chosen.tokens;
  if (!isChoice) r.at = at;
  if (!isChoice) return undefined;
  const { from } = peek(r);
  r.at += chosen.tokens;
  const choice: Expression = { kind: "literal", value: chosen.choice, type: string, nullable: false, span: spanSince(r, from) };
  const same = buildComparison(r, not ? "!=" : "=", value, choice);
  return not ? same : withOtherChoices(r, value, same);
}

function contained(r: Reader, name: string, value: Expression, from: number): Expression {
  const part = withChoices(r, value.type, () => parseSum(r));
  const place = spanSince(r, from);
  return buildBuiltin(r, name === "contains" && value.type.kind === "list" ? "list contains" : name, [{ value }, { value: part }], place, value.span);
}
