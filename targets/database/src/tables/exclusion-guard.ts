/**
 * What keeps two records of one table from standing together where that is asked for later than the records came. A new
 * table has an exclusion constraint; on one with records PostgreSQL would build it while nobody writes. There the index is
 * built beside the running product, and a trigger looks, at commit, whether what was written clashes with another record.
 * All that writes does so in serializable transactions, so of two that clash at once one is run again.
 */
import { hash, ident, literal } from "../sql/sql-text.ts";

export interface Guard {
  /** The index's name. */
  readonly name: string;
  readonly index: string;
  /** What follows the table there. */
  readonly body: string;
  /** The trigger and its function; it fails under the constraint's name. */
  readonly trigger: string;
  readonly drop: string;
  /** Rows `{id}` of all that clash now. */
  readonly clashing: string;
}

interface Kept {
  readonly table: string;
  readonly name: string;
  readonly body: string;
  /** What follows the table in `create index`. */
  readonly index: string;
  /** Over the rows r and o. */
  readonly clash: string;
  /** The columns that it reads: every other change passes it by. */
  readonly reads: readonly string[];
}

export function guardOf({ table, name, body, index, clash, reads }: Kept): Guard {
  const own = `guard_${hash(`${table} ${name} ${body}`)}`;
  const others = `exists (select 1 from ${table} o where o.id <> r.id and ${clash})`;
  const make = `create or replace function nonet.${own}() returns trigger language plpgsql as $guard$ begin
  if exists (select 1 from ${table} r where r.id = new.id and ${others}) then
    raise exception using errcode = '23P01', constraint = ${literal(name)}, message = ${literal(`${name} is broken`)};
  end if;
  return null;
end $guard$`;
  return {
    name: own,
    body: index,
    index: `create index concurrently if not exists ${own} on ${table} ${index}`,
    trigger: `${make};\ncreate constraint trigger ${ident(name)} after insert or update of ${reads.map(ident).join(", ")} on ${table} deferrable initially deferred for each row execute function nonet.${own}()`,
    drop: `drop trigger if exists ${ident(name)} on ${table};\ndrop function if exists nonet.${own}();\ndrop index if exists app.${own}`,
    clashing: `select r.id from ${table} r where ${others}`,
  };
}
