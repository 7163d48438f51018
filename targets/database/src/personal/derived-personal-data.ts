/**
 * Data that reveals something about a person without being in a personal field: fields computed from personal ones, and
 * what records are shown as.
 *
 * An erasure changes the records at once; the history stores computed values.
 */
import { type Expression, fold } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { type Read, readsFrom } from "../scope/reads.ts";
import { columnOf, keyOf, type PersonalGroup, personalGroups } from "./personal-data-queries.ts";

/** A reference, by key and column, that names the person or a record with their data; the record's own id has an empty key. */
export interface NamingReference {
  readonly key: string;
  readonly column: string;
}

/**
 * The references that name whose data a value holds. `anywhere`: the data comes from further away (lists, records of
 * records), and no stored reference names the person.
 */
export type Reach = readonly NamingReference[] | "anywhere";

export interface DerivedData {
  /** For computed fields, by their key. */
  readonly computed: ReadonlyMap<string, Reach>;
  /** For what its records are shown as. */
  readonly shownAs: Reach | null;
}

export function derivedDataOf(product: Product): ReadonlyMap<Entity, DerivedData> {
  const groups = personalGroups(product);
  return new Map(
    product.entities.map((entity) => {
      const computed = entity.fields.flatMap((f) => {
        const reach = f.computed === null ? null : reachOf(product, groups, entity, f.computed);
        return reach === null ? [] : [[f.key, reach] as const];
      });
      return [entity, { computed: new Map(computed), shownAs: reachOf(product, groups, entity, entity.shownAs) }];
    }),
  );
}

function reachOf(product: Product, groups: readonly PersonalGroup[], entity: Entity, e: Expression): Reach | null {
  const named = new Map<string, NamingReference>();
  for (const read of readsFrom(product, entity, [e], []))
    for (const group of groups) {
      if (group.entity.name !== read.entity || !group.fields.some((f) => fold(f.name) === read.field)) continue;
      const by = namedBy(entity, group, read);
      if (by === null) return "anywhere";
      named.set(by.key, by);
    }
  return named.size === 0 ? null : [...named.values()];
}

/** A field of the record itself belongs to the person that the record names; a referenced record's field is found by the reference. */
function namedBy(entity: Entity, group: PersonalGroup, { route }: Read): NamingReference | null {
  if (route === null || route.length > 1) return null;
  const [step] = route;
  if (step === undefined) return { key: keyOf(group), column: columnOf(group) };
  if (step.kind !== "refers") return null;
  if (step.column === "created_by") return { key: "createdBy", column: step.column };
  const field = entity.fields.find((f) => f.column === step.column);
  return field ? { key: field.key, column: field.column } : null;
}
