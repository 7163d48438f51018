/** Compiles the words of the document to typed expressions, templates and tests. */
import { reportBehindCode, withoutBackticks } from "./behind-code.ts";
import { checkTemplate, checkTests, type Expression, fits, fold, type Type, type UnaryTest } from "@nonet/feel";
import type { Template } from "@nonet/model";
import type { Span } from "@nonet/source";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import { checkWithRoles } from "../expressions/expand-roles.ts";
import { doubtfulPartsIn } from "../expressions/doubtful-parts.ts";
import { listedNames } from "../text/listed-names.ts";
import { isNotShown, withoutStop } from "../text/split.ts";
import { readsField } from "../trees/walk.ts";
import { reportAmbiguousCommas, withPlainNumbers, withWholeNumbers } from "./ambiguous-commas.ts";
import { type ContextState, silently } from "./context-state.ts";
import type { Use } from "./context.ts";
import { givenIn } from "./currency-fields.ts";
import { explainMissingBody, explainMissingInput, explainSubject } from "./input-hints.ts";
import { withoutConditions } from "./named-conditions.ts";
import { withFigures } from "./number-words.ts";
import { literal, placeholder } from "./placeholder.ts";
import { explainProse } from "./prose-condition.ts";
import { keepDiagnostics, recordExpression, recordNotShown, reporter, typeMismatch } from "./record-findings.ts";
import { markExtents, scopeOf, unmark } from "./scope.ts";

/** One expression, in backticks or bare. A mistake is reported and gives a placeholder. */
export function compileExpression(state: ContextState, words: TextSpan, use: Use): Expression {
  if (isNotShown(words)) return recordNotShown(state, use.what, words.span);
  const joined = withoutBackticks(words).find((one) => tryExpression(state, one, use) !== null);
  if (joined) return compileExpression(state, joined, use);
  if (reportBehindCode(reporter(state), words)) return placeholder(words.span);
  const [asGrouped] = withoutBackticks(words);
  if (asGrouped) return compileExpression(state, asGrouped, use);
  const written = withoutStop(code(words));
  const text = { ...written, text: withPlainNumbers(written.text) };
  const value = isCode(words) && !isPlainValue(text.text) ? null : literal(text, use.expect);
  if (value && (!use.expect || fits(value.type, use.expect))) return value;
  if (value) {
    keepDiagnostics(state, [typeMismatch(value, use.expect!)]);
    return placeholder(value.span);
  }
  const known = use.twice && state.silenced === 0 ? firstResult(state, words) : undefined;
  if (known) {
    reportAmbiguousCommas({ report: reporter(state) }, text, true);
    reportParts(state, [known]);
    recordExpression(state, known, use);
    return known;
  }
  const check = (words: string): ReturnType<typeof checkWithRoles> =>
    checkWithRoles(markExtents(words, state.world, use), startOf(text), scopeOf(state.world, use), state.holders, {
      ...(use.expect ? { expect: use.expect } : {}),
      ...givenIn(use, use.old ? state.drafts.get(use.self ?? "") : undefined),
    });
  const asWritten = check(text.text);
  const inState = asWritten.diagnostics.length > 0 && use.expect?.kind === "boolean" ? stateNamed(state, text.text, use) : undefined;
  const inFigures = inState === undefined && asWritten.diagnostics.length > 0 ? withFigures(text.text) : text.text;
  const otherwise = inState !== undefined ? check(inState) : inFigures !== text.text ? check(inFigures) : null;
  const checked = otherwise && (inState !== undefined || otherwise.diagnostics.length < asWritten.diagnostics.length) ? otherwise : asWritten;
  const expression = expanded(state, checked.expression);
  if (use.twice && state.silenced > 0 && checked.diagnostics.length === 0) state.firstResults.set(words, expression);
  const textAt = (span: Span): string => state.layout.text(span);
  if (!reportAmbiguousCommas({ report: reporter(state) }, text, true)) {
    const inWords = use.expect?.kind === "boolean" && !isCode(words) ? explainProse(text, checked.diagnostics, state.drafts.get(use.self ?? ""), textAt) : checked.diagnostics;
    const explained = explainMissingBody(use.asked?.length === 0 ? explainMissingInput(inWords, use.what.startsWith("rule "), textAt) : inWords, textAt);
    keepDiagnostics(state, explainSubject(explained, use));
  }
  reportParts(state, [expression]);
  recordExpression(state, expression, use);
  return expression;
}

/** `Highlight in yellow when free`, `unique applicant among waiting, held`: the states of the record that the expression is about, where nothing else has this name. */
const stateNamed = (state: ContextState, written: string, { self }: Use): string | undefined => inOneOf(state.drafts.get(self ?? "")?.states ?? [], written);

/** `waiting, held` as a comparison of the state; undefined if the words are no states. */
export function inOneOf(states: readonly string[], written: string): string | undefined {
  const named = listedNames({ text: written, span: { file: 0, from: 0, to: written.length } }).map(({ text }) =>
    states.find((one) => fold(one) === fold(text.replace(/^"(.*)"$/, "$1"))),
  );
  if (named.length === 0 || named.includes(undefined)) return undefined;
  return named.length === 1 ? `state = "${named[0]}"` : `state in (${named.map((one) => `"${one}"`).join(", ")})`;
}

/** With what the conditions of point 6 say in place of their names. */
const expanded = (state: ContextState, expression: Expression): Expression =>
  withoutConditions(state, expression, ({ name, condition }, entity) =>
    silently(state, () => compileExpression(state, condition, { what: `whether a ${entity} is ${name.text}`, self: entity, expect: { kind: "boolean" } })),
  );

/** What the words compiled to before, if they read none of the fields of which more is known now. A memory records what is read while it is checked, so there they are checked again. */
function firstResult({ memory, firstResults, neverNull }: ContextState, words: TextSpan): Expression | undefined {
  const expression = memory.isKept ? undefined : firstResults.get(words);
  return expression && !readsField(expression, neverNull) ? expression : undefined;
}

/** The expression, or null if there is anything wrong with it; reports nothing. */
export function tryExpression(state: ContextState, words: TextSpan, use: Use): Expression | null {
  const { world, holders } = state;
  const written = withoutStop(code(words));
  const text = { ...written, text: withPlainNumbers(written.text) };
  const check = (words: string): ReturnType<typeof checkWithRoles> => checkWithRoles(markExtents(words, world, use), startOf(text), scopeOf(world, use), holders);
  const asWritten = check(text.text);
  const inState = asWritten.diagnostics.length > 0 && use.expect?.kind === "boolean" ? stateNamed(state, text.text, use) : undefined;
  const instead = inState ?? (asWritten.diagnostics.length > 0 ? withFigures(text.text) : text.text);
  const checked = instead === text.text ? asWritten : check(instead);
  return checked.diagnostics.length === 0 ? expanded(state, checked.expression) : null;
}

export function compileTemplate(state: ContextState, words: TextSpan, use: Use): Template {
  if (isNotShown(words)) return [recordNotShown(state, use.what, words.span)];
  const text = code(words);
  const checked = checkTemplate(markExtents(text.text, state.world, use), startOf(text), scopeOf(state.world, use));
  keepDiagnostics(
    state,
    explainSubject(
      explainMissingBody(checked.diagnostics, (span) => state.layout.text(span)),
      use,
    ),
  );
  reportParts(
    state,
    checked.template.filter((piece) => typeof piece !== "string"),
  );
  return checked.template.map((piece) => {
    if (typeof piece === "string") return unmark(piece, state.world);
    const expression = expanded(state, piece);
    // A function has no text: `{starts}` without its parentheses.
    if (expression.type.kind === "function" && use.self !== undefined) keepDiagnostics(state, [typeMismatch(expression, { kind: "string" })]);
    recordExpression(state, expression, use);
    return expression;
  });
}

/** The tests in a cell of a decision table, against an input of that type. */
export function compileTests(state: ContextState, words: TextSpan, input: Type, use: Use): readonly UnaryTest[] {
  const written = withoutStop(code(words));
  const text = { ...written, text: withWholeNumbers(written.text) };
  const checked = checkTests(markExtents(text.text, state.world, use), startOf(text), scopeOf(state.world, use), input);
  if (reportAmbiguousCommas({ report: reporter(state) }, text)) return [{ kind: "member", of: placeholder(written.span) }];
  keepDiagnostics(state, checked.diagnostics);
  return checked.tests;
}

/** Reports a value that isn't of the expected type, or none of its choices. */
export function checkType(state: ContextState, value: Expression, expected: Type): void {
  if (!fits(value.type, expected)) return keepDiagnostics(state, [typeMismatch(value, expected)]);
  if (expected.kind !== "string" || !expected.choices || value.kind !== "literal" || typeof value.value !== "string" || expected.choices.includes(value.value)) return;
  reporter(state)("unknown-choice", value.span, `"${value.value}" isn't one of the choices ${expected.choices.join(", ")}.`);
}

function reportParts(state: ContextState, expressions: readonly Expression[]): void {
  for (const { code, span, message, hint, fixes } of doubtfulPartsIn(expressions, (span) => state.layout.text(span))) reporter(state)(code, span, message, { hint, fixes });
}

const startOf = ({ span: { file, from } }: TextSpan): { file: number; from: number } => ({ file, from });

/** In backticks, only what FEEL itself can't hold is read as a plain value. */
const isPlainValue = (text: string): boolean => /^\d[\d.,]*\s*(%|[A-Za-z]+)$/.test(text);
