/**
 * The names of constraints and indexes: made of their table and their subject, so that they stay the same from version
 * to version.
 *
 * Two that would share a name (`Ä` and `Ö`, a table `a_b` with a column `c` and `a` with `b_c`) get a hash of their full
 * name as a suffix. Names are unique in the schema, where indexes share one namespace.
 */
import type { Entity, Field, Product, Rule } from "@nonet/model";
import { type Column, columnsOf } from "../columns/columns.ts";
import { uniqueSets } from "../columns/unique-sets.ts";
import { bounded, hash } from "../sql/sql-text.ts";
import { wantedIndexes } from "./wanted-indexes.ts";

interface Name {
  /** The name where no other one collides with it. */
  readonly plain: string;
  /** The full name, which is unique. */
  readonly whole: string;
}

const nameFor = (kind: string, entity: Entity, parts: readonly string[], words = parts.join("_")): Name => ({
  plain: `${kind}_${entity.table}_${words}`,
  whole: [kind, entity.table, ...parts].join("|"),
});

const checkName = (entity: Entity, column: string, end: "" | "least" | "most"): Name => nameFor("check", entity, end ? [column, end] : [column]);
const referenceName = (entity: Entity, column: string): Name => nameFor("ref", entity, [column]);
const uniqueName = (entity: Entity, columns: readonly string[]): Name => nameFor("unique", entity, columns);
const overlapName = (entity: Entity, rule: Rule): Name => nameFor("overlap", entity, [rule.name.toLowerCase()], rule.name.toLowerCase().replace(/[^a-z0-9]+/g, "_"));
const indexName = (entity: Entity, what: string): Name => nameFor("by", entity, [what]);

export const nameOf = {
  check: (product: Product, entity: Entity, column: string, end: "" | "least" | "most" = ""): string => distinctName(constraintsOf(product), checkName(entity, column, end)),
  reference: (product: Product, entity: Entity, column: string): string => distinctName(constraintsOf(product), referenceName(entity, column)),
  unique: (product: Product, entity: Entity, columns: readonly string[]): string => distinctName(constraintsOf(product), uniqueName(entity, columns)),
  overlap: (product: Product, entity: Entity, rule: Rule): string => distinctName(constraintsOf(product), overlapName(entity, rule)),
  index: (product: Product, entity: Entity, what: string): string => distinctName(indexesOf(product), indexName(entity, what)),
  /** The foreign key of a many-to-many table: two underscores occur in no other name. */
  joined: (entity: Entity, field: Field): string => bounded(`ref_${entity.table}__${field.column}`),
};

/** The checks of a column: its choices or states (""), and its bounds. */
export const checkedEnds = ({ field, states }: Column): readonly ("" | "least" | "most")[] => [
  ...(states || field?.type.kind === "one of" || field?.type.kind === "any of" || field?.onlyValues ? ([""] as const) : []),
  ...(field?.atLeast ? (["least"] as const) : []),
  ...(field?.atMost ? (["most"] as const) : []),
];

type Names = ReadonlyMap<string, ReadonlySet<string>>;

const distinctName = (names: Names, { plain, whole }: Name): string => bounded((names.get(plain)?.size ?? 0) > 1 ? `${plain}_${hash(whole).slice(0, 8)}` : plain);

const constraints = new WeakMap<Product, Names>();
const indexes = new WeakMap<Product, Names>();

const constraintsOf = (product: Product): Names =>
  cachedNames(constraints, product, () =>
    product.entities.flatMap((entity) => {
      const columns = columnsOf(product, entity);
      return [
        ...columns.flatMap((c) => [
          ...checkedEnds(c).map((end) => checkName(entity, c.column, end)),
          ...(c.field?.type.kind === "reference" ? [referenceName(entity, c.column)] : []),
        ]),
        ...uniqueSets(entity).map((fields) =>
          uniqueName(
            entity,
            fields.map((name) => columns.find((c) => c.name === name)?.column ?? name),
          ),
        ),
        ...product.rules.filter((rule) => rule.entity === entity.name && rule.holds.kind === "no overlap").map((rule) => overlapName(entity, rule)),
      ];
    }),
  );

const indexesOf = (product: Product): Names =>
  cachedNames(indexes, product, () =>
    product.entities.flatMap((entity) => [...wantedIndexes(product, entity, columnsOf(product, entity)).keys()].map((what) => indexName(entity, what))),
  );

function cachedNames(by: WeakMap<Product, Names>, product: Product, all: () => readonly Name[]): Names {
  const known = by.get(product);
  if (known) return known;
  const names = new Map<string, Set<string>>();
  for (const { plain, whole } of all()) names.set(plain, (names.get(plain) ?? new Set()).add(whole));
  by.set(product, names);
  return names;
}
