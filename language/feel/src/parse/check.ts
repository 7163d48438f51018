/**
 * Checks a FEEL text against a scope: the entry to this package's static half.
 *
 * Reading and typing are one pass over the tokens, because which words form a name depends on the types before it
 * (inside `Loan[due date < today()]` the fields of Loan are names).
 */
import type { Diagnostic } from "@nonet/source";
import { textSources } from "../analysis/possible-texts.ts";
import { foreignIn } from "../syntax/foreign-operators.ts";
import { fail, hinted, hole, parseExpression, peek, type Reader, readerFor, report, spanOf, type Where, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { comparable, elementOf, fits, isLoose } from "../types/relations.ts";
import type { Scope } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { unitSuggestion } from "../types/units.ts";
import { listed, rejectsChoice } from "../typing/comparison.ts";
import { asExpected } from "../typing/local-to-instant.ts";
import { inferUnit } from "../typing/unit-inference.ts";
import { grammar } from "./expression.ts";
import { parseCell } from "./unary-tests.ts";

export interface CheckOptions {
  /** The type that the result must have. */
  readonly expect?: Type;
  /** Conditions that hold wherever the expression is run: amounts' units are told by them. */
  readonly given?: readonly Expression[];
  /** Unary tests are read by `checkTests`. */
  readonly tests?: false;
  /** Says nothing about types and takes unknown names as null: for values whose types are only known when run. */
  readonly dynamic?: boolean;
}

export interface Checked {
  readonly expression: Expression;
  readonly diagnostics: readonly Diagnostic[];
}

/** A longer text would make a tree too deep to walk. */
const mostTokens = 8000;

/** The typed tree of an expression and what is wrong with it; where something is wrong the tree has holes. */
export function check(text: string, where: Where, scope: Scope, options: CheckOptions = {}): Checked {
  const r = readerFor(grammar, text, where, scope, options.dynamic === true);
  for (const condition of options.given ?? []) r.known = { condition, truth: true, outer: r.known };
  if (r.tokens.length > mostTokens) fail(r, "a shorter expression");
  const expression = whole(r, parseExpression(r));
  if (tellsForeign(r)) return { expression: hole(spanOf(r, 0, text.length)), diagnostics: r.diagnostics };
  const expected = options.expect && inferUnit(r, options.expect);
  return { expression: expected ? expectType(r, asExpected(expression, expected), expected) : expression, diagnostics: r.diagnostics };
}

/** The tests of a decision table's cell, over an input of the given type; several are alternatives. */
export function checkTests(text: string, where: Where, scope: Scope, input: Type): { readonly tests: readonly UnaryTest[]; readonly diagnostics: readonly Diagnostic[] } {
  const r = readerFor(grammar, text, where, scope, false);
  const value: Expression = { kind: "variable", name: "?", type: input, nullable: true, span: spanOf(r, 0, 0) };
  const names = new Map([["?", { name: "?", type: input, nullable: true }]]);
  const tests = within(r, { kind: "names", names }, () => parseCell(r, value));
  if (!r.failed && peek(r).kind !== "end") fail(r, "`,` and another test, or the end");
  if (tellsForeign(r)) r.failed = true;
  return { tests: r.failed ? [{ kind: "member", of: hole(spanOf(r, 0, text.length)) }] : tests, diagnostics: r.diagnostics };
}

/** A text with `{expression}` in it, as its pieces in order. `{{` stands for one brace. */
export function checkTemplate(text: string, where: Where, scope: Scope): { readonly template: readonly (string | Expression)[]; readonly diagnostics: readonly Diagnostic[] } {
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

/** The brace that ends the expression, past contexts and texts in it; the text's end where there is none. */
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

/** Where signs of another language stand, they are the mistake, and whatever else was said follows from them. */
function tellsForeign(r: Reader): boolean {
  const found = r.diagnostics.length === 0 ? [] : foreignIn(r.text);
  const [first] = found;
  // What merely looks like one, within a name, isn't to blame for a mistake elsewhere.
  const blamed = first && r.diagnostics.some(({ code, span }) => code === "syntax-error" || (span.from <= r.from + first.to && span.to >= r.from + first.from));
  if (!blamed) return false;
  r.diagnostics.length = 0;
  r.failed = false;
  const edits = found.filter(({ instead }) => !instead.includes("…")).map(({ from, to, instead }) => ({ span: spanOf(r, from, to), text: instead }));
  report(r, "syntax-error", spanOf(r, first.from, first.to), `Write \`${first.instead}\` instead of \`${first.written}\`.`, {
    fixes: edits.length < found.length ? [] : [{ title: `Change to \`${first.instead}\``, edits }],
  });
  return true;
}

/** Complains of what follows the expression. */
function whole(r: Reader, expression: Expression): Expression {
  if (!r.failed && peek(r).kind !== "end") fail(r, r.text.slice(peek(r).from).match(/^[\p{L}\d"]/u) ? "an operator, such as `and`, `=` or `+`" : "the end of the expression");
  return r.failed ? hole(spanOf(r, 0, r.text.length)) : expression;
}

function expectType(r: Reader, expression: Expression, expected: Type): Expression {
  const type = expression.type;
  if (isLoose(type)) return expression;
  if (comparable(type, expected) && rejectsChoices(r, expected, expression)) return hole(expression.span);
  if (fits(type, expected)) return expression;
  const units = type.kind === "number" && expected.kind === "number";
  const zones = type.kind === "date and time" && expected.kind === "date and time";
  report(
    r,
    units ? "unit-mismatch" : zones ? "zoned-with-local" : "type-mismatch",
    expression.span,
    `Expected ${describe(expected)}, but this is ${describe(type)}.`,
    type.kind === "number" && expected.kind.endsWith("duration") ? { hint: "Add a unit: `14 days`, `3 months`, `2 hours`." } : hinted(unitSuggestion(type, expected)),
  );
  return hole(expression.span);
}

/** What can come out and isn't one of the values that are expected, each said where it comes from. */
function rejectsChoices(r: Reader, expected: Type, expression: Expression): boolean {
  const element = elementOf(expected);
  if (r.dynamic || element.kind !== "string" || !element.choices) return false;
  const { choices } = element;
  const place: Expression = { kind: "variable", name: "?", type: element, nullable: false, span: spanOf(r, 0, 0) };
  return textSources(expression, r.known)
    .map(({ from, texts }) => {
      const other = texts?.filter((text) => !choices.includes(text)) ?? [];
      if (other.length === 0) return false;
      if (from.kind === "literal") return rejectsChoice(r, place, from);
      report(r, "type-mismatch", from.span, `This can be ${listed(other)}, but only ${listed(choices)} is valid here.`);
      return true;
    })
    .includes(true);
}
