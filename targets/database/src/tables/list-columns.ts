/** What the screens, rules and permissions of a product ask of an entity's records, as far as an index can serve it. */
import { type Expression, fold } from "@nonet/feel";
import { type Entity, isDefaultColumn, type Product } from "@nonet/model";
import { descend } from "../scope/walk.ts";

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
