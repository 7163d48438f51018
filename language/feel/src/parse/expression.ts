/** Parses and types expressions by precedence (DMN 1.5, section 10.3.1.2, grammar rules 1 to 60). */
import { resolveName, scopeNameAt } from "../syntax/names.ts";
import { accept, cover, fail, type Grammar, isSign, isWord, assuming, expect, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { boolean } from "../types/relations.ts";
import { buildArithmetic, buildNegate } from "../typing/arithmetic.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildBetween, buildComparison, buildIn } from "../typing/comparison.ts";
import { buildAnd, buildOr } from "../typing/logic.ts";
import { parseRounded } from "../typing/rounded.ts";
import { inCalendar, lacksCalendar, namesCalendar } from "../typing/working-time.ts";
import { opensBlock } from "./block-start.ts";
import { withChoices, withOtherChoices } from "./choices.ts";
import { countsRecords, parseCountInWords } from "./count-in-words.ts";
import { parseExistence } from "./existence.ts";
import { parseNowInWords } from "./now-in-words.ts";
import { parsePhrase } from "./phrases.ts";
import { parseFor, parseFunction, parseIf, parseQuantified, parseTernary } from "./block.ts";
import { parsePostfix } from "./postfix.ts";
import { describedRecord, isEachInWords, parseEachInWords } from "./records-in-words.ts";
import { continuesOrder, continuesWithBut, noteSaid, parseContinued } from "../words/continued.ts";
import { parseEachValue } from "../words/each-value.ts";
import { parseFactor } from "../words/factors.ts";
import { parsePairInHours } from "../words/times/pair-in-hours.ts";
import { parseSomeOfValues } from "../words/some-of-values.ts";
import { parseConditionBehind } from "../words/other-case.ts";
import { parseOtherValue } from "../words/other-value.ts";
import { isSheetIf } from "../words/sheet-if.ts";
import { parseType } from "./type.ts";
import { parseUnnamedSubject } from "./unnamed-subject.ts";
import { parseTests } from "./unary-tests.ts";

/** Deeper nesting would exhaust the stack. No person writes it. */
const maxDepth = 600;

/** Many times what the longest expressions of people need. */
const stepsOfToken = 100;
const leastSteps = 2_000;

/** The grammar for the reader. */
export const grammar: Grammar = {
  expression: (r) => expression(r),
  sum: (r) => sum(r),
  operand: (r) => parseUnary(r),
  comparison: (r) => parseComparison(r),
  phrase: (r, value, isBare) => (isBare ? describedRecord(r, value, true) : parsePhrase(r, value)),
};

/** An expression of any kind; a placeholder after a syntax error. */
function expression(r: Reader): Expression {
  const token = peek(r);
  if (++r.depth > maxDepth) fail(r, "a shorter expression");
  const block = !isEachInWords(r) && !isSheetIf(r) && opensBlock(r) ? blocks[token.text] : undefined;
  const { at: start } = r;
  const found = r.diagnostics.length;
  const first = block ? block(r) : parseOr(r);
  const result =
    !r.dynamic && isSign(peek(r), "?")
      ? parseTernary(r, first)
      : block
        ? first
        : (parseConditionBehind(r, { value: first, start, found, again: () => parseOr(r), continued: () => parseContinued(r, countsRecords) }) ??
          parseOtherValue(r, first) ??
          first);
  r.depth--;
  return result;
}

const blocks: Readonly<Record<string, (r: Reader) => Expression>> = {
  for: parseFor,
  if: parseIf,
  some: parseQuantified,
  every: parseQuantified,
  function: (r) => parseFunction(r),
};

function parseOr(r: Reader): Expression {
  let left = parseAnd(r);
  while (accept(r, "or"))
    left = buildOr(
      r,
      left,
      assuming(r, left, false, () => parseAnd(r, parseContinued(r, countsRecords))),
    );
  return left;
}

/** `first`: the condition after a value that stands further left. */
function parseAnd(r: Reader, first?: Expression): Expression {
  let left = first ?? parseComparison(r);
  while (accept(r, "and") || (continuesWithBut(r) && accept(r, "but")) || acceptsComma(r))
    left = buildAnd(
      r,
      left,
      assuming(r, left, true, () => parseContinued(r, countsRecords) ?? parseComparison(r)),
    );
  return left;
}

/** `falls on a weekday, no earlier than 08:30`: between conditions on one value, a comma stands for `and`. */
function acceptsComma(r: Reader): boolean {
  if (r.dynamic || r.depth > 1 || !isSign(peek(r), ",") || r.said?.at !== r.at) return false;
  r.at++;
  if (continuesOrder(r)) return true;
  r.at--;
  return false;
}

const comparisons: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);

function parseComparison(r: Reader): Expression {
  const each = parseEachValue(r) ?? parsePairInHours(r) ?? parseSomeOfValues(r) ?? parseEachInWords(r) ?? parseExistence(r) ?? parseCountInWords(r) ?? parseNowInWords(r);
  if (each) return each;
  const unnamed = parseUnnamedSubject(r);
  if (unnamed) return unnamed;
  if (lacksParenthesis(r)) return parseNot(r);
  let left = sum(r);
  for (;;) {
    const token = peek(r);
    if (token.kind === "sign" && comparisons.has(token.text)) {
      r.at++;
      const type = left.type;
      const value = left;
      left = buildComparison(
        r,
        token.text as BinaryOperator,
        value,
        withChoices(r, type, () => sum(r)),
      );
      if (token.text === "=") left = withOtherChoices(r, value, left);
      noteSaid(r, value, token.from);
    } else if (isWord(token, "between")) {
      r.at++;
      const low = sum(r);
      expect(r, "and", "between the lower and the upper end");
      left = buildBetween(r, left, low, sum(r));
    } else if (isWord(token, "in")) {
      const counted = withCalendar(r, left);
      if (counted !== left) {
        left = counted;
        continue;
      }
      r.at++;
      const value = left;
      left = buildIn(
        r,
        value,
        withChoices(r, value.type, () => parseTests(r, value)),
      );
    } else if (!r.dynamic && isWord(token, "not") && isWord(peek(r, 1), "in")) {
      // `state not in ("out", "lost")`.
      r.at += 2;
      const value = left;
      const member = buildIn(
        r,
        value,
        withChoices(r, value.type, () => parseTests(r, value)),
      );
      const place = cover(value.span, member.span);
      left = member.kind === "hole" ? member : buildBuiltin(r, "not", [{ value: member }], place, place);
    } else {
      const said = token.kind === "word" ? parsePhrase(r, left) : undefined;
      if (!said) return left;
      noteSaid(r, left, token.from);
      left = said;
    }
  }
}

/** `not paid and …`, without the parentheses of the standard. */
const lacksParenthesis = (r: Reader): boolean =>
  !r.dynamic && isWord(peek(r), "not") && peek(r, 1).kind === "word" && (scopeNameAt(r)?.tokens ?? 1) === 1 && !isScopeName(r, "not");

const isScopeName = (r: Reader, name: string): boolean => resolveName(r, name) !== undefined;

function parseNot(r: Reader): Expression {
  const { from } = peek(r);
  r.at++;
  const value = parseComparison(r);
  const place = spanSince(r, from);
  return value.kind === "hole" ? value : buildBuiltin(r, "not", [{ value }], place, place);
}

/** A sum, product or power: the operand of a comparison. */
function sum(r: Reader): Expression {
  const value = parseLeft(r, ["+", "-"], (inner) => parseLeft(inner, ["*", "/"], (product) => parseLeft(product, ["**"], parseUnary)));
  return parseRounded(r, value) ?? value;
}

/** `words times rate`. */
const operatorWords: ReadonlyMap<string, BinaryOperator> = new Map([
  ["plus", "+"],
  ["minus", "-"],
  ["times", "*"],
]);

function parseLeft(r: Reader, operators: readonly BinaryOperator[], operand: (r: Reader) => Expression): Expression {
  let left = operand(r);
  for (;;) {
    const token = peek(r);
    const written = token.kind === "word" && !r.dynamic ? operatorWords.get(token.text) : token.kind === "sign" ? token.text : undefined;
    const operator = operators.find((each) => each === written);
    if (operator === undefined) return left;
    r.at++;
    left = withCalendar(r, buildArithmetic(r, operator, left, operand(r)));
  }
}

/** `due on + 3 working days in Workshop`. What doesn't name a calendar belongs to the comparison `x in y`. */
function withCalendar(r: Reader, sum: Expression): Expression {
  if (r.dynamic || !lacksCalendar(sum) || !isWord(peek(r), "in")) return sum;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  r.at++;
  const calendar = calendarNamed(r);
  if (calendar) return inCalendar(sum, calendar, cover(sum.span, calendar.span));
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return sum;
}

/** `Workshop`, `the calendar Workshop`, `vehicle.depot`; undefined if no calendar is named. */
function calendarNamed(r: Reader): Expression | undefined {
  const known = (): boolean => scopeNameAt(r) !== undefined;
  if (!known()) accept(r, "the");
  if (!known()) accept(r, "calendar");
  if (peek(r).kind !== "word" && peek(r).kind !== "string") return undefined;
  const calendar = parsePostfix(r);
  return namesCalendar(calendar.type) || calendar.kind === "hole" ? calendar : undefined;
}

function parseUnary(r: Reader): Expression {
  const sign = peek(r);
  // Readings that are tried and taken back read their operands again, in parentheses once more for each.
  if (++r.depth > maxDepth || ++r.steps > stepsOfToken * r.tokens.length + leastSteps) fail(r, "a shorter expression");
  const result = isSign(sign, "-") ? parseNegative(r) : (parseFactor(r, parseUnary) ?? parseInstanceOf(r));
  r.depth--;
  return result;
}

function parseNegative(r: Reader): Expression {
  const from = peek(r).from;
  r.at++;
  const of = parseUnary(r);
  return buildNegate(r, of, spanSince(r, from));
}

function parseInstanceOf(r: Reader): Expression {
  const from = peek(r).from;
  let value = parsePostfix(r);
  while (isWord(peek(r), "instance") && isWord(peek(r, 1), "of")) {
    r.at += 2;
    const of = parseType(r);
    value = { kind: "instance of", value, of, type: boolean, nullable: false, span: spanSince(r, from) };
  }
  return value;
}
