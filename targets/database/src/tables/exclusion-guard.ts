/**
 * An exclusion constraint for a table that already has records.
 *
 * A new table has an exclusion constraint. On a table with records PostgreSQL would build it under a lock. There the
 * index is built concurrently instead, and a trigger checks at commit whether a written record conflicts with another
 * one. Writes are serializable transactions, so of two conflicting ones one is retried.
 */
import { hash, ident, literal } from "../sql/sql-text.ts";

export interface Guard {
  /** The index's name. */
  readonly name: string;
  readonly index: string;
  /** What follows the table's name in `create index`. */
  readonly body: string;
  /** The trigger and its function, which raise an error under the constraint's name. */
  readonly trigger: string;
  readonly drop: string;
  /** Rows `{id}` of all records in conflict now. */
  readonly clashing: string;
}

interface GuardedConstraint {
  readonly table: string;
  readonly name: string;
  readonly body: string;
  /** What follows the table's name in `create index`. */
  readonly index: string;
  /** The conflict of the rows r and o. */
  readonly clash: string;
  /** The columns that it reads; changes of other columns don't run the trigger. */
  readonly reads: readonly string[];
}

export function guardOf({ table, name, body, index, clash, reads }: GuardedConstraint): Guard {
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
