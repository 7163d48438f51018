/** Required fields that `forget` has emptied stay empty: nobody is asked for them again. */
import { type Entity, isNesting, type Product, type Statement } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";

/** By product, the fields that a statement forgets, as `Entity.field`. */
const known = new WeakMap<Product, ReadonlySet<string>>();

function forgettable(product: Product): ReadonlySet<string> {
  let found = known.get(product);
  if (!found) known.set(product, (found = new Set(findForgettable(product))));
  return found;
}

const findForgettable = ({ machines, entities, calls }: Product): readonly string[] => [
  ...machines.flatMap(({ entity, transitions }) => transitions.flatMap(({ then }) => forgottenBy(entity, then))),
  ...entities.flatMap(({ name, events }) => events.flatMap(({ then }) => forgottenBy(name, then))),
  ...calls.flatMap(({ entity, does }) => (entity !== null && "then" in does ? forgottenBy(entity, does.then) : [])),
];

const forgottenBy = (entity: string, statements: readonly Statement[]): readonly string[] =>
  statements.flatMap((s) => (s.kind === "forget" ? [`${entity}.${s.field}`] : isNesting(s) ? forgottenBy(entity, s.body) : []));

/** Whether the empty field has been forgotten, in this change or before. */
export function isForgotten({ product, forgotten }: ChangeContext, entity: Entity, { id, before }: ChangedRecord, { name, key }: Entity["fields"][number]): boolean {
  if (forgotten.get(id)?.has(key)) return true;
  return before !== null && (before[key] ?? null) === null && forgettable(product).has(`${entity.name}.${name}`);
}
