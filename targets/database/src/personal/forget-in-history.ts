/** Removes a person from the history: their data, what was computed from it, and the names that records were shown as. */
import type { Entity, Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import type { Query } from "../sql/query.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { type DerivedData, derivedDataOf } from "./derived-personal-data.ts";
import { keyOf, personalGroups } from "./personal-data-queries.ts";

/** What is removed from one entity's entries, by the keys of the stored record. */
interface Rule {
  /** Personal fields, with the key of the field that names the person (empty for a User's own). */
  readonly personal: Record<string, string>;
  /** Lists of parts, with the parts' entity. */
  readonly parts: Record<string, string>;
  /** Computed fields, with the keys of the references (empty for the record itself) that decide whether they are removed. */
  readonly named: Record<string, readonly string[]>;
  /** Computed fields that are always removed. */
  readonly anywhere: readonly string[];
  /** References to records that may be shown as somebody's data, without a reference that names the person. */
  readonly called: readonly string[];
}

/** `records` have, or had, data of the person. */
export function forgetHistoryQuery(product: Product, person: string, records: readonly string[]): Query {
  const telling = derivedDataOf(product);
  const rules: Record<string, Rule> = Object.fromEntries(product.entities.map((e) => [e.name, ruleOf(product, telling, e)]));
  const searched = product.entities.filter((e) => isAlwaysSearched(product, rules, e)).map((e) => e.name);
  // Entries of a renamed entity may not have been updated yet (renamed-entities.ts).
  for (const entity of product.entities)
    if (entity.was !== null && rules[entity.was] === undefined) {
      rules[entity.was] = rules[entity.name]!;
      if (searched.includes(entity.name)) searched.push(entity.was);
    }
  return {
    text: `with ids as materialized (select array(select unnest($3::text[])${shownAsPerson(product, telling)}) as list),
likes as materialized (select list, array(select '%' || id || '%' from unnest(list) id) as texts from ids)
update nonet.history set before = nonet.forget_person(before, entity, $1, $2::jsonb, list), after = nonet.forget_person(after, entity, $1, $2::jsonb, list)
from likes where before::text like any(texts) or after::text like any(texts) or entity = any($4::text[])`,
    values: [person, JSON.stringify(rules), [person, ...records], searched],
  };
}

function ruleOf(product: Product, telling: ReadonlyMap<Entity, DerivedData>, entity: Entity): Rule {
  const computed = [...(telling.get(entity)?.computed ?? [])];
  const isCalled = (name: string): boolean => [...telling].some(([e, of]) => e.name === name && of.shownAs === "anywhere");
  return {
    personal: Object.fromEntries(personalGroups(product).flatMap((g) => (g.entity === entity ? g.fields.map((f) => [f.key, keyOf(g)] as const) : []))),
    parts: Object.fromEntries(partsOf(product, entity).map((p) => [entity.fields.find((f) => f.name === p.partOf!.list)?.key ?? p.partOf!.list, p.name])),
    named: Object.fromEntries(computed.flatMap(([key, by]) => (by === "anywhere" ? [] : [[key, by.map((one) => one.key)] as const]))),
    anywhere: computed.flatMap(([key, by]) => (by === "anywhere" ? [key] : [])),
    called: [...entity.fields.flatMap((f) => ("entity" in f.type && isCalled(f.type.entity) ? [f.key] : [])), ...(isCalled("User") ? ["createdBy"] : [])],
  };
}

const partsOf = (product: Product, entity: Entity): readonly Entity[] => product.entities.filter((p) => p.partOf?.entity === entity.name);

/** Whether its entries, or those of its parts, are searched for every person. */
const isAlwaysSearched = (product: Product, rules: Readonly<Record<string, Rule>>, entity: Entity): boolean =>
  rules[entity.name]!.anywhere.length + rules[entity.name]!.called.length > 0 || partsOf(product, entity).some((p) => isAlwaysSearched(product, rules, p));

/** The records that are or were shown as the person (a Loan by its borrower's name). `$3`: the person's own records. */
function shownAsPerson(product: Product, telling: ReadonlyMap<Entity, DerivedData>): string {
  return product.entities
    .flatMap((entity) => {
      const by = telling.get(entity)?.shownAs ?? null;
      if (by === null || by === "anywhere") return [];
      const names = [entity.name, ...(entity.was === null ? [] : [entity.was])].map(literal).join(", ");
      return by
        .filter(({ key }) => key !== "")
        .flatMap(({ key, column }) => [
          ` union select r.id::text from ${tableOf(entity)} r where r.${ident(column)}::text = any($3::text[])`,
          ` union select h.record_id::text from nonet.history h where h.entity in (${names}) and (h.before -> ${literal(key)} ->> 'id' = any($3::text[]) or h.after -> ${literal(key)} ->> 'id' = any($3::text[]))`,
        ]);
    })
    .join("");
}
