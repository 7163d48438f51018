/** The history of a record, restricted to what the reader may see now. */
import type { Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { row } from "./permission-queries.ts";
import { fieldPredicate, historyPredicate, recordPredicate, secretPredicate } from "./predicates.ts";

/** Rows `{at, by, action, before, after, specification, secrets?}`, newest first, with only the fields that the reader may see. */
export function historyQuery(product: Product, reader: Reader, entityName: string, id: string): Query {
  return cachedStatement(product, ["history", entityName], { reader, values: { id } }, (to) => historyOf(product, to.reader, entityName, to.values.id));
}

function historyOf(product: Product, reader: Reader, entityName: string, id: string): Query {
  const { s, entity } = row(product, reader, entityName);
  const may = and([recordPredicate(s, entity, "r"), product.permissions.written && s.visibility ? historyPredicate(s, entity, "r") : "true"]);
  const columns = columnsOf(product, entity);
  const fields = [...entity.fields.map((f) => ({ key: f.key, name: f.name })), ...columns.filter((c) => !entity.fields.some((f) => f.key === c.key))];
  const groups = new Map<string, string[]>([["true", ["id", "version"]]]);
  for (const field of fields) {
    const may = fieldPredicate(s, entity, "r", field.name, false);
    if (may !== "false") groups.set(may, [...(groups.get(may) ?? []), field.key]);
  }
  const visibleKeys = (some: ReadonlyMap<string, readonly string[]>): string =>
    [...some]
      .map(([may, keys]) => (may === "true" ? s.params.bind(keys, "text[]") : `(case when ${may} then ${s.params.bind(keys, "text[]")} else '{}'::text[] end)`))
      .join(" || ");
  const keys = visibleKeys(groups);
  const secrets = new Map(entity.fields.filter((f) => f.secret).map((f) => [secretPredicate(s, entity, "r", f.name), [] as string[]]));
  for (const field of entity.fields) if (field.secret) secrets.get(secretPredicate(s, entity, "r", field.name))!.push(field.key);
  secrets.delete("false");
  const writtenSecrets =
    secrets.size === 0 ? "" : `, array(select k from jsonb_array_elements_text(coalesce(h.after -> '_secrets', '[]'::jsonb)) k where k = any(${visibleKeys(secrets)})) as secrets`;
  const restricted = (column: string): string =>
    `(select coalesce(jsonb_object_agg(e.key, e.value), '{}'::jsonb) from jsonb_each(case when jsonb_typeof(h.${column}) = 'object' then h.${column} else '{}'::jsonb end) e where e.key = any(${keys}))`;
  const user = entityNamed(product, "User");
  const u = s.params.alias("u");
  const by = and([`${u}.id = h.by`, recordPredicate(s, user, u), fieldPredicate(s, user, u, "name", false)]);
  const p = s.params.alias("u");
  const inPlaceOf = and([`${p}.id = h.in_place_of`, recordPredicate(s, user, p), fieldPredicate(s, user, p, "name", false)]);
  return s.params.query(
    `select nonet.instant_text(h.at) as at, (select jsonb_build_object('id', ${u}.id, 'name', ${u}.name) from ${fromTable(user, u)} where ${by}) as by, (select jsonb_build_object('id', ${p}.id, 'name', ${p}.name) from ${fromTable(user, p)} where ${inPlaceOf}) as in_place_of, h.by is not null as by_person, h.action, case when h.before is not null then ${restricted("before")} end as before, case when h.after is not null then ${restricted("after")} end as after, h.specification${writtenSecrets} from ${fromTable(entity, "r")} join nonet.history h on h.record_id = r.id where r.id = ${s.params.bind(id, "uuid")} and ${may} order by h.position desc`,
  );
}
