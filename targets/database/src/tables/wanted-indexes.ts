/**
 * The indexes that a table needs for its screens, permissions and rules: each way of selecting records together with its
 * sort order, so that the first page is read without the rest (decision 0007).
 */
import { fold } from "@nonet/feel";
import { type Entity, fieldOf, type ListDetails, type Product } from "@nonet/model";
import { type Column, stateSince } from "../columns/columns.ts";
import { listsOf, searchedIn } from "../columns/searched-fields.ts";
import { isLongText, isNeverEmpty, orderKey } from "../columns/sort-key.ts";
import { isCaseless, uniqueSets } from "../columns/unique-sets.ts";
import { dueBase } from "../expressions/due-bound.ts";
import { ident } from "../sql/sql-text.ts";
import { filteredLists } from "./filtered-lists.ts";
import { comparedTogether, sortedByHeader } from "./list-columns.ts";

const maxOrders = 3;

/** By the subject of their name: what follows the table's name in `create index`. */
export function wantedIndexes(product: Product, entity: Entity, columns: readonly Column[]): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>([[`sort_${newest.name}`, `(${newest.keys})`]]);
  const lists = listsOf(product)
    .filter((l) => l.entity === entity.name)
    .map((l) => l.list);
  const stored = (name: string | undefined): Column | undefined => columns.find((c) => c.name === name);
  const orders = ordersOf(entity, lists, stored);
  for (const order of orders) if (order !== newest) wanted.set(`${order.servesBoth ? "sort" : "order"}_${order.name}`, `(${order.keys})`);
  for (const c of columns) addSelectionIndexes(wanted, lists, orders, c);
  for (const name of sortedByHeader(product, entity)) {
    const c = stored(name);
    if (!c || c.field?.type.kind === "reference" || c.sql.endsWith("[]")) continue;
    for (const descending of isNeverEmpty(c) ? [false] : [false, true]) {
      const body = `(${keyOf(c)}${ending(descending)}, id${ending(descending)})`;
      // The index of a unique field gives the order of its values too.
      if (isUnique(entity, c) && !descending) continue;
      if (![...wanted.values()].includes(body)) wanted.set(`sort_${c.column}${descending ? "_down" : ""}`, body);
    }
  }
  for (const name of searchedIn(product, entity)) {
    const c = stored(name);
    if (c?.sql === "text") wanted.set(`${c.column}_search`, `using gin (nonet.searchable(${ident(c.column)}) gin_trgm_ops)`);
  }
  for (const { column, base } of timersOf(product, entity, columns))
    if (![...wanted.values()].some((index) => index.startsWith(`(${ident(column)}, ${ident(base)}`))) wanted.set(`${column}_due_${base}`, `(${ident(column)}, ${ident(base)})`);
  addLookupIndexes(product, entity, columns, wanted);
  for (const { reference, by } of filteredLists(product, entity)) {
    const [owner, filter] = [reference, by].map((name) => columns.find((c) => fold(c.name) === fold(name)));
    if (owner && filter) wanted.set(`${owner.column}_in_${filter.column}`, `(${ident(owner.column)}, ${ident(filter.column)})`);
  }
  if (entity.name === "User") wanted.set("owner", "(id) where is_owner");
  return wanted;
}

/** Indexes for selecting by a column, each with a sort order. */
function addSelectionIndexes(wanted: Map<string, string>, lists: readonly ListDetails[], orders: readonly Order[], c: Column): void {
  const isReference = c.field?.type.kind === "reference";
  // Finds the record that holds a file; records without files are left out.
  if (c.field?.type.kind === "file")
    wanted.set(c.column, c.sql.endsWith("[]") ? `using gin (${ident(c.column)}) where cardinality(${ident(c.column)}) > 0` : `(${ident(c.column)})`);
  if (!isReference && !c.states && !isFilter(lists, c)) return;
  if (isLongText(c)) return void wanted.set(c.column, `using hash (${ident(c.column)})`);
  if (!c.states && !isReference && orders.some((order) => beginsWith(c, order))) return;
  // A sort order that begins with the column serves for selecting by it too.
  const others = orders.filter((order) => !beginsWith(c, order));
  if (c.states && others.length === 0) wanted.set(c.column, `(${ident(c.column)}, ${ident(stateSince(c.column))})`);
  // Lists are mostly filtered by person and by state.
  const all = c.states !== null || (c.field?.type.kind === "reference" && c.field.type.entity === "User");
  for (const { name, keys, servesBoth } of all ? others : others.slice(0, 1)) wanted.set(`${c.column}_${servesBoth ? "sort" : "by"}_${name}`, `(${keyOf(c)}, ${keys})`);
}

const maxCompared = 3;

/**
 * Indexes for the fields by filter rules and computed fields look up records of the entity, unless a reference or a
 * unique field among them already has one.
 */
function addLookupIndexes(product: Product, entity: Entity, columns: readonly Column[], wanted: Map<string, string>): void {
  for (const names of comparedTogether(product, entity)) {
    const compared = names.flatMap((name) => columns.filter((c) => fold(c.name) === fold(name)));
    const isServed = (c: Column): boolean => c.field?.type.kind === "reference" || fieldOf(entity, c.name)?.unique === true;
    const plain = compared.filter((c) => !c.states && !isLongText(c) && !c.sql.endsWith("[]") && c.sql !== "boolean").slice(0, maxCompared);
    if (compared.some(isServed)) continue;
    if (plain.length > 0) wanted.set(`among_${plain.map((c) => c.column).join("_")}`, `(${plain.map(keyOf).join(", ")})`);
    else for (const c of compared.filter(isLongText).slice(0, 1)) wanted.set(c.column, `using hash (${ident(c.column)})`);
  }
}

/** Timed transitions find their candidates by the state and the moment from filter the timer counts. */
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

/** An order in which lists are read. */
interface Order {
  readonly name: string;
  /** The keys of its index, the id last. */
  readonly keys: string;
  /** Every key has a value in every record: the index read backwards serves the reverse order. */
  readonly servesBoth: boolean;
}

/** The sort orders of the entity's lists, and newest first where a list states none; an order and its reverse are one if the index serves both. */
function ordersOf(entity: Entity, lists: readonly ListDetails[], stored: (name: string | undefined) => Column | undefined): Order[] {
  const orders = new Map<string, Order>();
  const sorts = [...lists.map((l) => l.sort.map((k) => ({ field: k.field, descending: k.descending }))), entity.sort];
  for (const sort of sorts) {
    const keys = sort.flatMap((k) => stored(k.field) ?? []);
    if (keys.length === 0 || keys.length < sort.length || orders.size >= maxOrders) continue;
    const columns = keys.map((c) => c.column).join("_");
    const servesBoth = keys.every(isNeverEmpty);
    const isReversed = servesBoth && sort[0]!.descending;
    const ends = sort.map((k) => (servesBoth ? (k.descending !== isReversed ? " desc" : "") : ending(k.descending)));
    const index = [...keys.map((c, i) => `${keyOf(c)}${ends[i]!}`), `id${ends.at(-1)!}`].join(", ");
    // Two lists may sort by the same fields in opposite directions.
    const name = [columns, `${columns}_down`].find((n) => (orders.get(n)?.keys ?? index) === index);
    if (name) orders.set(name, { name, keys: index, servesBoth });
  }
  if (orders.size === 0 || (entity.sort.length === 0 && lists.some((l) => l.sort.length === 0))) orders.set("created", newest);
  return [...orders.values()];
}

/** Default 9, read backwards. */
const newest: Order = { name: "created", keys: "created_at, id", servesBoth: true };

const isUnique = (entity: Entity, c: Column): boolean =>
  uniqueSets(entity).some((set) => set.length === 1 && set[0] === c.name) && !isCaseless(entity, c.name) && keyOf(c) === ident(c.column);

const keyOf = (c: Column): string => orderKey(c, ident(c.column));
const beginsWith = (c: Column, { keys }: Order): boolean => keys.startsWith(`${keyOf(c)} `) || keys.startsWith(`${keyOf(c)},`);
const ending = (descending: boolean): string => (descending ? " desc nulls last" : "");
const isFilter = (lists: readonly ListDetails[], c: Column): boolean => lists.some((l) => l.filters.some((f) => f.path.length === 1 && f.path[0] === c.name));
