import type { Query } from "../sql/query.ts";
import { hash, ident, literal } from "../sql/sql-text.ts";
import type { ShadowColumn } from "./shadow-column.ts";

/**
 * A vacuum that goes on by itself gives way to who waits for a second, and what changes a table waits for less. So it is
 * waited for with a lock that keeps off nobody who reads or writes.
 */
export const aside = (tables: string): string => `set local lock_timeout = '10s';\nlock table ${tables} in share update exclusive mode;\nset local lock_timeout = '100ms'`;

const plain = (text: string): Query => ({ text, values: [] });

export const shadowColumnSteps = {
  /** Its column and what keeps it in step; nothing where they are there. */
  prepare: (b: ShadowColumn): string =>
    `${aside(b.table)};
alter table ${b.table} add column if not exists ${b.name} ${b.sql};
create or replace function nonet.${b.name}() returns trigger language plpgsql as $beside$ begin new.${b.name} := ${b.value(`new.${ident(b.former)}`)}; return new; end $beside$;
create or replace trigger ${b.name} before insert or update of ${b.reads.map(ident).join(", ")} on ${b.table} for each row execute function nonet.${b.name}()`,
  /**
   * One batch behind a record, for all that are filled of one table: `{last, lost, of}`, the last one's id (null behind the
   * last), and that of one that loses something of the one named.
   */
  fill: (all: readonly ShadowColumn[], behind: string, most: number): Query => ({
    text: `with batch as materialized (select id from ${all[0]!.table} where id > $1::uuid order by id limit ${Math.trunc(most)}),
done as (${filled(all, "from batch where t.id = batch.id and")} returning t.id, ${lostOf(all)} as of)
select (select id from batch order by id desc limit 1) as last, (select id from done where of is not null order by id limit 1) as lost, (select of from done where of is not null order by id limit 1) as of`,
    values: [behind],
  }),
  /** The same for all records at once. */
  fillAll: (all: readonly ShadowColumn[]): string => filled(all, "where"),
  /** So that the last look for what is lost is short: it holds hardly a record. */
  lostIndex: (b: ShadowColumn): string | null => b.lost && `create index concurrently if not exists beside_${hash(`${b.name} lost`)} on ${b.table} (id) where ${b.lost}`,
  /** Rows `{id}` that lose something. */
  losing: (b: ShadowColumn): string | null => b.lost && `select id from ${b.table} where ${b.lost}`,
  /** How many different values it has: the planner's to know before it serves. */
  analyze: (all: readonly ShadowColumn[]): string => `analyze ${all[0]!.table} (${all.map((b) => b.name).join(", ")})`,
  /** Under the table's new name. Its indexes go with the former column. */
  takePlace: (b: ShadowColumn, table: string): string =>
    `drop function nonet.${b.name}() cascade;
alter table ${table} drop column ${ident(b.former)} cascade;
alter table ${table} rename column ${b.name} to ${ident(b.column)}`,
  /** Rows `{name, table}`: what was begun and stands there: columns, and indexes of others; the table as it stands in SQL. */
  begun: plain(`select a.attname as name, format('%I.%I', n.nspname, c.relname) as table
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relkind = 'r' and not a.attisdropped and a.attname ~ '^beside_[0-9a-f]{16}$'
union all select c.relname, format('%I.%I', n.nspname, t.relname) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relname ~ '^beside_[0-9a-f]{16}$'`),
  dropBegun: (name: string, table: string): Query =>
    plain(`${aside(table)};\ndrop function if exists nonet.${name}() cascade;\nalter table ${table} drop column if exists ${name};\ndrop index if exists app.${name}`),
};

function filled(all: readonly ShadowColumn[], where: string): string {
  const value = (b: ShadowColumn): string => b.value(`t.${ident(b.former)}`);
  const sets = all.map((b) => `${b.name} = ${value(b)}`).join(", ");
  return `update ${all[0]!.table} t set ${sets} ${where} (${all.map((b) => `t.${b.name} is distinct from ${value(b)}`).join(" or ")})`;
}

function lostOf(all: readonly ShadowColumn[]): string {
  const cases = all.flatMap((b) => (b.lost === null ? [] : [`when ${b.lost} then ${literal(b.name)}`]));
  return cases.length === 0 ? "null::text" : `case ${cases.join(" ")} end`;
}
