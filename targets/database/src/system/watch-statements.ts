/** What somebody who watches a running product asks its database. */
import type { Query } from "../sql/query.ts";

export const watchStatements = {
  /** `{waiting, due, oldest, failed}`: entries of the outbox, and the seconds since the longest-waiting one was due. */
  outboxDepth: {
    // Each status by its own index: delivered entries are kept for a month.
    text: `select w.*, (select count(*)::int from nonet.outbox where status = 'failed') as failed from (select count(*)::int as waiting, count(*) filter (where due_at <= nonet.now())::int as due,
  coalesce(greatest(0, extract(epoch from nonet.now() - min(due_at))), 0)::float8 as oldest from nonet.outbox where status = 'waiting') w`,
    values: [],
  } satisfies Query,
  /** PostgreSQL's own figures for this database, cumulative where their name is plural. */
  serverActivity: {
    text: `select current_setting('max_connections')::int as "maxConnections", pg_database_size(d.datname)::float8 as bytes,
  (select count(*) from pg_stat_activity a where a.datid = d.datid)::int as connections,
  coalesce((select extract(epoch from max(clock_timestamp() - a.xact_start)) from pg_stat_activity a where a.datid = d.datid), 0)::float8 as "oldestTransaction",
  d.xact_commit::float8 as commits, d.xact_rollback::float8 as rollbacks, d.deadlocks::float8 as deadlocks,
  d.blks_hit::float8 as "blocksCached", d.blks_read::float8 as "blocksRead", d.temp_bytes::float8 as "temporaryBytes",
  extract(epoch from clock_timestamp())::float8 as clock
  from pg_stat_database d where d.datname = current_database()`,
    values: [],
  } satisfies Query,
};
