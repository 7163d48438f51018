/**
 * The entities whose records are read by changes of other records: by a rule over several records, a guard or a permission that
 * follows a reference, a default, a computed field, an effect. Only a change of one of these can make a concurrent change wrong
 * (decision 0017). Found by the types in the document's expressions, so rather too many than too few.
 */
import type { Type } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { descend } from "./walk.ts";

const known = new WeakMap<Product, ReadonlySet<string>>();

export function isReadElsewhere(product: Product, entity: string): boolean {
  let names = known.get(product);
  if (!names) known.set(product, (names = namesIn(product)));
  return names.has(entity);
}

function namesIn(product: Product): ReadonlySet<string> {
  const { entities, machines, rules, permissions, calls, errors, constants, functions, tables } = product;
  const names = new Set<string>();
  for (const e of descend([entities, machines, rules, permissions, calls, errors, constants, functions, tables]))
    // The record itself, before or after its change, isn't another record.
    if (e.kind !== "variable" || !["this", "old", "me"].includes(e.name)) recordsIn(e.type, names);
  for (const rule of rules) if (rule.holds.kind !== "expression") names.add(rule.entity);
  for (const machine of machines) if (machine.actions.some((action) => action.decision !== null)) names.add(machine.entity);
  // Schedules, received and offered calls name entities outside of expressions.
  const named = JSON.stringify(calls);
  for (const { name } of entities) if (named.includes(JSON.stringify(name))) names.add(name);
  // Whoever refers to a record must be able to read it.
  const referred = new Set(entities.flatMap((e) => e.fields.flatMap(({ type }) => (type.kind === "reference" || type.kind === "references" ? [type.entity] : []))));
  for (const { entity, verb, where } of [...permissions.grants, ...permissions.never]) if (where && verb === "read" && referred.has(entity)) names.add(entity);
  return names;
}

function recordsIn(type: Type, names: Set<string>): void {
  if (type.kind === "record") names.add(type.name);
  else if (type.kind === "list" || type.kind === "range") recordsIn(type.of, names);
  else if (type.kind === "context") for (const entry of Object.values(type.entries)) recordsIn(entry, names);
}
