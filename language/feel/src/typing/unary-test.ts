/** Builds one unary test: a value to compare with, or a condition over `?`. */
import { withHint, hole, type Reader, report } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { comparable, elementOf, isLoose } from "../types/relations.ts";
import { unitsAgree, unitSuggestion } from "../types/units.ts";
import { asChoice, rejects, rejectsChoice } from "./comparison.ts";

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** A test of `value`. `operator` is undefined if the test has none. */
export function buildTest(r: Reader, value: Expression, given: Expression, operator: Comparison | undefined): UnaryTest {
  const isEquality = operator === undefined || operator === "=" || operator === "!=";
  const written = isEquality && !r.dynamic ? asChoice(value, given) : given;
  if (operator !== undefined) {
    const isRejected = rejects(r, operator, value, written, written.span);
    return { kind: "compare", operator, value: isRejected ? hole(written.span) : written };
  }
  if (mentionsInput(written) || (written.type.kind === "boolean" && value.type.kind !== "boolean" && isCondition(written))) return { kind: "condition", condition: written };
  if (r.dynamic || isLoose(value.type) || isLoose(written.type)) return { kind: "member", of: written };
  const element = elementOf(written.type);
  if (!comparable(value.type, written.type) && !comparable(value.type, element)) {
    report(r, "impossible-comparison", written.span, `The value is ${describe(value.type)}, but the test is ${describe(written.type)}: it can never hold.`);
    return { kind: "member", of: hole(written.span) };
  }
  const other = partsOf(written).find((part) => !unitsAgree(value.type, elementOf(part.type)) && !unitsAgree(value.type, part.type));
  if (other) {
    const type = elementOf(other.type);
    report(
      r,
      "unit-mismatch",
      written.span,
      `The value is ${describe(value.type)}, the test ${describe(type)}: they can't be compared.`,
      withHint(unitSuggestion(value.type, type)),
    );
    return { kind: "member", of: hole(written.span) };
  }
  const zoned = value.type.kind === "date and time" && element.kind === "date and time" && value.type.zoned !== element.zoned;
  if (zoned) report(r, "zoned-with-local", written.span, `The value is ${describe(value.type)}, the test ${describe(element)}: they can't be compared.`);
  if (zoned || rejectsChoice(r, value, written)) return { kind: "member", of: hole(written.span) };
  return { kind: "member", of: written };
}

/** The expressions that the value is compared with. */
function partsOf(written: Expression): readonly Expression[] {
  if (written.kind === "range") return [written.low, written.high].filter((end) => end !== null);
  return written.kind === "list" ? written.items : [written];
}

/** Whether the expression computes a boolean, instead of being a boolean value to compare with. */
function isCondition(expression: Expression): boolean {
  return expression.kind === "binary" || expression.kind === "between" || expression.kind === "in" || expression.kind === "call" || expression.kind === "quantified";
}

/** Whether the variable `?` occurs. */
function mentionsInput(expression: Expression): boolean {
  let found = false;
  const visit = (value: unknown): void => {
    if (found || value === null || typeof value !== "object") return;
    if (Array.isArray(value)) return value.forEach(visit);
    const node = value as { kind?: string; name?: string; span?: unknown };
    if (node.kind === "variable" && node.name === "?") found = true;
    else if (node.span !== undefined || node.kind !== undefined || "of" in node || "value" in node)
      for (const [key, child] of Object.entries(node)) if (key !== "type" && key !== "span") visit(child);
  };
  visit(expression);
  return found;
}
