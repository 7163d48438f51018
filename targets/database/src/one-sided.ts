/**
 * Rules that compare a record with others of its entity from one side: `count(Shift[nurse = shift.nurse and starts at >=
 * shift.ends at]) = 0`. A change of one record can break such a rule for another, which has to be judged as well.
 *
 * Where the others are only those that agree in some fields (`borrower = loan.borrower`), all of them come to the same
 * verdict, and the changed record's own says it.
 */
import type { Entity, Rule } from "@nonet/model";
import { fold, type Expression } from "@nonet/feel";
import { conjuncts, descend } from "./walk.ts";

type Filter = Expression & { kind: "filter" };

/** Per list of the rule's own entity that it reads from one side: the fields in which its elements agree with `this`. */
export function oneSided(rule: Rule, entity: Entity): readonly (readonly string[])[] {
  if (rule.holds.kind !== "expression") return [];
  const filters = descend(rule.holds.expression).filter((e): e is Filter => e.kind === "filter" && e.of.kind === "global" && fold(e.of.name) === fold(entity.name));
  return filters.filter(isOneSided).map((filter) => agreements(filter));
}

export const readsOneSided = (rule: Rule, entity: Entity): boolean => oneSided(rule, entity).length > 0;

const isOneSided = (filter: Filter): boolean => conjuncts(filter.condition).some((e) => readsThis(e) && agreedField(e, filter.item, ["=", "!="]) === null);

const agreements = (filter: Filter): string[] => conjuncts(filter.condition).flatMap((e) => agreedField(e, filter.item, ["="]) ?? []);

const readsThis = (e: Expression): boolean => descend(e).some((x) => x.kind === "variable" && x.name === "this");

/** `nurse` for `nurse = this.nurse`, whichever way round. */
function agreedField(e: Expression, item: string, operators: readonly string[]): string | null {
  if (e.kind !== "binary" || !operators.includes(e.operator)) return null;
  const sides = [e.left, e.right].map((side) => (side.kind === "path" && side.of.kind === "variable" ? { of: side.of.name, field: side.field } : null));
  const [a, b] = sides;
  if (!a || !b || fold(a.field) !== fold(b.field)) return null;
  return (a.of === "this" && b.of === item) || (b.of === "this" && a.of === item) ? a.field : null;
}
