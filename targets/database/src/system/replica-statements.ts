/** Positions in the write-ahead log, by which a read on a replica is known to contain a change. */
import type { Query } from "../sql/query.ts";

export const replicaStatements = {
  /**
   * `{position}` of the primary: every change that was committed before is at or before it. A commit waits for its flush,
   * unless synchronous_commit is off; then the position is what is inserted, of which a part may still reach the disk.
   */
  position: {
    text: "select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position",
    values: [],
    name: "nonet_position",
  } satisfies Query,
  /** `{position}` up to which a replica shows changes; null where the server isn't one. What follows in the same tick is read on the same connection. */
  replayed: {
    text: "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position",
    values: [],
    name: "nonet_replayed",
    startsPipeline: true,
  } satisfies Query,
};
