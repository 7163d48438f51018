/**
 * What tells of a person without being theirs by name: fields that are computed from personal ones, and what records are
 * called by them. The records themselves follow an erasure at once; the history has kept what it came to.
 */
import { type Expression, fold } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { type Read, readsFrom } from "../scope/reads.ts";
import { columnOf, keyOf, type PersonalGroup, personalGroups } from "./personal-data-queries.ts";

/** A reference of the record, by its key and its column, that names the person or what holds their data; the record's own id: an empty key. */
export interface Named {
  readonly key: string;
  readonly column: string;
}

/** By what a value names whose it is; `anywhere`: it comes from further away (lists, records of records), and nothing kept beside it says so. */
export type Reach = readonly Named[] | "anywhere";

export interface Telling {
  /** Of computed fields, by their key. */
  readonly computed: ReadonlyMap<string, Reach>;
  /** Of what its records are called by. */
  readonly shownAs: Reach | null;
}

export function tellingOf(product: Product): ReadonlyMap<Entity, Telling> {
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
  const named = new Map<string, Named>();
  for (const read of readsFrom(product, entity, [e], []))
    for (const group of groups) {
      if (group.entity.name !== read.entity || !group.fields.some((f) => fold(f.name) === read.field)) continue;
      const by = namedBy(entity, group, read);
      if (by === null) return "anywhere";
      named.set(by.key, by);
    }
  return named.size === 0 ? null : [...named.values()];
}

/** The record's own field is whose the record says; another's is found where the record refers to it. */
function namedBy(entity: Entity, group: PersonalGroup, { route }: Read): Named | null {
  if (route === null || route.length > 1) return null;
  const [step] = route;
  if (step === undefined) return { key: keyOf(group), column: columnOf(group) };
  if (step.kind !== "refers") return null;
  if (step.column === "created_by") return { key: "createdBy", column: step.column };
  const field = entity.fields.find((f) => f.column === step.column);
  return field ? { key: field.key, column: field.column } : null;
}
