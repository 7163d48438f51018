/** Former names as the former version writes them: names match in any letter case, and what they named is looked up exactly. */
import { fold } from "@nonet/feel";
import type { Entity, Field, FieldType, Product } from "@nonet/model";
import { entityInPreviousVersion } from "../columns/previous-version.ts";
import type { Query } from "../sql/query.ts";

/** The same product, saying of everything that was called otherwise what the version before really called it. */
export function nameInPreviousVersion(before: Product, after: Product): Product {
  const entities = after.entities.map((e) => ({
    ...e,
    was: exact(
      before.entities.map((o) => o.name),
      e.was,
    ),
  }));
  const known = { ...after, entities };
  return {
    ...known,
    entities: entities.map((e) => ({ ...e, fields: fieldsOf(entityInPreviousVersion(before, e), e) })),
    machines: after.machines.map((m) => {
      const entity = entities.find((e) => e.name === m.entity);
      const old = entity && entityInPreviousVersion(before, entity);
      const states = before.machines.filter((o) => o.entity === old?.name).flatMap((o) => o.states.map((s) => s.name));
      return { ...m, states: m.states.map((s) => (s.was ? { ...s, was: s.was.map((was) => exact(states, was)) } : s)) };
    }),
  };
}

function exact<T extends string | null | undefined>(names: readonly string[], was: T): T {
  return was === null || was === undefined || names.includes(was) ? was : ((names.find((name) => fold(name) === fold(was)) ?? was) as T);
}

const fieldsOf = (old: Entity | undefined, now: Entity): readonly Field[] =>
  now.fields.map((f) => {
    const was = exact(old?.fields.map((o) => o.name) ?? [], f.was);
    const former = old?.fields.find((o) => o.name === f.name) ?? old?.fields.find((o) => o.name === was);
    return { ...f, was, type: typeOf(former?.type, f.type) };
  });

function typeOf(old: FieldType | undefined, type: FieldType): FieldType {
  if ((type.kind !== "one of" && type.kind !== "any of") || !type.renamed || (old?.kind !== "one of" && old?.kind !== "any of")) return type;
  return { ...type, renamed: type.renamed.map(({ from, to }) => ({ from: exact(old.choices, from), to })) };
}

/** What is kept of records under their entity's name, where the entity is called otherwise: it follows after the change, a few entries at a time. */

export interface FormerName {
  readonly was: string;
  readonly now: string;
}

/** `former`: the version before, which may not have been done with its own. */
export function formerNames(product: Product, former: Product | undefined): readonly FormerName[] {
  const called = (entities: Product["entities"], name: string): boolean => entities.some((e) => e.name === name);
  const { entities } = former ? nameInPreviousVersion(former, product) : product;
  return entities.flatMap((now) => {
    // As the database noted it, where this one says it otherwise.
    const noted = former?.entities.find((e) => e.name === now.name)?.was ?? null;
    const before = former?.entities.find((e) => e.name === now.was)?.was ?? null;
    return [...new Set([now.was, noted, before])].flatMap((was) => (was === null || called(product.entities, was) ? [] : [{ was, now: now.name }]));
  });
}

export const formerName = {
  /** Kept in the order in which it came. */
  tables: ["history", "outbox", "vote"] as const,
  /** One batch behind a position: `{last}`, null where nothing is left. */
  batch: (table: string, { was, now }: FormerName, behind: string): Query => ({
    text: `with batch as materialized (select position from nonet.${table} where entity = $1 and position > $3::bigint order by position limit 1000),
done as (update nonet.${table} set entity = $2 where position = any(array(select position from batch)))
select max(position)::text as last from batch`,
    values: [was, now, behind],
  }),
  /** What there is little of. */
  rest: ({ was, now }: FormerName): readonly Query[] =>
    ["decision", "stuck", "waking"].map((table) => ({ text: `update nonet.${table} set entity = $2 where entity = $1`, values: [was, now] })),
};
