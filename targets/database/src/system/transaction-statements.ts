/** Transactions, savepoints and the settings of a connection. */
import type { Query } from "../sql/query.ts";
import { iso, statement } from "./statement.ts";

export const transactionStatements = {
  /** A change is refused where it depends on something not shown (not-shown-values.ts). */
  begin: statement("begin isolation level serializable; set local nonet.strict = 'on'"),
  /** From here on, something not shown is null, as in reads. */
  readingOnly: statement("set local nonet.strict = 'off'"),
  commit: statement("commit"),
  rollback: statement("rollback"),
  /** For a connection: prepared statements keep one generic plan, and JIT compilation, which never pays here, is off. */
  // A misspelt word has about a third of its trigrams in common with the right one. To start parallel workers costs more than
  // most reads, and takes the cores from other people's requests.
  settings: statement(
    "set datestyle = 'ISO'; set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set pg_trgm.word_similarity_threshold = 0.3",
  ),
  /** For a connection whose commits don't wait for the disk. */
  commitsInMemory: "set synchronous_commit = off",
  /** Begins the transaction of one statement that other changes may conflict with. */
  beginAtOnce: statement("begin isolation level serializable"),
  /** For connections on which each statement is a change of its own. Where another change holds the record, the change runs with a transaction instead of waiting here. */
  laneSettings: statement(
    "set datestyle = 'ISO'; set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1; set lock_timeout = '50ms'; set nonet.strict = 'on'",
  ),
  /** For the connection that takes numbers: a number that a crash takes back belongs to no committed record, because its commit would have flushed it. */
  apartSettings: statement("set plan_cache_mode = force_generic_plan; set jit = off; set synchronous_commit = off"),
  /**
   * For a connection that runs the conditions of requests: a statement that takes longer than default 10 says, or that is
   * canceled, ends with `timeoutState`.
   */
  conditionSettings: statement("set datestyle = 'ISO'; set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1; set statement_timeout = '2s'"),
  /** For a condition that is planned once, with its values. */
  plansWithValues: statement("set plan_cache_mode = force_custom_plan"),
  plansWithoutValues: statement("set plan_cache_mode = force_generic_plan"),
  /** The same for statements of a transaction. */
  planWithValues: statement("set local plan_cache_mode = force_custom_plan"),
  planWithoutValues: statement("set local plan_cache_mode = force_generic_plan"),
  timeoutState: "57014",
  /** One row with the plan as JSON; `totalCost` reads its estimated cost. */
  explain: (query: Query): Query => ({ name: "", text: `explain (format json) ${query.text}`, values: query.values }),
  totalCost: (row: Readonly<Record<string, unknown>> | undefined): number =>
    Number((row?.["QUERY PLAN"] as readonly { readonly Plan: { readonly "Total Cost": number } }[] | undefined)?.[0]?.Plan["Total Cost"] ?? 0),
  /** Savepoints for steps that may fail on their own. */
  savepoint: statement("savepoint step"),
  rollbackToSavepoint: statement("rollback to savepoint step"),
  /** A savepoint for one line of an import. */
  savepointLine: statement("savepoint line"),
  rollbackToLine: statement("rollback to savepoint line"),
  releaseLine: statement("release savepoint line"),
  deferredNow: statement("set constraints all immediate"),
  ping: statement("select 1"),
  /** One row `{max_pred_locks_per_transaction}`. */
  readLocks: statement("show max_pred_locks_per_transaction"),
  now: statement(`select ${iso("nonet.now()")} as now`),
  /** SQLSTATEs after which a transaction is retried. */
  retryStates: ["40001", "40P01"] as readonly string[],
};
