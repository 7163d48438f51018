/**
 * Constraints of point 3 that are new in a version and that no column constraint can enforce: computed bounds, bounds of a
 * list's length or of a computed field, and fields required under a condition. Each is checked like a new rule.
 */
import { descend, entityInPreviousVersion, readsInput } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, isStored, type Product, type Rule } from "@nonet/model";
import type { Constraint } from "../input/field-constraints.ts";
import { isList } from "../input/list-field.ts";
import { constraintsOf as expressionsOf, hasColumnValue, isPresent, thisRecord } from "../input/constraint-expressions.ts";
import { isSameRule } from "./same-rule.ts";

export interface NewConstraint {
  readonly rule: Rule;
  /** The sentence after the plural of the records. */
  readonly what: string;
}

export const newConstraints = (before: Product, after: Product): readonly NewConstraint[] =>
  after.entities.flatMap((now) => {
    const old = entityInPreviousVersion(before, now);
    return old ? now.fields.flatMap((field) => constraintsOf(now, field).filter((constraint) => isNew(before, after, old, field, constraint))) : [];
  });

/** All of them, for records that come in without a change of their own. */
export const recordConstraints = (product: Product): readonly NewConstraint[] =>
  product.entities.flatMap((entity) => entity.fields.flatMap((field) => constraintsOf(entity, field).filter(({ rule }) => !readsInput(rule))));

function isNew(before: Product, after: Product, old: Entity, field: Field, { rule }: NewConstraint): boolean {
  if (readsInput(rule)) return false;
  const previous = old.fields.find((f) => f.name === field.name) ?? old.fields.find((f) => f.name === field.was);
  const was = previous && constraintsOf(old, previous).find((d) => d.rule.code === rule.code)?.rule;
  return !was || !isSameRule(before, after, was, rule);
}

const constraintsOf = (entity: Entity, field: Field): NewConstraint[] =>
  expressionsOf(field, thisRecord(entity)).flatMap((constraint) => (isOfColumn(constraint) ? [] : [{ rule: asRule(entity, constraint), what: sentence(constraint) }]));

/** Whether a column constraint enforces the check. A list's minimum is none of those: it counts for empty lists too (default 49). */
const isOfColumn = ({ field, bound, kind }: Constraint): boolean =>
  !(kind === "at least" && isList(field)) && bound?.kind === "literal" && bound.value !== null && isStored(field) && field.type.kind !== "references" && field.personalOf === null;

const sentence = ({ kind, field }: Constraint): string =>
  kind === "required"
    ? `have no ${field.name}, which is now required. It is asked for when they are next changed`
    : `have a value of ${field.name} that is no longer allowed. The values stay, and can't be saved again`;

function asRule(entity: Entity, { field, kind, expression }: Constraint): Rule {
  const isOfList = kind === "at least" && isList(field) && isStored(field) && field.type.kind !== "references";
  const holds =
    kind === "required" ? either(not(expression), isPresent(field, thisRecord(entity))) : isOfList ? both(hasColumnValue(field, thisRecord(entity)), expression) : expression;
  return {
    name: field.name,
    entity: entity.name,
    moment: { kind: "always" },
    holds: { kind: "expression", expression: holds },
    code: kind,
    warns: false,
    field: field.name,
    reads: descend(holds).flatMap((e) => (e.kind === "path" && e.of.type.kind === "record" ? [`${e.of.type.name}.${e.field}`] : [])),
    source: expression.span,
  };
}

const not = (holds: Expression): Expression => ({ kind: "call", function: "not", arguments: [holds], type: { kind: "boolean" }, nullable: true, span: holds.span });
const either = (left: Expression, right: Expression): Expression => joined("or", left, right);
/** A list that is null is not counted. */
const both = (left: Expression, right: Expression): Expression => joined("and", left, right);
const joined = (operator: "or" | "and", left: Expression, right: Expression): Expression => ({
  kind: "binary",
  operator,
  left,
  right,
  type: { kind: "boolean" },
  nullable: true,
  span: left.span,
});
