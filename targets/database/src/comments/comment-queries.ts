/** Whom a reader can mention, and the part of a record's history that its comments are. */
import type { Product } from "@nonet/model";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { row } from "../visibility/permission-queries.ts";
import { fieldPredicate, historyPredicate, recordPredicate } from "../visibility/predicates.ts";

/** Rows `{id, name, roles, owner}` of people whose name the reader may read and whose name or one of whose names begins with the text. */
export function namedPeopleQuery(product: Product, reader: Reader, beginning: string, limit: number): Query {
  const { s, entity: user } = row(product, reader, "User");
  const may = and([recordPredicate(s, user, "r"), fieldPredicate(s, user, "r", "name", false)]);
  const pattern = beginning.replace(/[\\%_]/g, "\\$&");
  const name = `unaccent(coalesce(r.name, ''))`;
  const begins = `(${name} ilike unaccent(${s.params.bind(`${pattern}%`, "text")}) or ${name} ilike unaccent(${s.params.bind(`% ${pattern}%`, "text")}))`;
  return s.params.query(
    `select r.id, r.name from ${fromTable(user, "r")} where coalesce(r.name, '') <> '' and r.active and ${may} and ${begins} order by r.name, r.id limit ${limit}`,
  );
}

/** Rows `{at, by, by_person, what, specification}` for readers of the history, latest first. */
export function commentEventsQuery(product: Product, reader: Reader, entityName: string, id: string): Query {
  const { s, entity } = row(product, reader, entityName);
  const user = entityNamed(product, "User");
  const u = s.params.alias("u");
  const by = and([`${u}.id = e.by`, recordPredicate(s, user, u), fieldPredicate(s, user, u, "name", false)]);
  const may = and([recordPredicate(s, entity, "r"), product.permissions.written && s.visibility ? historyPredicate(s, entity, "r") : "true"]);
  return s.params.query(
    `select nonet.instant_text(e.at) as at, (select jsonb_build_object('id', ${u}.id, 'name', ${u}.name) from ${fromTable(user, u)} where ${by}) as by, true as by_person, e.what, e.specification from ${fromTable(entity, "r")} join nonet.comment_event e on e.record_id = r.id where r.id = ${s.params.bind(id, "uuid")} and ${may} order by e.position desc`,
  );
}
