/** What the screens, rules and permissions of a product ask of an entity's records, as far as an index can serve it. */
import { type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, isDefaultColumn, type ListDetails, namesRecords, type Product } from "@nonet/model";
import { descend } from "../scope/walk.ts";

export const listsOf = (product: Product): { readonly entity: string; readonly list: ListDetails }[] =>
  product.screens.flatMap(({ shows }) => ("list" in shows ? [{ entity: shows.entity, list: shows.list }] : []));

/** Default 8. */
const maxColumns = 7;

/** The names of the columns by whose header a list of the entity can be sorted. */
export function sortedByHeader(product: Product, entity: Entity): ReadonlySet<string> {
  const lists = product.screens.flatMap(({ shows }) => (shows.kind === "list" && shows.entity === entity.name ? [shows.list] : []));
  const shown = lists.flatMap((list) => list.columns?.filter((c) => c.path.length === 1).map((c) => c.path[0]!) ?? [...plainFields(entity), "state"]);
  return new Set(shown);
}

const plainFields = (entity: Entity): string[] =>
  entity.fields
    .filter(isDefaultColumn)
    .slice(0, maxColumns)
    .map((f) => f.name);

/** The names of the fields that are searched by some list, or by a form's field that refers to the entity. */
export function searchedIn(product: Product, entity: Entity): string[] {
  const lists = listsOf(product);
  const named = lists.flatMap(({ entity: of, list }) =>
    list.search.flatMap(({ path }) => {
      if (path.length === 1) return of === entity.name ? [path[0]!] : [];
      const through = entityOf(product, of)?.fields.find((f) => f.name === path[0])?.type;
      return path.length === 2 && through?.kind === "reference" && through.entity === entity.name ? [path[1]!] : [];
    }),
  );
  const isChosen = product.entities.some((e) =>
    e.fields.some((f) => f.computed === null && (f.type.kind === "reference" || f.type.kind === "references") && f.type.entity === entity.name && e.partOf?.field !== f.name),
  );
  // Only lists have a field to search with; boards don't.
  const unnamed = product.screens.some(({ shows }) => shows.kind === "list" && shows.entity === entity.name && shows.list.search.length === 0 && shows.list.columns === null);
  if (!isChosen && !unnamed) return named;
  return [...named, ...entity.fields.filter((f) => namesRecords(f.type)).map((f) => f.name)];
}

type Filter = Expression & { readonly kind: "filter" };
const known = new WeakMap<Product, readonly Filter[]>();

/** For each `Entity[a = … and b = …]` of the whole document: the fields compared by `=`. */
export function comparedTogether(product: Product, entity: Entity): readonly (readonly string[])[] {
  let filters = known.get(product);
  if (!filters) known.set(product, (filters = descend(product).filter((e): e is Filter => e.kind === "filter" && e.of.kind === "global" && e.of.type.kind === "list")));
  return filters.filter((f) => f.of.kind === "global" && fold(f.of.name) === fold(entity.name)).map((f) => [...new Set(equalFields(f.condition, f.item))]);
}

function equalFields(e: Expression, item: string): string[] {
  if (e.kind !== "binary") return [];
  if (e.operator === "and") return [...equalFields(e.left, item), ...equalFields(e.right, item)];
  if (e.operator !== "=") return [];
  return [e.left, e.right].flatMap((side) => (side.kind === "path" && !side.listed && side.of.kind === "variable" && side.of.name === item ? [side.field] : []));
}
