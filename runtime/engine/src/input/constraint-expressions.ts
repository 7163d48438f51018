/** The demands of a field as expressions, for PostgreSQL or for evaluation in memory. */
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, fieldType, measureOf } from "@nonet/model";
import type { Constraint } from "./field-constraints.ts";
import { isList } from "./list-field.ts";

export type Holder = (field: Field) => Expression;

/** Each constraint's expression by its name, and its bound. */
export const constraintExpressions = (constraints: readonly Constraint[]): readonly { readonly name: string; readonly expression: Expression }[] =>
  constraints.flatMap((c) => [{ name: c.name, expression: c.expression }, ...(c.bound ? [{ name: `${c.name} bound`, expression: c.bound }] : [])]);

/** `holder` gives the expression whose field it is: the record (`this`), or the input of an action (`given`). */
export function constraintsOf(field: Field, holder: Holder): Constraint[] {
  const measured = (): Expression => measure(field, holder(field));
  const found: Constraint[] = [];
  if (field.type.kind === "inverse" && field.required === true && field.computed === null)
    found.push({ field, name: `${field.name} required`, expression: compare(measured(), "<=", nothing(field)), bound: null, kind: "required" });
  if (typeof field.required === "object") found.push({ field, name: `${field.name} required`, expression: field.required.expression, bound: null, kind: "required" });
  // The length of rich text is checked where it is sent: it counts as it reads.
  if (field.type.kind === "text" && field.type.form === "rich") return found;
  const [least, most] = [field.excludesLeast ? ">" : ">=", field.excludesMost ? "<" : "<="] as const;
  if (field.atLeast) found.push({ field, name: `${field.name} least`, expression: compare(measured(), least, field.atLeast), bound: field.atLeast, kind: "at least" });
  if (field.atMost) found.push({ field, name: `${field.name} most`, expression: compare(measured(), most, field.atMost), bound: field.atMost, kind: "at most" });
  if (field.onlyValues) found.push({ field, name: `${field.name} values`, expression: amongValues(field, measured()), bound: null, kind: "one of" });
  return found;
}

/** Whether the value is one of the only ones. */
function amongValues(field: Field, value: Expression): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const each = field.onlyValues!.map((digits) => compare(value, "=", { kind: "literal", value: digits, type: { kind: "number", integer: true }, nullable: false, span }));
  return each.reduce((left, right) => ({ kind: "binary", operator: "or", left, right, type: { kind: "boolean" }, nullable: true, span }));
}

/** Whether it has a value; an empty list counts as none. */
export function isPresent(field: Field, holder: Holder): Expression {
  return isList(field) ? compare(measure(field, holder(field)), ">", nothing(field)) : hasColumnValue(field, holder);
}

/** Whether its column isn't null; an empty list counts. */
export function hasColumnValue(field: Field, holder: Holder): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const text: Expression["type"] = { kind: "string" };
  const held: Expression = { kind: "path", of: holder(field), field: field.name, listed: false, type: isList(field) ? { kind: "list", of: text } : text, nullable: true, span };
  return compare(held, "!=", { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span });
}

/** The record itself, as expressions name it. */
export const thisRecord =
  (entity: Entity) =>
  (field: Field): Expression => ({
    kind: "variable",
    name: "this",
    type: { kind: "record", name: entity.name },
    nullable: false,
    span: field.source ?? { file: 0, from: 0, to: 0 },
  });

const nothing = (field: Field): Expression => ({ kind: "literal", value: "0", type: { kind: "number" }, nullable: false, span: field.source ?? { file: 0, from: 0, to: 0 } });

/** What a bound is compared with: the value itself, a text's length, a list's count. */
function measure(field: Field, self: Expression): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const number = { type: { kind: "number" }, nullable: true, span } as const;
  const path = (type: Expression["type"]): Expression => ({ kind: "path", of: self, field: field.name, listed: false, type, nullable: true, span });
  const value = fieldType(null, field);
  switch (measureOf(field.type)) {
    case "characters":
      return { kind: "call", function: "string length", arguments: [path({ kind: "string" })], ...number };
    case "items":
      return { kind: "call", function: "count", arguments: [path({ kind: "list", of: { kind: "string" } })], ...number };
    default:
      return path(value.kind === "number" ? { kind: "number" } : value);
  }
}

function compare(left: Expression, operator: ">=" | "<=" | ">" | "<" | "=" | "!=", right: Expression): Expression {
  return { kind: "binary", operator, left, right, type: { kind: "boolean" }, nullable: true, span: right.span };
}
