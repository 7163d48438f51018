/** What an operator has to know of a database before a product runs on it. */
import type { Query } from "../sql/query.ts";
import { statement } from "./statement.ts";

export const inspectionStatements = {
  /** Rows `{name}` of the tables with more changes since their last analysis than 250 and half of their rows. */
  grownTables: statement(
    "select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname in ('app', 'nonet') and s.n_mod_since_analyze > 250 + greatest(c.reltuples, 0) / 2 order by 1",
  ),
  /** `name` is one of `grownTables`. A table that somebody else is analyzing, or whose definition is being changed, is left to the next time. */
  analyzeTable: (name: string): Query => ({ name: "", text: `analyze (skip_locked) ${name}`, values: [] }),
  /** One row of the server's version and settings, as text where PostgreSQL gives text. */
  serverFacts: {
    text: `select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
  current_setting('server_encoding') as encoding, current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit", current_setting('max_connections')::int as "maxConnections",
  current_setting('max_pred_locks_per_transaction')::int as "readLocks", current_setting('data_checksums') as checksums,
  pg_is_in_recovery() as "isReplica",
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::float8 as "walPosition",
  case when pg_is_in_recovery() then pg_is_wal_replay_paused() else false end as "isReplayPaused", exists (select from pg_stat_wal_receiver) as "isReceiving", coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
  extract(epoch from clock_timestamp()) * 1000 as now, has_database_privilege(current_database(), 'CREATE') as "mayCreate",
  (select coalesce(array_agg(x order by x), '{}') from unnest(array['btree_gist', 'pg_trgm', 'unaccent', 'fuzzystrmatch']) x where not exists (select from pg_available_extensions e where e.name = x)) as "missingExtensions"`,
    values: [],
  } satisfies Query,
  /** `{id, people}` of each key with which secrets are encrypted; `id` is null for those that an earlier version has stored. */
  keysInUse: {
    text: String.raw`select substring(secret from '^v1\.([0-9a-f]{8})\.') as id, count(*)::int as people from nonet.totp group by 1 order by 1`,
    values: [],
  } satisfies Query,
};
