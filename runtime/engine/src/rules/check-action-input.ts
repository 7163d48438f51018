/** Checks the input of an action or an offered call against what its fields demand, as `check-fields.ts` checks a record. */
import type { Expression } from "@nonet/feel";
import type { Field } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { constraintExpressions, constraintsOf } from "../input/constraint-expressions.ts";
import { violationError } from "../input/constraint-messages.ts";
import { checkConstraints, type Constraint, literalViolations } from "../input/field-constraints.ts";
import { checkListLength } from "./check-list-length.ts";

/** Gives each expression's value by its name: over the record that is acted on, or over none. `given` is the input. */
export type EvaluateInput = (
  wanted: readonly { readonly name: string; readonly expression: Expression }[],
  given: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** `input` by field name, with its references resolved. One error per field. */
export async function checkInput(context: ChangeContext, fields: readonly Field[], input: Readonly<Record<string, unknown>>, evaluate: EvaluateInput): Promise<FieldError[]> {
  const values = (field: Field): unknown => input[field.name];
  const literal = fields.flatMap((field) => literalViolations(field, values(field)));
  const checked = { values, required: fields, constraints: fields.flatMap(inputConstraints) };
  const others = await checkConstraints(fields, checked, (constraints) => evaluate(constraintExpressions(constraints), input));
  const errors = [...literal, ...others].map((violation) => violationError(context.product, violation));
  errors.push(...(await checkListLength(context, fields, values)));
  return errors.filter((error, i) => errors.findIndex((other) => other.field === error.field) === i);
}

const cache = new WeakMap<Field, readonly Constraint[]>();

/** The same expressions each time, because their statements are cached by them. */
function inputConstraints(field: Field): readonly Constraint[] {
  let constraints = cache.get(field);
  if (!constraints) cache.set(field, (constraints = constraintsOf(field, given)));
  return constraints;
}

const given = (field: Field): Expression => ({
  kind: "variable",
  name: "given",
  type: { kind: "context", entries: {} },
  nullable: false,
  span: field.source ?? { file: 0, from: 0, to: 0 },
});
