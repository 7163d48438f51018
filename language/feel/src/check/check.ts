/**
 * Checks a FEEL text against a scope: parses it and infers its types.
 *
 * Parsing and typing are one pass over the tokens, because the types determine which words form a name: inside
 * `Loan[due date < today()]`, the fields of Loan are names.
 */
import type { Diagnostic } from "@nonet/source";
import { textSources } from "../analysis/possible-texts.ts";
import { findForeignOperators } from "../syntax/foreign-operators.ts";
import { fail, withHint, hole, isSign, parseExpression, peek, type Reader, readerFor, replaceBy, report, spanOf, textOf, type TextLocation, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { isMonthsWithDays, nearestDays, noFixedLength } from "../types/months-in-days.ts";
import { comparable, elementOf, fits, isDuration, isLoose } from "../types/relations.ts";
import type { Scope } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { unitSuggestion } from "../types/units.ts";
import { choiceList, rejectsChoice } from "../typing/comparison.ts";
import { asExpected } from "../typing/local-to-instant.ts";
import { inferUnit } from "../typing/unit-inference.ts";
import { expressionText } from "../print/expression-text.ts";
import { grammar } from "../parse/expression.ts";
import { parseCell } from "../parse/unary-tests.ts";

export interface CheckOptions {
  /** The required type of the result; absent for any type. */
  readonly expect?: Type;
  /** Conditions that hold wherever the expression is evaluated. The units of amounts are inferred from them. */
  readonly given?: readonly Expression[];
  /** For unary tests use `checkTests`. */
  readonly tests?: false;
  /** Doesn't check types, and takes unknown names as null: for values whose types are only known at run time. */
  readonly dynamic?: boolean;
}

export interface Checked {
  readonly expression: Expression;
  readonly diagnostics: readonly Diagnostic[];
}

/** The tree of a longer text would be too deep for recursive functions. */
const maxTokens = 8000;

/** The typed tree of an expression, and its diagnostics. A part with an error is a `hole` in the tree. Never throws. */
export function check(text: string, where: TextLocation, scope: Scope, options: CheckOptions = {}): Checked {
  const r = readerFor(grammar, text, where, scope, options.dynamic === true);
  for (const condition of options.given ?? []) r.assumption = { condition, truth: true, outer: r.assumption };
  if (r.tokens.length > maxTokens) fail(r, "a shorter expression");
  const expression = expectEnd(r, parseExpression(r));
  if (r.failed) dropSyntaxError(r);
  if (reportForeignOperator(r)) return { expression: hole(spanOf(r, 0, text.length)), diagnostics: r.diagnostics };
  const expected = options.expect && inferUnit(r, options.expect);
  return { expression: expected ? expectType(r, asExpected(expression, expected), expected) : expression, diagnostics: r.diagnostics };
}

/** The tests in a cell of a decision table, for an input of the given type. The cell matches if one of them holds. */
export function checkTests(text: string, where: TextLocation, scope: Scope, input: Type): { readonly tests: readonly UnaryTest[]; readonly diagnostics: readonly Diagnostic[] } {
  const r = readerFor(grammar, text, where, scope, false);
  const value: Expression = { kind: "variable", name: "?", type: input, nullable: true, span: spanOf(r, 0, 0) };
  const names = new Map([["?", { name: "?", type: input, nullable: true }]]);
  const tests = within(r, { kind: "names", names }, () => parseCell(r, value));
  if (!r.failed && peek(r).kind !== "end") fail(r, "`,` and another test, or the end");
  if (reportForeignOperator(r)) r.failed = true;
  return { tests: r.failed ? [{ kind: "member", of: hole(spanOf(r, 0, text.length)) }] : tests, diagnostics: r.diagnostics };
}

/** The literal texts and the expressions of a text with `{expression}`, in order. `{{` and `}}` stand for one brace. */
export function checkTemplate(
  text: string,
  where: TextLocation,
  scope: Scope,
): { readonly template: readonly (string | Expression)[]; readonly diagnostics: readonly Diagnostic[] } {
  const template: (string | Expression)[] = [];
  const diagnostics: Diagnostic[] = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    if (text.startsWith("{{", at) || text.startsWith("}}", at)) {
      plain += text[at];
      at += 2;
    } else if (text[at] === "{") {
      const end = closingBrace(text, at);
      const checked = check(text.slice(at + 1, end), { file: where.file, from: where.from + at + 1 }, scope);
      diagnostics.push(...checked.diagnostics);
      if (plain !== "") template.push(plain);
      plain = "";
      template.push(checked.expression);
      at = end + 1;
    } else plain += text[at++];
  }
  if (plain !== "") template.push(plain);
  return { template, diagnostics };
}

/** The offset of the brace that ends the expression, after contexts and texts in it; the length of the text if there is none. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}

/** If foreign operators cause the errors in the text, replaces all diagnostics with one that reports them; returns whether it did. */
function reportForeignOperator(r: Reader): boolean {
  const found = r.diagnostics.length === 0 ? [] : findForeignOperators(r.text);
  const [first] = found;
  // A name that only looks like a foreign operator isn't the cause of an error elsewhere.
  const isCause = first && r.diagnostics.some(({ code, span }) => code === "syntax-error" || (span.from <= r.from + first.to && span.to >= r.from + first.from));
  if (!isCause) return false;
  r.diagnostics.length = 0;
  r.failed = false;
  const edits = found.filter(({ instead }) => !instead.includes("…")).map(({ from, to, instead }) => ({ span: spanOf(r, from, to), text: instead }));
  const each = [...new Map(found.map((one) => [`\`${one.instead}\` instead of \`${one.written}\``, `\`${one.instead}\``]))];
  report(r, "syntax-error", spanOf(r, first.from, first.to), `Write ${each.map(([words]) => words).join(", and ")}.`, {
    fixes: edits.length < found.length ? [] : [{ title: `Change to ${[...new Set(each.map(([, instead]) => instead))].join(" and ")}`, edits }],
  });
  return true;
}

/** A syntax error after words that are no name follows from them: `no overap of [a..b]`. */
function dropSyntaxError(r: Reader): void {
  const at = r.diagnostics.findIndex(({ code }) => code === "syntax-error");
  if (r.diagnostics.some(({ code, fixes }, i) => i < at && code === "unknown-name" && fixes.length === 0)) r.diagnostics.splice(at, 1);
}

/** `(a + b) %`: only a number can have the sign. What is wrong before it stays the only message. */
function reportPercent(r: Reader): Expression {
  const place = spanOf(r, peek(r).from, peek(r).to);
  if (r.diagnostics.length === 0)
    report(r, "syntax-error", place, "`%` can only follow a number.", {
      hint: "To read a value as a percentage, multiply it: `VALUE * 1 %`.",
      fixes: [{ title: "Write `* 1 %`", edits: [{ span: place, text: "* 1 %" }] }],
    });
  return hole(spanOf(r, 0, r.text.length));
}

/** Reports tokens after the expression. */
function expectEnd(r: Reader, expression: Expression): Expression {
  if (!r.failed && !r.dynamic && isSign(peek(r), "%") && peek(r, 1).kind === "end") return reportPercent(r);
  if (!r.failed && peek(r).kind !== "end") fail(r, r.text.slice(peek(r).from).match(/^[\p{L}\d"]/u) ? "an operator, such as `and`, `=` or `+`" : "the end of the expression");
  return r.failed ? hole(spanOf(r, 0, r.text.length)) : expression;
}

/** The first record of a filter. A filter in words needs its form with brackets: `[1]` would follow its last word. */
function firstOf(r: Reader, filter: Expression): string {
  const text = textOf(r, filter.span);
  return `${text.endsWith("]") ? text : expressionText(filter)}[1]`;
}

function expectType(r: Reader, expression: Expression, expected: Type): Expression {
  const type = expression.type;
  if (isLoose(type)) return expression;
  if (comparable(type, expected) && rejectsChoices(r, expected, expression)) return hole(expression.span);
  if (fits(type, expected)) return expression;
  const units = type.kind === "number" && expected.kind === "number";
  const zones = type.kind === "date and time" && expected.kind === "date and time";
  const first = type.kind === "list" && fits(type.of, expected) && expression.kind === "filter" ? firstOf(r, expression) : undefined;
  if (first !== undefined) {
    report(r, "type-mismatch", expression.span, `Expected ${describe(expected)}, but this is ${describe(type)}.`, {
      hint: `To take the first of them, write \`${first}\`.`,
      fixes: [
        {
          title: "Take the first",
          edits: [first.startsWith(textOf(r, expression.span)) ? { span: { ...expression.span, from: expression.span.to }, text: "[1]" } : { span: expression.span, text: first }],
        },
      ],
    });
    return hole(expression.span);
  }
  if (expected.kind === "number" && isDuration(type)) {
    const text = textOf(r, expression.span);
    const unit = type.kind === "days and time duration" ? "day" : "month";
    const form = `${expression.kind === "binary" ? `(${text})` : text} / 1 ${unit}`;
    report(r, "type-mismatch", expression.span, `Expected ${describe(expected)}, but this is ${describe(type)}.`, {
      hint: `For a number of ${unit}s, write \`${form}\`.`,
      fixes: [replaceBy(expression.span, form)],
    });
    return hole(expression.span);
  }
  const nearest = nearestDays(expression);
  report(
    r,
    units ? "unit-mismatch" : zones ? "zoned-with-local" : "type-mismatch",
    expression.span,
    `Expected ${describe(expected)}, but this is ${describe(type)}.`,
    isMonthsWithDays(type, expected)
      ? { hint: `${noFixedLength} Write days or hours, such as \`${nearest ?? "60 days"}\`.`, fixes: nearest === undefined ? [] : [replaceBy(expression.span, nearest)] }
      : type.kind === "number" && expected.kind.endsWith("duration")
        ? { hint: "Add a unit: `14 days`, `3 months`, `2 hours`." }
        : withHint(unitSuggestion(type, expected)),
  );
  return hole(expression.span);
}

/** Reports possible results that are not among the expected choices, each at the part that it comes from; returns whether it did. */
function rejectsChoices(r: Reader, expected: Type, expression: Expression): boolean {
  const element = elementOf(expected);
  if (r.dynamic || element.kind !== "string" || !element.choices) return false;
  const { choices } = element;
  const place: Expression = { kind: "variable", name: "?", type: element, nullable: false, span: spanOf(r, 0, 0) };
  return textSources(expression, r.assumption)
    .map(({ from, texts }) => {
      const other = texts?.filter((text) => !choices.includes(text)) ?? [];
      if (other.length === 0) return false;
      if (from.kind === "literal") return rejectsChoice(r, place, from);
      report(r, "type-mismatch", from.span, `This can be ${choiceList(other)}, but only ${choiceList(choices)} is valid here.`);
      return true;
    })
    .includes(true);
}
