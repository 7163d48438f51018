/** Whether a reader may do something, asked of the database for one record, or of the matrix alone. */
import { fold } from "@nonet/feel";
import type { Product, Transition } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { condition } from "../scope/compile.ts";
import { certain } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, ownScope, type Scope } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { cachedDecision, cachedStatement } from "../sql/statement-cache.ts";
import { type Operation, deedPredicate, everything, fieldDeed, fieldPredicate, historyPredicate, never, recordPredicate, roleSets, secretPredicate } from "./predicates.ts";
import { readerScope } from "./reader-scope.ts";
import { bearerLimit } from "./secret-link.ts";

const deedKey = (deed: Operation): string => (typeof deed === "string" ? deed : `do ${deed.action}`);
const row = (product: Product, reader: Reader, entityName: string): { s: Scope; entity: ReturnType<typeof entityNamed> } => ({
  s: readerScope(product, reader),
  entity: entityNamed(product, entityName),
});

export function mayRead(product: Product, reader: Reader, entityName: string, field: string): "never" | "always" | "sometimes" {
  return cachedDecision(product, ["read", entityName, field], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    const may = fieldPredicate(s, entity, "r", field, true);
    return may === "false" ? "never" : may === "true" ? "always" : "sometimes";
  });
}

/** Whether every record of the entity that the reader may see is shown to them by all of what it is shown as. */
export const shownAsAlways = (product: Product, reader: Reader, entityName: string): boolean =>
  cachedDecision(product, ["shown as", entityName], reader, () =>
    descend(entityNamed(product, entityName).shownAs).every((e) => {
      if (e.kind !== "path") return true;
      const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
      if (of.kind !== "record") return true;
      return mayRead(product, reader, of.name, e.field) === "always" && (of.name === entityName || grantedAlways(product, reader, of.name, "read"));
    }),
  );

/** Whether some grant could allow it for some record. */
export function mayEver(product: Product, reader: Reader, entityName: string, deed: Operation): boolean {
  return cachedDecision(product, ["ever", entityName, deedKey(deed)], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    return deedPredicate(s, entity, "r", deed) !== "false";
  });
}

/** Whether Who, or point 6 where Who names nobody, could let the row's action be done to some record. */
export function rowEver(product: Product, reader: Reader, entityName: string, { who, trigger }: Transition): boolean {
  if (reader.kind === "system") return true;
  if (who.length === 0) return trigger.kind === "action" && mayEver(product, reader, entityName, { action: trigger.action });
  const held = roleSets(product, reader).flat().map(fold);
  return who.some(({ role }) => held.includes(fold(role)));
}

/** Whether every record of the entity may have it done: then no record need be asked. */
export const grantedAlways = (product: Product, reader: Reader, entityName: string, deed: Operation): boolean =>
  cachedDecision(product, ["granted", entityName, deedKey(deed)], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    return deedPredicate(s, entity, "r", deed) === "true";
  });

/** The fields that may be given or changed in every record; null where it hangs on the record. */
export const fieldsGrantedAlways = (product: Product, reader: Reader, entityName: string, deed: "create" | "update"): readonly string[] | null =>
  cachedDecision(product, ["fields granted", entityName, deed], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    const names = [...new Set([...entity.fields.map((f) => f.name), ...columnsOf(product, entity).map((c) => c.name)])];
    const may = names.map((name) => ({ name, sql: fieldDeed(s, entity, "r", name, deed) }));
    return may.every((m) => m.sql === "true" || m.sql === "false") ? may.filter((m) => m.sql === "true").map((m) => m.name) : null;
  });

/** One row `{allowed}`; no row where the record isn't there. */
export function grantQuery(product: Product, reader: Reader, entityName: string, deed: Operation, id: string): Query {
  return cachedStatement(product, ["grant", entityName, deedKey(deed)], { reader, values: { id } }, (to) => {
    const { s, entity } = row(product, to.reader, entityName);
    const may = deedPredicate(s, entity, "r", deed);
    return s.params.query(`select coalesce(${may}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(to.values.id, "uuid")}`);
  });
}

/** Whether point 6 names it at all; `all` grants without naming, so it never stands against a Who in point 4. */
export const hasGrantRow = (product: Product, entity: string, deed: Operation): boolean =>
  product.permissions.grants.some(
    (g) =>
      g.entity === entity &&
      !/^all\b/i.test(g.text.trim()) &&
      (typeof g.verb === "string" || typeof deed === "string" ? g.verb === deed : fold(g.verb.action) === fold(deed.action)),
  );

/** One row `{fields: string[]}`: names of the fields that the reader may give or change. */
export function fieldGrantQuery(product: Product, reader: Reader, entityName: string, deed: "create" | "update", id: string): Query {
  return cachedStatement(product, ["fields", entityName, deed], { reader, values: { id } }, (to) => fieldsGranted(product, to.reader, entityName, deed, to.values.id));
}

function fieldsGranted(product: Product, reader: Reader, entityName: string, deed: "create" | "update", id: string): Query {
  const { s, entity } = row(product, reader, entityName);
  const names = [...new Set([...entity.fields.map((f) => f.name), ...columnsOf(product, entity).map((c) => c.name)])];
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const may = fieldDeed(s, entity, "r", name, deed);
    if (may !== "false") groups.set(may, [...(groups.get(may) ?? []), name]);
  }
  const arrays = [...groups].map(([may, some]) =>
    may === "true" ? s.params.bind(some, "text[]") : `(case when ${may} then ${s.params.bind(some, "text[]")} else '{}'::text[] end)`,
  );
  return s.params.query(`select ${arrays.join(" || ") || "'{}'::text[]"} as fields from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}

/** One row `{allowed}`: the transition's Who for this record; an empty Who allows, the system may always. */
export function actorGrantQuery(product: Product, reader: Reader, transition: Transition, entityName: string, id: string): Query {
  return cachedStatement(product, ["who", transition, entityName], { reader, values: { id } }, (to) => whoOf(product, to.reader, transition, entityName, to.values.id));
}

/** Whether the reader may run it on every record: then no record need be asked. */
export const alwaysGranted = (product: Product, reader: Reader, transition: Transition, entityName: string): boolean =>
  cachedDecision(product, ["who always", transition, entityName], reader, () => whoSql(product, reader, transition, entityName).may === "true");

function whoOf(product: Product, reader: Reader, transition: Transition, entityName: string, id: string): Query {
  const { s, entity, may } = whoSql(product, reader, transition, entityName);
  return s.params.query(`select coalesce(${may}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}

function whoSql(
  product: Product,
  reader: Reader,
  transition: Transition,
  entityName: string,
): { readonly s: Scope; readonly entity: ReturnType<typeof entityNamed>; readonly may: string } {
  const { s, entity } = row(product, reader, entityName);
  const held = roleSets(product, reader).flat().map(fold);
  const own = product.permissions.own.find((o) => o.entity === entity.name)?.condition;
  const self = ownScope(s, { kind: "row", entity, alias: "r" });
  const may =
    reader.kind === "system" || transition.who.length === 0 || (everything(s) && !transition.who.every((w) => w.role === "system"))
      ? "true"
      : or(
          transition.who
            .filter((w) => held.includes(fold(w.role)))
            .map((w) =>
              and([
                fold(w.role) === "bearer" ? bearerLimit(s, entity, "r") : "true",
                w.own ? (own ? condition(self, own) : "false") : "true",
                w.where ? certain(self, w.where.expression, condition(self, w.where.expression)) : "true",
              ]),
            ),
        );
  const forbidden = reader.kind === "system" || transition.trigger.kind !== "action" ? [] : never(s, entity, "r", { action: transition.trigger.action }, null);
  return { s, entity, may: and([may, ...forbidden]) };
}

/** One row `{allowed}`: the reader may read a record that holds this file, or uploaded it. */
export function fileReadableQuery(product: Product, reader: Reader, fileId: string): Query {
  const s = readerScope(product, reader);
  const file = s.params.bind(fileId, "uuid");
  const ways = reader.kind === "person" ? [`exists (select 1 from nonet.file f where f.id = ${file} and f.uploaded_by = ${s.params.bind(reader.id, "uuid")})`] : [];
  for (const entity of product.entities)
    for (const field of entity.fields) {
      if (field.type.kind !== "file" || field.computed) continue;
      const x = s.params.alias("x");
      const may = and([recordPredicate(s, entity, x), fieldPredicate(s, entity, x, field.name, false)]);
      const column = `${x}.${ident(field.column)}`;
      const holds = field.type.many ? `${column} @> array[${file}] and cardinality(${column}) > 0` : `${column} = ${file}`;
      if (may !== "false") ways.push(`exists (select 1 from ${fromTable(entity, x)} where ${holds} and ${may})`);
    }
  return s.params.query(`select coalesce(${or(ways)}, false) as allowed`);
}

/** Rows `{at, by, action, before, after, specification, secrets?}`, newest first, of what the reader may see of it now. */
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
    const sees = fieldPredicate(s, entity, "r", field.name, false);
    if (sees !== "false") groups.set(sees, [...(groups.get(sees) ?? []), field.key]);
  }
  const seenOf = (some: ReadonlyMap<string, readonly string[]>): string =>
    [...some]
      .map(([sees, keys]) => (sees === "true" ? s.params.bind(keys, "text[]") : `(case when ${sees} then ${s.params.bind(keys, "text[]")} else '{}'::text[] end)`))
      .join(" || ");
  const keys = seenOf(groups);
  const secrets = new Map(entity.fields.filter((f) => f.secret).map((f) => [secretPredicate(s, entity, "r", f.name), [] as string[]]));
  for (const field of entity.fields) if (field.secret) secrets.get(secretPredicate(s, entity, "r", field.name))!.push(field.key);
  secrets.delete("false");
  const written =
    secrets.size === 0 ? "" : `, array(select k from jsonb_array_elements_text(coalesce(h.after -> '_secrets', '[]'::jsonb)) k where k = any(${seenOf(secrets)})) as secrets`;
  const cut = (column: string): string =>
    `(select coalesce(jsonb_object_agg(e.key, e.value), '{}'::jsonb) from jsonb_each(case when jsonb_typeof(h.${column}) = 'object' then h.${column} else '{}'::jsonb end) e where e.key = any(${keys}))`;
  const user = entityNamed(product, "User");
  const u = s.params.alias("u");
  const by = and([`${u}.id = h.by`, recordPredicate(s, user, u), fieldPredicate(s, user, u, "name", false)]);
  const p = s.params.alias("u");
  const inPlaceOf = and([`${p}.id = h.in_place_of`, recordPredicate(s, user, p), fieldPredicate(s, user, p, "name", false)]);
  return s.params.query(
    `select nonet.instant_text(h.at) as at, (select jsonb_build_object('id', ${u}.id, 'name', ${u}.name) from ${fromTable(user, u)} where ${by}) as by, (select jsonb_build_object('id', ${p}.id, 'name', ${p}.name) from ${fromTable(user, p)} where ${inPlaceOf}) as in_place_of, h.by is not null as by_person, h.action, case when h.before is not null then ${cut("before")} end as before, case when h.after is not null then ${cut("after")} end as after, h.specification${written} from ${fromTable(entity, "r")} join nonet.history h on h.record_id = r.id where r.id = ${s.params.bind(id, "uuid")} and ${may} order by h.position desc`,
  );
}
