/** The version that runs, the clock of rehearsal, the history, and schedules. */
import type { Query } from "../sql/query.ts";
import { iso, json, statement } from "./statement.ts";

export const productStatements = {
  /** `{version, product}` or no row. */
  readMeta: statement("select version, product from nonet.meta where one"),
  /** `{id}`: of the database, so that the folder of its files can name it. */
  readDatabaseId: statement("select id from nonet.meta where one"),
  /** The address at which the product was served last: `{address}`. */
  readAddress: statement("select address from nonet.meta where one"),
  setAddress: (address: string): Query => statement("update nonet.meta set address = $1 where one and address is distinct from $1", [address]),
  readVersion: statement("select version from nonet.meta where one"),
  writeMeta: (version: string, product: unknown): Query =>
    statement(
      "insert into nonet.meta(one, version, product) values (true, $1, $2::jsonb) on conflict (one) do update set version = excluded.version, product = excluded.product, since = now()",
      [version, json(product)],
    ),

  // The clock of rehearsal; null: real time.
  readClock: statement(`select ${iso("nonet.now()")} as now, frozen_at is not null as standing from nonet.clock where one`),
  /** What the product did by itself after a moment, most often first: `{entity, action, count}`. */
  doneByItself: (after: string): Query =>
    statement(
      "select entity, action, count(*)::int as count from nonet.history where at > $1::timestamptz and by is null group by entity, action order by count desc, entity, action",
      [after],
    ),
  setClock: (to: string | null): Query => statement("update nonet.clock set frozen_at = $1::timestamptz where one", [to]),
  /** Moves the clock forward by an ISO duration, with days in the time zone; `{now}`. */
  forwardClock: (duration: string, zone: string): Query =>
    statement(`update nonet.clock set frozen_at = nonet.plus(nonet.now(), $1::interval, $2) where one returning ${iso("frozen_at")} as now`, [duration, zone]),

  addHistory: (entry: {
    entity: string;
    record: string;
    by: string | null;
    action: string;
    before: unknown;
    after: unknown;
    specification: string;
    inPlaceOf?: string | null;
  }): Query =>
    statement(
      "insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) values ($1, $2::uuid, nonet.now(), $3::uuid, $4, $5::jsonb, $6::jsonb, $7, $8::uuid)",
      [entry.entity, entry.record, entry.by, entry.action, json(entry.before), json(entry.after), entry.specification, entry.inPlaceOf ?? null],
    ),

  // The last moment at which a schedule ran.
  scheduleRan: (call: string): Query => statement(`select ${iso("ran_at")} as ran_at from nonet.schedule where call = $1`, [call]),
  /** One row `{now, ran}`: the moment of the last run of each schedule, by call. */
  schedulesRan: statement(`select ${iso("nonet.now()")} as now, (select coalesce(jsonb_object_agg(call, ${iso("ran_at")}), '{}') from nonet.schedule) as ran`),
  setScheduleRan: (call: string, at: string): Query =>
    statement("insert into nonet.schedule(call, ran_at) values ($1, $2::timestamptz) on conflict (call) do update set ran_at = excluded.ran_at", [call, at]),
};
