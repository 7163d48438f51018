/**
 * Lists of the records that belong to one record, filtered by state or choice: `Loan[borrower = this.borrower and state
 * in ("requested", "out")]`, `item.loans[state = "out"]`.
 *
 * An index over both columns finds the few among the many, and a transaction that evaluates such a list reads no other
 * rows, which somebody else may be changing.
 */
import { type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, type Product } from "@nonet/model";
import { conjuncts, descend } from "../scope/walk.ts";

/** The names of two fields of the entity: the reference, and the state or choice that the list is filtered by. */
export interface FilteredList {
  readonly reference: string;
  readonly by: string;
}

export function filteredLists(product: Product, entity: Entity): readonly FilteredList[] {
  const found = filtersOf(product)
    .filter((f) => f.type.kind === "list" && f.type.of.kind === "record" && f.type.of.name === entity.name)
    .flatMap((f) => {
      const parts = conjuncts(f.condition);
      const by = parts.map((e) => namedField(product, entity, e, f.item)).find((name) => name !== null);
      return by ? references(product, entity, f, parts).map((reference) => ({ reference, by })) : [];
    });
  return [...new Map(found.map((one) => [`${one.reference}/${one.by}`, one])).values()];
}

type Filter = Expression & { readonly kind: "filter" };
const known = new WeakMap<Product, readonly Filter[]>();

function filtersOf(product: Product): readonly Filter[] {
  let filters = known.get(product);
  if (!filters) known.set(product, (filters = descend(product).filter((e): e is Filter => e.kind === "filter")));
  return filters;
}

const fieldOfItem = (e: Expression, item: string): string | null => (e.kind === "path" && !e.listed && e.of.kind === "variable" && e.of.name === item ? e.field : null);

/** The references by which the list's records belong to a record. */
function references(product: Product, entity: Entity, { of, item }: Filter, parts: readonly Expression[]): string[] {
  const isReference = (name: string | null): name is string =>
    entity.fields.some((f) => name !== null && fold(f.name) === fold(name) && f.type.kind === "reference" && f.computed === null);
  if (of.kind === "global")
    return parts.flatMap((e) => (e.kind === "binary" && e.operator === "=" ? [e.left, e.right].map((side) => fieldOfItem(side, item)).filter(isReference) : []));
  const owner = of.kind === "path" && of.of.type.kind === "record" ? entityOf(product, of.of.type.name) : undefined;
  const list = owner?.fields.find((f) => of.kind === "path" && f.name === of.field)?.type;
  return list?.kind === "inverse" && list.entity === entity.name && isReference(list.by) ? [list.by] : [];
}

/** The state or choice that the condition compares with literal values. */
function namedField(product: Product, entity: Entity, e: Expression, item: string): string | null {
  const isText = (x: Expression): boolean => (x.kind === "literal" && x.type.kind === "string") || (x.kind === "list" && x.items.every(isText));
  const sides = e.kind === "binary" && e.operator === "=" ? [e.left, e.right] : [];
  const value = e.kind === "in" && e.tests.every((t) => t.kind === "member" && isText(t.of)) ? e.value : sides.some(isText) ? sides.find((s) => !isText(s)) : undefined;
  const name = value ? fieldOfItem(value, item) : null;
  if (name === null) return null;
  const isNamed = product.machines.some((m) => m.entity === entity.name && fold(m.field) === fold(name));
  return isNamed || entity.fields.some((f) => fold(f.name) === fold(name) && f.type.kind === "one of" && f.computed === null) ? name : null;
}
