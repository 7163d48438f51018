/** Parses unary tests, after `in` or in a cell of a decision table (DMN 1.5, grammar rules 13 to 17). */
import { accept, isSign, isWord, expect, parseExpression, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { ends } from "../words/comparison-words.ts";
import { take } from "../words/take.ts";
import { buildRange } from "../typing/range.ts";
import { buildTest } from "../typing/unary-test.ts";
import { opensBlock } from "./block-start.ts";
import { closeRange } from "../syntax/range-end.ts";

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";
const signs: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);

/** The tests after `in`: one, or several in parentheses. */
export function parseTests(r: Reader, value: Expression): UnaryTest[] {
  // `x in [1, 2] and y`: the test ends before `and`.
  if (!isSign(peek(r), "(")) return [parseTest(r, value, opensBlock(r) ? parseExpression : parseSum)];
  const from = peek(r).from;
  const start = r.at;
  r.at++;
  const tests = parseTestList(r, value);
  const last = tests.at(-1);
  if (tests.length === 1 && last?.kind === "member" && accept(r, "..")) {
    const high = parseSum(r);
    const closed = closeRange(r);
    return [{ kind: "member", of: buildRange(r, last.of, high, false, closed, spanSince(r, from)) }];
  }
  expect(r, ")", "after the tests");
  const after = peek(r);
  if (tests.length === 1 && last?.kind === "member" && !r.failed && continuesExpression(after.text)) {
    r.at = start;
    return [parseTest(r, value, parseSum)];
  }
  return tests;
}

/** `x in (a) + 1`: the parenthesis is part of an expression. */
function continuesExpression(text: string): boolean {
  return ["+", "-", "*", "/", "**", ".", "["].includes(text);
}

export function parseTestList(r: Reader, value: Expression): UnaryTest[] {
  const tests = [parseTest(r, value)];
  while (accept(r, ",")) tests.push(parseTest(r, value));
  return tests;
}

/** A whole cell: `-` matches any value, `not(…)` negates the tests. */
export function parseCell(r: Reader, value: Expression): UnaryTest[] {
  if (isSign(peek(r), "-") && peek(r, 1).kind === "end") {
    r.at++;
    return [{ kind: "any" }];
  }
  if (isWord(peek(r), "not") && isSign(peek(r, 1), "(")) {
    r.at += 2;
    const tests = parseTestList(r, value);
    expect(r, ")", "after the tests");
    return [{ kind: "not", tests }];
  }
  const tests = [parseCellTest(r, value)];
  while (accept(r, ",")) tests.push(parseCellTest(r, value));
  return tests;
}

/** A long dash between two ends. */
function acceptDash(r: Reader): boolean {
  const isDash = ["–", "—"].includes(peek(r).text);
  if (isDash) r.at++;
  return isDash;
}

/** `50 or more`. */
function parseLimit(r: Reader, value: Expression): UnaryTest | undefined {
  const { at } = r;
  const or = r.tokens.findIndex((token, i) => i > at && isWord(token, "or"));
  const end = or < 0 || r.dynamic ? undefined : ends.find(([words]) => words === `or ${r.tokens[or + 1]!.text}`);
  if (!end) return undefined;
  const reported = r.diagnostics.length;
  const limit = parseSum(r);
  if (r.at === or && !r.failed && take(r, end[0])) return buildTest(r, value, limit, end[1][1] as Comparison);
  r.at = at;
  r.failed = false;
  r.diagnostics.length = reported;
  return undefined;
}

/** `500..4999`, `500 to 4999`, `500-4999`, `between 500 and 4999`: in a cell, a range needs no brackets, and has both ends. */
function parseCellTest(r: Reader, value: Expression): UnaryTest {
  const { from } = peek(r);
  const isBetween = isWord(peek(r), "between");
  if (isBetween || (isWord(peek(r), "from") && peek(r, 1).kind === "number")) {
    r.at++;
    const low = parseSum(r);
    expect(r, isBetween ? "and" : "to", "between the lower and the upper end");
    return buildTest(r, value, buildRange(r, low, parseSum(r), true, true, spanSince(r, from)), undefined);
  }
  const test = parseLimit(r, value) ?? parseTest(r, value);
  if (test.kind !== "member") return test;
  const { of } = test;
  // Nobody writes a difference of two plain numbers that is below zero.
  const isSpan =
    of.kind === "binary" &&
    of.operator === "-" &&
    of.left.kind === "literal" &&
    of.right.kind === "literal" &&
    of.left.type.kind === "number" &&
    Number(of.left.value) < Number(of.right.value);
  if (isSpan) return buildTest(r, value, buildRange(r, of.left, of.right, true, true, of.span), undefined);
  if (accept(r, "..") || accept(r, "to") || acceptDash(r)) return buildTest(r, value, buildRange(r, test.of, parseSum(r), true, true, spanSince(r, from)), undefined);
  return test;
}

export function parseTest(r: Reader, value: Expression, operand = parseExpression): UnaryTest {
  const token = peek(r);
  if (token.kind === "sign" && signs.has(token.text)) {
    r.at++;
    return buildTest(r, value, parseSum(r), token.text as Comparison);
  }
  return buildTest(r, value, operand(r), undefined);
}
