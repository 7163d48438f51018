/**
 * The indexes that a table needs for what its screens, permissions and rules ask: each way of choosing records together
 * with the order in which they are shown, so that the first page is read and the rest is not (decision 0007).
 */
import type { Entity, ListDetails, Product } from "@nonet/model";
import { dueBase } from "./due-bound.ts";
import { ident } from "./sql-text.ts";
import { stateSince, type Column } from "./columns.ts";

const mostOrders = 3;

/** By a name of their own: what comes after the table. */
export function wantedIndexes(product: Product, entity: Entity, columns: readonly Column[]): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>([["created", `(${newest})`]]);
  const lists = listsOf(product)
    .filter((l) => l.entity === entity.name)
    .map((l) => l.list);
  const stored = (name: string | undefined): Column | undefined => columns.find((c) => c.name === name);
  const orders = ordersOf(entity, lists, stored);
  for (const [name, order] of orders) if (order !== newest) wanted.set(`order_${name}`, `(${order})`);
  for (const c of columns) {
    const chosen = c.field?.type.kind === "reference" || c.states || isFilter(lists, c);
    if (!chosen || (!c.states && c.field?.type.kind !== "reference" && [...orders.values()].some((order) => leads(c, order)))) continue;
    if (c.states) wanted.set(c.column, `(${ident(c.column)}, ${ident(stateSince(c.column))})`);
    // In an order of its own the column comes first as well, and serves for choosing by it.
    const others = [...orders].filter(([, order]) => !leads(c, order));
    // Whose it is and how it stands are what lists are cut down by.
    const all = c.states !== null || (c.field?.type.kind === "reference" && c.field.type.entity === "User");
    for (const [name, order] of all ? others : others.slice(0, 1)) wanted.set(`${c.column}_by_${name}`, `(${ident(c.column)}, ${order})`);
  }
  for (const { column, base } of timersOf(product, entity, columns))
    if (![...wanted.values()].some((index) => index.startsWith(`(${ident(column)}, ${ident(base)}`))) wanted.set(`${column}_due_${base}`, `(${ident(column)}, ${ident(base)})`);
  for (const name of searchedIn(product, entity)) {
    const c = stored(name);
    if (c?.sql === "text") wanted.set(`${c.column}_search`, `using gin (${ident(c.column)} gin_trgm_ops)`);
  }
  return wanted;
}

/** Who may be due by the clock is found by the state and the moment that the clock is held against. */
function timersOf(product: Product, entity: Entity, columns: readonly Column[]): { readonly column: string; readonly base: string }[] {
  return product.machines
    .filter((m) => m.entity === entity.name)
    .flatMap((machine) => {
      const column = columns.find((c) => c.name === machine.field)?.column ?? "state";
      return machine.transitions.flatMap((t) => {
        const base = dueBase(product, entity, t, column);
        return base ? [{ column, base: base.column }] : [];
      });
    });
}

/** The orders of the entity's lists, and the newest first where a list says none; the id stands last. */
function ordersOf(entity: Entity, lists: readonly ListDetails[], stored: (name: string | undefined) => Column | undefined): Map<string, string> {
  const orders = new Map<string, string>();
  const sorts = [...lists.map((l) => l.sort.map((k) => ({ field: k.field, descending: k.descending }))), entity.sort];
  for (const sort of sorts) {
    const keys = sort.map((k) => ({ column: stored(k.field), descending: k.descending }));
    if (keys.length === 0 || keys.some((k) => k.column === undefined) || orders.size >= mostOrders) continue;
    const last = keys.at(-1)!.descending;
    orders.set(keys.map((k) => k.column!.column).join("_"), [...keys.map((k) => `${ident(k.column!.column)}${ending(k.descending)}`), `id${ending(last)}`].join(", "));
  }
  if (orders.size === 0 || (entity.sort.length === 0 && lists.some((l) => l.sort.length === 0))) orders.set("created", newest);
  return orders;
}

/** Default 9. */
const newest = "created_at desc nulls last, id desc nulls last";

const leads = (c: Column, order: string): boolean => order.startsWith(`${ident(c.column)} `) || order.startsWith(`${ident(c.column)},`);
const ending = (descending: boolean): string => (descending ? " desc nulls last" : "");
const isFilter = (lists: readonly ListDetails[], c: Column): boolean => lists.some((l) => l.filters.some((f) => f.path.length === 1 && f.path[0] === c.name));

const listsOf = (product: Product): { readonly entity: string; readonly list: ListDetails }[] =>
  product.screens.flatMap(({ shows }) => (shows.kind === "list" || shows.kind === "board" ? [{ entity: shows.entity, list: shows.list }] : []));

/** Names of the fields that some list searches: its own, and those of records that its own refer to. */
function searchedIn(product: Product, entity: Entity): string[] {
  return listsOf(product).flatMap(({ entity: of, list }) =>
    list.search.flatMap(({ path }) => {
      if (path.length === 1) return of === entity.name ? [path[0]!] : [];
      const through = product.entities.find((e) => e.name === of)?.fields.find((f) => f.name === path[0])?.type;
      return path.length === 2 && through?.kind === "reference" && through.entity === entity.name ? [path[1]!] : [];
    }),
  );
}
