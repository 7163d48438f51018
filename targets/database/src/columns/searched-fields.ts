/** The fields whose texts have an index for searching: what lists search, and what names the records that a form refers to. */
import { type Entity, entityOf, type ListDetails, namesRecords, type Product } from "@nonet/model";

export const listsOf = (product: Product): { readonly entity: string; readonly list: ListDetails }[] =>
  product.screens.flatMap(({ shows }) => ("list" in shows ? [{ entity: shows.entity, list: shows.list }] : []));

const known = new WeakMap<Entity, { readonly product: Product; readonly names: ReadonlySet<string> }>();

/** Their names, which may be those of fields that aren't text. */
export function searchedIn(product: Product, entity: Entity): ReadonlySet<string> {
  const before = known.get(entity);
  if (before?.product === product) return before.names;
  const names = new Set(searchedNames(product, entity));
  known.set(entity, { product, names });
  return names;
}

function searchedNames(product: Product, entity: Entity): string[] {
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
