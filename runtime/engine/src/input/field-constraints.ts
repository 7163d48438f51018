/** Checks values against what their fields demand in point 3: required, bounds, pattern. Records and the input of actions are checked by the same function. */
import { type Expression, matchesWhole } from "@nonet/feel";
import { type Field, measureOf } from "@nonet/model";
import type { Violation } from "./constraint-messages.ts";
import { isEmpty, isList } from "./list-field.ts";
import { plainOf } from "./rich-text.ts";

/** A demand that is an expression. */
export interface Constraint {
  readonly field: Field;
  readonly name: string;
  readonly expression: Expression;
  /** The bound, for the message. */
  readonly bound: Expression | null;
  readonly kind: "required" | "at least" | "at most";
}

/** Gives the expressions' values by name: over a stored record, over an action's input, or in memory. */
export type Evaluate = (constraints: readonly Constraint[]) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Every violation, in the fields' order; those that are expressions come last. `values` gives a field's value; `required`
 * are the fields that are checked for being there at all.
 */
export async function checkConstraints(
  fields: readonly Field[],
  { values, required, constraints }: { readonly values: (field: Field) => unknown; readonly required: readonly Field[]; readonly constraints: readonly Constraint[] },
  evaluate: Evaluate,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const field of fields) {
    if (field.required === true && required.includes(field) && isEmpty(values(field))) violations.push({ field, kind: "required" });
    if (!hasPattern(field, values(field))) violations.push({ field, kind: "pattern" });
  }
  const due = constraints.filter(({ field, kind }) => (kind === "required" ? isEmpty(values(field)) : isList(field) || !isEmpty(values(field))));
  const results = { ...counted(due, values), ...(await evaluateOthers(due, evaluate)) };
  for (const { field, kind, name } of due) {
    if (kind === "required" && results[name] === true) violations.push({ field, kind: "required when" });
    if (kind !== "required" && results[name] === false) violations.push({ field, kind, bound: String(results[`${name} bound`]) });
  }
  return violations;
}

/** Whether a text matches the pattern of its field. */
export const hasPattern = (field: Field, value: unknown): boolean => !field.matching || typeof value !== "string" || matchesWhole(field.matching, value);

/** Bounds that stand in the document as plain numbers, checked where a value is sent; rich text counts as it reads. */
export function literalViolations(field: Field, value: unknown): readonly Violation[] {
  if (typeof value !== "string") return [];
  const isText = measureOf(field.type) === "characters";
  if (!isText && !["integer", "number", "money", "percent"].includes(field.type.kind)) return [];
  const size = isText ? [...(field.type.kind === "text" && field.type.form === "rich" ? plainOf(value) : value)].length : Number(value);
  const [least, most] = [literalBound(field.atLeast), literalBound(field.atMost)];
  if (least !== null && size < Number(least)) return [{ field, kind: "at least", bound: least }];
  return most !== null && size > Number(most) ? [{ field, kind: "at most", bound: most }] : [];
}

const literalBound = (expression: Field["atLeast"]): string | null =>
  expression?.kind === "literal" && typeof expression.value === "string" && Number.isFinite(Number(expression.value)) ? expression.value : null;

/** Whether characters or items are compared with a number of the document, which needs no database. */
export const isCounted = ({ bound, field }: Constraint): boolean => bound?.kind === "literal" && ["text", "formatted", "file", "any of", "texts"].includes(field.type.kind);

function counted(constraints: readonly Constraint[], values: (field: Field) => unknown): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  for (const constraint of constraints.filter(isCounted)) {
    const value = values(constraint.field);
    const count = typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : 0;
    const limit = Number((constraint.bound as { value: unknown }).value);
    results[constraint.name] = constraint.kind === "at least" ? count >= limit : count <= limit;
    results[`${constraint.name} bound`] = limit;
  }
  return results;
}

async function evaluateOthers(constraints: readonly Constraint[], evaluate: Evaluate): Promise<Readonly<Record<string, unknown>>> {
  const others = constraints.filter((c) => !isCounted(c));
  return others.length > 0 ? evaluate(others) : {};
}
