/**
 * Rules with one result for all records that agree in some fields: `count(Loan[borrower = loan.borrower and state =
 * "out"]) <= 3`. Checking the changed record is enough for all of them.
 */
import { type Expression, fold } from "@nonet/feel";
import type { Entity, Rule } from "@nonet/model";
import { conjuncts, descend } from "../scope/walk.ts";

type Filter = Expression & { kind: "filter" };

/** The fields in which the records agree; empty where all records share one result, null where each has its own. `entity` is the rule's. */
export function sharedVerdict(rule: Rule, entity: Entity): readonly string[] | null {
  let fields = known.get(rule);
  if (fields === undefined) known.set(rule, (fields = findShared(rule, entity)));
  return fields;
}

const known = new WeakMap<Rule, readonly string[] | null>();

function findShared(rule: Rule, entity: Entity): readonly string[] | null {
  if (rule.holds.kind !== "expression" || rule.moment.kind !== "always") return null;
  const all = descend(rule.holds.expression);
  const filters = all.filter((e): e is Filter => e.kind === "filter" && e.of.kind === "global" && fold(e.of.name) === fold(entity.name));
  const agreed = filters.map((filter) => conjuncts(filter.condition).flatMap((e) => agreedField(e, filter.item) ?? []));
  const fields = agreed[0]?.map(fold) ?? [];
  const isSame = agreed.every((one) => one.length === fields.length && one.every((name) => fields.includes(fold(name))));
  // Each agreement names the record once; any other use is the record's own.
  const named = all.filter((e) => e.kind === "variable" && (e.name === "this" || e.name === "old")).length;
  return isSame && named === agreed.flat().length && !all.some((e) => e.kind === "hole") ? fields : null;
}

/** `nurse` for `nurse = this.nurse`, in either order. */
function agreedField(e: Expression, item: string): string | null {
  if (e.kind !== "binary" || e.operator !== "=") return null;
  const [a, b] = [e.left, e.right].map((side) => (side.kind === "path" && !side.listed && side.of.kind === "variable" ? { of: side.of.name, field: side.field } : null));
  if (!a || !b || fold(a.field) !== fold(b.field)) return null;
  return (a.of === "this" && b.of === item) || (b.of === "this" && a.of === item) ? a.field : null;
}
