/** Automatic transitions that a rule or a guard blocks, and that are retried. */
import { plainQuery, type Query } from "../sql/query.ts";

export const blockedTransitions = {
  note: (row: { entity: string; record: string; machine: string; row: number; source: string; reason: unknown }): Query =>
    plainQuery(
      `insert into nonet.blocked_transition(record_id, entity, machine, "row", source, since, reason) values ($1::uuid, $2, $3, $4::int, $5, nonet.now(), $6::jsonb) on conflict (record_id, machine, "row", source) do update set reason = excluded.reason`,
      [row.record, row.entity, row.machine, row.row, row.source, JSON.stringify(row.reason)],
    ),
  clear: (record: string, machine: string, row: number): Query =>
    plainQuery(`delete from nonet.blocked_transition where record_id = $1::uuid and machine = $2 and "row" = $3::int`, [record, machine, row]),
  /** Deletes those of all other rows of machines. An entity may still be stored under its former name. */
  only: (rows: readonly { readonly entities: readonly string[]; readonly machine: string; readonly row: number; readonly source: string }[]): Query =>
    plainQuery(
      `delete from nonet.blocked_transition s where not exists (select 1 from jsonb_to_recordset($1::jsonb) k(entities jsonb, machine text, "row" integer, source text) where k.entities ? s.entity and k.machine = s.machine and k."row" = s."row" and k.source = s.source)`,
      [JSON.stringify(rows)],
    ),
  of: (record: string): Query =>
    plainQuery(`select machine, "row", source, nonet.instant_text(since) as since, reason from nonet.blocked_transition where record_id = $1::uuid order by since, "row"`, [
      record,
    ]),
  /** A limited random selection, so that a run is short and transitions that stay blocked don't delay the others. */
  some: plainQuery(`select record_id, entity, machine, "row", source from (select * from nonet.blocked_transition order by random() limit 200) x order by since, "row", record_id`),
};
