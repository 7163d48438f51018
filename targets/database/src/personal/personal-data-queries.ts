/** A person's own data: which records have it, its export, and its erasure. */
import { forgetCommentsQueries } from "../comments/comment-statements.ts";
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf, isJoined, joinTableOf, tableOf } from "../columns/columns.ts";
import { recordJson, shownAs } from "../reads/record-json.ts";
import { fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

export interface PersonalGroup {
  readonly entity: Entity;
  /** The field that names the person; `this` for a User's own. */
  readonly of: string;
  readonly fields: readonly Field[];
}

/** The personal fields of every entity, by the field that names the person. A User's name and email are always personal. */
export function personalGroups(product: Product): readonly PersonalGroup[] {
  return product.entities.flatMap((entity) => {
    const isOwn = (f: Field): boolean => entity.name === "User" && (f.name === "name" || f.name === "email");
    const groups = new Map<string, Field[]>();
    for (const field of entity.fields) {
      const of = isOwn(field) ? "this" : field.personalOf;
      if (of !== null && field.computed === null && field.type.kind !== "inverse") groups.set(of, [...(groups.get(of) ?? []), field]);
    }
    return [...groups].map(([of, fields]) => ({ entity, of, fields }));
  });
}

export const columnOf = (group: PersonalGroup): string =>
  group.of === "this" ? "id" : group.of === "created by" ? "created_by" : (group.entity.fields.find((f) => f.name === group.of)?.column ?? "id");
/** The key of the field that names the person; empty for a User's own. */
export const keyOf = (group: PersonalGroup): string =>
  group.of === "this" ? "" : group.of === "created by" ? "createdBy" : (group.entity.fields.find((f) => f.name === group.of)?.key ?? "");

/** Rows `{id, shownAs, record}` with only the personal fields. */
export function personalRecordsQuery(product: Product, group: PersonalGroup, person: string): Query {
  const s = evaluationScope(product, group.entity.name);
  return s.params.query(
    `select r.id, ${shownAs(s, group.entity, "r")} as "shownAs", ${recordJson(
      s,
      group.entity,
      "r",
      group.fields.map((f) => f.key),
    )} as record from ${fromTable(group.entity, "r")} where r.${ident(columnOf(group))} = ${s.params.bind(person, "uuid")} order by r.created_at, r.id`,
  );
}

/** Rows `{record, at, action, before, after}` of the history, where the fields were this person's. */
export function personalHistoryQuery(group: PersonalGroup, person: string): Query {
  const pick = (side: string): string =>
    `case when ${belongsTo(group, side)} then (select jsonb_object_agg(e.key, e.value) from jsonb_each(h.${side}) e where e.key = any($3::text[])) end`;
  return {
    text: `select h.record_id as record, nonet.instant_text(h.at) as at, h.action, ${pick("before")} as before, ${pick("after")} as after from nonet.history h where h.entity = any($1::text[]) and (${belongsTo(group, "before")} or ${belongsTo(group, "after")}) order by h.position`,
    values: [entitiesOf(group), person, group.fields.map((f) => f.key)],
  };
}

/** `$2` is the person. */
const belongsTo = (group: PersonalGroup, side: string): string =>
  `(jsonb_typeof(h.${side}) = 'object' and ${group.of === "this" ? "h.record_id = $2::uuid" : `h.${side} -> ${literal(keyOf(group))} ->> 'id' = $2::text`})`;

/** Rows `{id, path}` of the files in these fields, now or in the history: a file that was removed from a record is still the person's. */
export function personalFilesQuery(group: PersonalGroup, person: string): Query | null {
  const files = group.fields.filter((f) => f.type.kind === "file");
  if (files.length === 0) return null;
  const held = files.map((f) => (f.type.kind === "file" && f.type.many ? `f.id = any(r.${ident(f.column)})` : `f.id = r.${ident(f.column)}`));
  const once = (side: string): string =>
    `select v.j ->> 'id' from nonet.history h, jsonb_each(h.${side}) e, jsonb_array_elements(case when jsonb_typeof(e.value) = 'array' then e.value else jsonb_build_array(e.value) end) v(j) where h.entity = any($1::text[]) and ${belongsTo(group, side)} and e.key = any($3::text[])`;
  return {
    text: `select f.id, f.name, f.type, f.size, f.path from nonet.file f where exists (select 1 from ${tableOf(group.entity)} r where r.${ident(columnOf(group))} = $2::uuid and (${held.join(" or ")}))
  or f.id::text in (${once("before")} union ${once("after")}) order by f.id`,
    values: [entitiesOf(group), person, files.map((f) => f.key)],
  };
}

/** Entries of a renamed entity may not have been updated yet. */
const entitiesOf = ({ entity }: PersonalGroup): readonly string[] => [entity.name, ...(entity.was === null ? [] : [entity.was])];

/** Rows `{id}` of the records whose fields are this person's. */
export const personalIdsQuery = (group: PersonalGroup, person: string): Query => ({
  text: `select id from ${tableOf(group.entity)} where ${ident(columnOf(group))} = $1::uuid`,
  values: [person],
});

/** Empties the fields of these records; a required one gets a value that says it was erased. */
export function forgetQueries(product: Product, group: PersonalGroup, records: readonly string[]): readonly Query[] {
  const { entity } = group;
  const columns = columnsOf(product, entity);
  const sets = group.fields.flatMap((f) => {
    const column = columns.find((c) => c.name === f.name);
    return column ? [`${ident(column.column)} = ${placeholder(entity, f, column.sql)}`] : [];
  });
  const joined = group.fields.filter(isJoined).map((f): Query => ({ text: `delete from ${joinTableOf(entity, f)} where from_id = any($1::uuid[])`, values: [records] }));
  return [
    ...joined,
    ...(sets.length > 0
      ? [{ text: `update ${tableOf(entity)} set version = version + 1, updated_at = nonet.now(), ${sets.join(", ")} where id = any($1::uuid[])`, values: [records] }]
      : []),
  ];
}

function placeholder(entity: Entity, field: Field, sql: string): string {
  if (sql !== "text") return `null`;
  const isEmail = field.type.kind === "formatted" && field.type.format === "email";
  if (entity.name === "User" && field.name === "email") return "'erased-' || id || '@erased.invalid'";
  if (field.required !== true && !["random text", "secret link", "sequence"].includes(field.type.kind)) return "null";
  if (isEmail) return "'erased-' || id || '@erased.invalid'";
  // No choice says that it was erased, and taking one would invent data.
  if (field.type.kind === "one of") return "null";
  return field.unique || field.uniqueWithin !== null || field.type.kind !== "text" ? "'erased ' || id" : "'erased'";
}

/** Deletes the rest: credentials, sessions, mails that were sent or are waiting. */
export const forgetTracesQueries = (person: string, email: string, records: readonly string[]): readonly Query[] => [
  ...["credential", "session", "api_key", "identity", "totp", "recovery_code", "passkey", "challenge", "account_link", "confirmed_email"].map((table) => ({
    text: `delete from nonet.${table} where user_id = $1::uuid`,
    values: [person],
  })),
  // What happened stays in the security log, without the place and the device.
  { text: "update nonet.security_event set source = '', device = '', detail = '{}'::jsonb where user_id = $1::uuid or by_id = $1::uuid", values: [person] },
  { text: "delete from nonet.deputy where person = $1::uuid or deputy = $1::uuid", values: [person] },
  ...["nonet.sign_in_attempt", "nonet.sign_in_source"].map((table) => ({
    text: `delete from ${table} where address = encode(sha256(convert_to(lower($1::text), 'UTF8')), 'hex')`,
    values: [email],
  })),
  { text: "delete from nonet.person_language where user_id = $1::uuid", values: [person] },
  ...forgetCommentsQueries(person),
  { text: "delete from nonet.saved_view where owner = $1::uuid", values: [person] },
  { text: "update nonet.file set uploaded_by = null where uploaded_by = $1::uuid", values: [person] },
  {
    text: "update nonet.outbox set status = case when status = 'waiting' and payload::text ilike $1 then 'dropped' else status end, payload = '{}'::jsonb, answer = null where payload::text ilike $1 or (status <> 'waiting' and record_id = any($2::uuid[]))",
    values: [`%${email.replace(/[\\%_]/g, "\\$&")}%`, [person, ...records]],
  },
];

/** Rows `{id}` of the files that some record still holds after the erasure: they are somebody else's too. */
export function heldFilesQuery(product: Product, files: readonly string[]): Query {
  const held = product.entities.flatMap((entity) =>
    entity.fields.flatMap((f) => {
      if (f.type.kind !== "file" || f.computed !== null) return [];
      const column = `r.${ident(f.column)}`;
      return [`exists (select 1 from ${tableOf(entity)} r where ${f.type.many ? `${column} @> array[f.id]` : `${column} = f.id`})`];
    }),
  );
  return { text: `select f.id from nonet.file f where f.id = any($1::uuid[]) and (${held.join(" or ") || "false"})`, values: [files] };
}

/**
 * Rows `{id, path}` of uploads older than a day that no record holds or held and no mail will attach, with `kept` for those
 * that a record held once: the history shows them. Each file is looked for in the history at most once.
 */
export function unusedFilesQuery(product: Product, limit: number): Query {
  const holders = product.entities.flatMap((entity) =>
    entity.fields.flatMap((f) => (f.type.kind === "file" && f.computed === null ? [{ entity, column: `r.${ident(f.column)}`, many: f.type.many }] : [])),
  );
  const held = holders.map(({ entity, column, many }) => `exists (select 1 from ${tableOf(entity)} r where ${many ? `${column} @> array[f.id]` : `${column} = f.id`})`);
  return {
    text: `select f.id, f.path, exists (select 1 from nonet.history h where strpos(h.after::text, f.id::text) > 0 or strpos(h.before::text, f.id::text) > 0) as kept
  from (select f.id, f.path from nonet.file f where not f.kept and f.at < now() - interval '1 day' and not (${held.join(" or ") || "false"})
    and not exists (select 1 from nonet.outbox o where o.status in ('waiting', 'failed') and o.payload -> 'files' ? f.id::text) order by f.at limit $1::int) f`,
    values: [limit],
  };
}

/** Never read again by `unusedFilesQuery`. */
export const keepFiles = (ids: readonly string[]): Query => ({ text: "update nonet.file set kept = true where id = any($1::uuid[])", values: [ids] });

export const forgetFile = (id: string): Query => ({ text: "delete from nonet.file where id = $1::uuid", values: [id] });
