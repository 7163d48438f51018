/** The statements that create, fill and switch to a shadow column. */
import { plainQuery, type Query } from "../sql/query.ts";
import { hash, ident, literal } from "../sql/sql-text.ts";
import type { ShadowColumn } from "./shadow-column.ts";

/**
 * Waits for a running autovacuum, which yields to a waiting lock after a second, longer than a table change waits. The
 * lock blocks neither readers nor writers.
 */
export const waitForVacuum = (tables: string): string => `set local lock_timeout = '10s';\nlock table ${tables} in share update exclusive mode;\nset local lock_timeout = '100ms'`;

export const shadowColumnSteps = {
  /** Creates the column and the trigger that keeps it in sync, where they are missing. */
  prepare: (b: ShadowColumn): string =>
    `${waitForVacuum(b.table)};
alter table ${b.table} add column if not exists ${b.name} ${b.sql};
create or replace function nonet.${b.name}() returns trigger language plpgsql as $shadow$ begin new.${b.name} := ${b.value(`new.${ident(b.former)}`)}; return new; end $shadow$;
create or replace trigger ${b.name} before insert or update of ${b.reads.map(ident).join(", ")} on ${b.table} for each row execute function nonet.${b.name}()`,
  /**
   * One batch after a record, for all shadow columns of one table: `{last, lost, of}`: the id of the last record (null
   * at the end), the id of a record that loses something, and the name of the column that loses it.
   */
  fill: (all: readonly ShadowColumn[], after: string, most: number): Query => ({
    text: `with batch as materialized (select id from ${all[0]!.table} where id > $1::uuid order by id limit ${Math.trunc(most)}),
done as (${fillSql(all, "from batch where t.id = batch.id and")} returning t.id, ${lostOf(all)} as of)
select (select id from batch order by id desc limit 1) as last, (select id from done where of is not null order by id limit 1) as lost, (select of from done where of is not null order by id limit 1) as of`,
    values: [after],
  }),
  /** Fills all records at once. */
  fillAll: (all: readonly ShadowColumn[]): string => fillSql(all, "where"),
  /** Makes the final check for losses fast: the index holds few records. */
  lostIndex: (b: ShadowColumn): string | null => b.lost && `create index concurrently if not exists shadow_${hash(`${b.name} lost`)} on ${b.table} (id) where ${b.lost}`,
  /** Rows `{id}` that lose something. */
  losing: (b: ShadowColumn): string | null => b.lost && `select id from ${b.table} where ${b.lost}`,
  /** Collects statistics for the planner before the column is used. */
  analyze: (all: readonly ShadowColumn[]): string => `analyze ${all[0]!.table} (${all.map((b) => b.name).join(", ")})`,
  /** `table`: the table's new name. The previous column's indexes are dropped with it. */
  takePlace: (b: ShadowColumn, table: string): string =>
    `drop function nonet.${b.name}() cascade;
alter table ${table} drop column ${ident(b.former)} cascade;
alter table ${table} rename column ${b.name} to ${ident(b.column)}`,
  /** Rows `{name, table}`: shadow columns and unfinished indexes that exist, with their table in SQL; `beside_` was their prefix in an earlier release. */
  begun: plainQuery(`select a.attname as name, format('%I.%I', n.nspname, c.relname) as table
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relkind = 'r' and not a.attisdropped and a.attname ~ '^(shadow|beside)_[0-9a-f]{16}$'
union all select c.relname, format('%I.%I', n.nspname, t.relname) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relname ~ '^(shadow|beside)_[0-9a-f]{16}$'`),
  dropBegun: (name: string, table: string): Query =>
    plainQuery(`${waitForVacuum(table)};\ndrop function if exists nonet.${name}() cascade;\nalter table ${table} drop column if exists ${name};\ndrop index if exists app.${name}`),
};

function fillSql(all: readonly ShadowColumn[], where: string): string {
  const value = (b: ShadowColumn): string => b.value(`t.${ident(b.former)}`);
  const sets = all.map((b) => `${b.name} = ${value(b)}`).join(", ");
  return `update ${all[0]!.table} t set ${sets} ${where} (${all.map((b) => `t.${b.name} is distinct from ${value(b)}`).join(" or ")})`;
}

function lostOf(all: readonly ShadowColumn[]): string {
  const cases = all.flatMap((b) => (b.lost === null ? [] : [`when ${b.lost} then ${literal(b.name)}`]));
  return cases.length === 0 ? "null::text" : `case ${cases.join(" ")} end`;
}
