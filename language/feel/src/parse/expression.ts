/** Parses and types expressions by precedence (DMN 1.5, section 10.3.1.2, grammar rules 1 to 60). */
import { accept, fail, type Grammar, isSign, isWord, assuming, expect, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { boolean } from "../types/relations.ts";
import { buildArithmetic, buildNegate } from "../typing/arithmetic.ts";
import { buildBetween, buildComparison, buildIn } from "../typing/comparison.ts";
import { buildAnd, buildOr } from "../typing/logic.ts";
import { opensBlock } from "./block-start.ts";
import { parseFor, parseFunction, parseIf, parseQuantified } from "./block.ts";
import { parsePostfix } from "./postfix.ts";
import { parseType } from "./type.ts";
import { parseTests } from "./unary-tests.ts";

/** Deeper nesting would exhaust the stack. No person writes it. */
const maxDepth = 600;

/** The grammar for the reader. */
export const grammar: Grammar = { expression: (r) => expression(r), sum: (r) => sum(r) };

/** An expression of any kind; a placeholder after a syntax error. */
function expression(r: Reader): Expression {
  const token = peek(r);
  if (++r.depth > maxDepth) fail(r, "a shorter expression");
  const block = opensBlock(r) ? blocks[token.text] : undefined;
  const result = block ? block(r) : parseOr(r);
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
      assuming(r, left, false, () => parseAnd(r)),
    );
  return left;
}

function parseAnd(r: Reader): Expression {
  let left = parseComparison(r);
  while (accept(r, "and"))
    left = buildAnd(
      r,
      left,
      assuming(r, left, true, () => parseComparison(r)),
    );
  return left;
}

const comparisons: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="]);

function parseComparison(r: Reader): Expression {
  let left = sum(r);
  for (;;) {
    const token = peek(r);
    if (token.kind === "sign" && comparisons.has(token.text)) {
      r.at++;
      left = buildComparison(r, token.text as BinaryOperator, left, sum(r));
    } else if (isWord(token, "between")) {
      r.at++;
      const low = sum(r);
      expect(r, "and", "between the lower and the upper end");
      left = buildBetween(r, left, low, sum(r));
    } else if (isWord(token, "in")) {
      r.at++;
      left = buildIn(r, left, parseTests(r, left));
    } else return left;
  }
}

/** A sum, product or power: the operand of a comparison. */
function sum(r: Reader): Expression {
  return parseLeft(r, ["+", "-"], (inner) => parseLeft(inner, ["*", "/"], (product) => parseLeft(product, ["**"], parseUnary)));
}

function parseLeft(r: Reader, operators: readonly BinaryOperator[], operand: (r: Reader) => Expression): Expression {
  let left = operand(r);
  for (;;) {
    const token = peek(r);
    const operator = token.kind === "sign" ? operators.find((each) => each === token.text) : undefined;
    if (operator === undefined) return left;
    r.at++;
    left = buildArithmetic(r, operator, left, operand(r));
  }
}

function parseUnary(r: Reader): Expression {
  const sign = peek(r);
  if (++r.depth > maxDepth) fail(r, "a shorter expression");
  const result = isSign(sign, "-") ? parseNegative(r) : parseInstanceOf(r);
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
