/** Updates the entity's name in rows of nonet's own tables after an entity is renamed, in batches after the change of version. */
import type { Product } from "@nonet/model";
import type { Query } from "../sql/query.ts";
import { nameInPreviousVersion } from "./previous-names.ts";

/** An entity's former name and its present one. */
export interface FormerName {
  readonly was: string;
  readonly now: string;
}

/** `former`: the previous version, whose own renames may be unfinished. */
export function formerNames(product: Product, former: Product | undefined): readonly FormerName[] {
  const called = (entities: Product["entities"], name: string): boolean => entities.some((e) => e.name === name);
  const { entities } = former ? nameInPreviousVersion(former, product) : product;
  return entities.flatMap((now) => {
    // As the stored version of the database states it, where this document states it differently.
    const noted = former?.entities.find((e) => e.name === now.name)?.was ?? null;
    const before = former?.entities.find((e) => e.name === now.was)?.was ?? null;
    return [...new Set([now.was, noted, before])].flatMap((was) => (was === null || called(product.entities, was) ? [] : [{ was, now: now.name }]));
  });
}

export const formerName = {
  /** Tables with a position, which are updated in batches. */
  tables: ["history", "outbox", "vote"] as const,
  /** One batch after a position: `{last}`, null where nothing is left. */
  batch: (table: string, { was, now }: FormerName, after: string): Query => ({
    text: `with batch as materialized (select position from nonet.${table} where entity = $1 and position > $3::bigint order by position limit 1000),
done as (update nonet.${table} set entity = $2 where position = any(array(select position from batch)))
select max(position)::text as last from batch`,
    values: [was, now, after],
  }),
  /** Small tables, which are updated at once. */
  rest: ({ was, now }: FormerName): readonly Query[] =>
    ["decision", "blocked_transition", "reevaluation"].map((table) => ({ text: `update nonet.${table} set entity = $2 where entity = $1`, values: [was, now] })),
};
