/** Records what compiling finds: diagnostics, what depends on what is not shown, and which names are used. */
import { describe, type Expression, fold, isMonthsWithDays, isWorking, nearestDays, noFixedLength, type Type, type UnaryTest, unitSuggestion } from "@nonet/feel";
import { calendarType } from "@nonet/model";
import type { Diagnostic, Span } from "@nonet/source";
import { catalogue } from "../diagnostics/catalogue.ts";
import { keyOf, type NamedKind } from "../incremental/findings.ts";
import { walk } from "../trees/walk.ts";
import { type CallRecorder, recordCall } from "./callable-use.ts";
import type { ContextState } from "./context-state.ts";
import type { Context, Use } from "./context.ts";
import { placeholder } from "./placeholder.ts";
import { unmark } from "./scope.ts";

export const reporter =
  (state: ContextState): Context["report"] =>
  (code, span, message, more = {}) => {
    const severity = more.severity ?? catalogue[code].severity;
    if (state.silenced > 0) {
      if (severity === "error") state.unheard++;
      return;
    }
    state.recorder.findings.diagnostics.push({ code, severity, span, message, hint: more.hint, fixes: more.fixes ?? [] });
  };

/** Records FEEL's diagnostics, in the names of the document. */
export function keepDiagnostics(state: ContextState, list: readonly Diagnostic[]): void {
  const { recorder, world } = state;
  if (state.silenced > 0) {
    state.unheard += list.filter(({ severity }) => severity === "error").length;
    return;
  }
  for (const d of list)
    recorder.findings.diagnostics.push({
      ...d,
      message: unmark(d.message, world),
      hint: d.hint === undefined ? undefined : unmark(d.hint, world),
      fixes: d.fixes.map((fix) => ({ title: unmark(fix.title, world), edits: fix.edits.map((edit) => ({ ...edit, text: unmark(edit.text, world) })) })),
    });
}

/** The diagnostic for a value of the wrong type. */
export function typeMismatch(value: Expression, expected: Type): Diagnostic {
  const nearest = isMonthsWithDays(value.type, expected) ? nearestDays(value) : undefined;
  const hint =
    nearest === undefined
      ? unitSuggestion(value.type, expected)
      : `${noFixedLength} Write days, such as \`${nearest}\`, or make the field an \`integer\` and name the unit in its name: \`DATE + FIELD * 1 month\` is a date.`;
  return {
    code: value.type.kind === "number" && expected.kind === "number" ? "unit-mismatch" : "type-mismatch",
    severity: "error",
    span: value.span,
    message: `Expected ${describe(expected)}, but this is ${describe(value.type)}.`,
    ...(hint === undefined ? {} : { hint }),
    fixes: nearest === undefined ? [] : [{ title: `Write "${nearest}"`, edits: [{ span: value.span, text: nearest }], isTentative: true }],
  };
}

/** Records that `what` depends on `on`. */
export function recordAffected({ silenced, recorder }: ContextState, on: string, what: string, source: Span | null): void {
  if (silenced === 0 && on !== what) recorder.findings.affected.push({ on, what, source });
}

/** Records that a declared name is used. */
export const recordUsedName = ({ recorder }: ContextState, kind: NamedKind, name: string, of?: string): void => void recorder.findings.usedNames.push(keyOf(kind, name, of));

/** Records an attribute or cell that is not shown; returns the expression that takes its place. */
export function recordNotShown({ silenced, recorder }: ContextState, what: string, span: Span): Expression {
  if (silenced === 0) recorder.findings.opens.push([what, span]);
  return placeholder(span, what);
}

/** Records all that an expression reads and calls. */
export function recordExpression(state: ContextState, expression: Expression, use: Use): void {
  const { recorder, resultsRead } = state;
  if (state.silenced === 0) recorder.findings.affected.push({ expression, what: use.what });
  walk(expression, (e) => {
    if (e.kind === "global") recordUsedName(state, kindOf(state, e.name, e.type), e.name);
    if (e.kind === "hole" && e.open !== null) recordUsedName(state, "value", e.open);
    if (e.kind === "path" && e.of.kind === "apply") resultsRead.set(e.of, e.field);
    if (e === expression && isWorking(e.type) && !use.workingDays) reportMisplaced(state, e);
    if (e.kind === "call" || e.kind === "path") for (const part of e.kind === "path" ? [e.of] : e.arguments) if (isWorking(part.type)) reportMisplaced(state, part);
    if (e.kind === "apply") recordCall(callNotes(state), e, use, resultsRead.get(e) ?? null);
  });
}

const reportMisplaced = (state: ContextState, e: Expression): void =>
  reporter(state)("working-days-misplaced", e.span, `${e.kind === "global" ? `"${e.name}"` : "This"} is a number of working days or hours, which has no fixed length.`, {
    hint: "Add it to a date or to a date and time, or count working days with `working days(from, to)`.",
  });

const callNotes = (state: ContextState): CallRecorder => ({
  business: state.world.business,
  markUsed: (kind, name, of) => recordUsedName(state, kind, name, of),
  recordArgument: (input, argument) => void state.recorder.findings.given.push([input, argument]),
  report: reporter(state),
  affects: (on, what, source) => recordAffected(state, on, what, source),
});

function kindOf({ world: { declared } }: ContextState, name: string, type: Type): NamedKind {
  if (type.kind === "record" && type.name === calendarType.name) return "calendar";
  return declared.constants.has(fold(name)) || !declared.entities.has(fold(name)) ? "value" : "entity";
}

const nowhere: Span = { file: 0, from: 0, to: 0 };

/** Records all that the tests of a cell read and call. */
export function recordTests(state: ContextState, tests: readonly UnaryTest[], use: Use): void {
  const value: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: nowhere };
  recordExpression(state, { kind: "in", value, tests, type: { kind: "boolean" }, nullable: true, span: nowhere }, use);
}
