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
  readonly kind: "required" | "at least" | "at most" | "one of";
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
  const due = constraints.filter(({ field, kind }) => (kind === "required" ? isEmpty(values(field)) : isList(field) || !isEmpty(values(field))));
  const others = due.filter((one) => !isCounted(one));
  const results = { ...counted(due, values), ...(others.length > 0 ? await evaluate(others) : {}) };
  return [...valueViolations(fields, values, required), ...violated(due, results)];
}

/** Which fields have no value, or one that doesn't match the pattern. */
export function valueViolations(fields: readonly Field[], values: (field: Field) => unknown, required: readonly Field[]): Violation[] {
  const violations: Violation[] = [];
  for (const field of fields) {
    const value = values(field);
    if (field.required === true && isEmpty(value) && required.includes(field)) violations.push({ field, kind: "required" });
    if (!hasPattern(field, value)) violations.push({ field, kind: "pattern" });
  }
  return violations;
}

/** Bounds on characters or items that are plain numbers of the document. */
export const countViolations = (constraints: readonly Constraint[], values: (field: Field) => unknown): readonly Violation[] => {
  const due = constraints.filter(isCounted);
  return violated(due, counted(due, values));
};

const violated = (constraints: readonly Constraint[], results: Readonly<Record<string, unknown>>): readonly Violation[] =>
  constraints.flatMap(({ field, kind, name }): readonly Violation[] => {
    if (kind === "required") return results[name] === true ? [{ field, kind: "required when" }] : [];
    if (kind === "one of") return results[name] === false ? [{ field, kind }] : [];
    return results[name] === false ? [{ field, kind, bound: String(results[`${name} bound`]) }] : [];
  });

/** Whether a text matches the pattern of its field. */
export const hasPattern = (field: Field, value: unknown): boolean => !field.matching || typeof value !== "string" || matchesWhole(field.matching, value);

/** Bounds that stand in the document as plain numbers, checked where a value is sent; rich text counts as it reads. */
export function literalViolations(field: Field, value: unknown): readonly Violation[] {
  if (typeof value !== "string") return [];
  const isText = measureOf(field.type) === "characters";
  if (!isText && !["integer", "number", "money", "percent"].includes(field.type.kind)) return [];
  const size = isText ? characters(field.type.kind === "text" && field.type.form === "rich" ? plainOf(value) : value) : Number(value);
  if (field.onlyValues && !field.onlyValues.includes(String(size))) return [{ field, kind: "one of" }];
  const [least, most] = [literalBound(field.atLeast), literalBound(field.atMost)];
  if (least !== null && (size < Number(least) || (field.excludesLeast && size === Number(least)))) return [{ field, kind: "at least", bound: least }];
  return most !== null && (size > Number(most) || (field.excludesMost && size === Number(most))) ? [{ field, kind: "at most", bound: most }] : [];
}

/** Code points, as PostgreSQL counts them. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const isPair = text.codePointAt(i)! > 0xffff;
    if (isPair) count--;
    if (isPair) i++;
  }
  return count;
}

const literalBound = (expression: Field["atLeast"]): string | null =>
  expression?.kind === "literal" && typeof expression.value === "string" && Number.isFinite(Number(expression.value)) ? expression.value : null;

/** Whether characters or items are compared with a number of the document, which needs no database. */
export const isCounted = ({ bound, field }: Constraint): boolean => bound?.kind === "literal" && ["text", "formatted", "file", "any of", "texts"].includes(field.type.kind);

function counted(constraints: readonly Constraint[], values: (field: Field) => unknown): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  for (const constraint of constraints.filter(isCounted)) {
    const value = values(constraint.field);
    const count = typeof value === "string" ? characters(value) : Array.isArray(value) ? value.length : 0;
    const limit = Number((constraint.bound as { value: unknown }).value);
    const isExcluded = count === limit && (constraint.kind === "at least" ? constraint.field.excludesLeast : constraint.field.excludesMost);
    results[constraint.name] = !isExcluded && (constraint.kind === "at least" ? count >= limit : count <= limit);
    results[`${constraint.name} bound`] = limit;
  }
  return results;
}
