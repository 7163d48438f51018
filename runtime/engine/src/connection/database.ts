/** Opens the database: one pool of connections for pipelined reads, transactions, single connections and scripts. */
import { availableParallelism } from "node:os";
import { type Query, system, upgrade } from "@nonet/database";
import pg from "pg";
import { meterStatements, type SlowStatements } from "../statistics/database-statistics.ts";
import { type Trace, untraced } from "../statistics/trace.ts";
import type { ConnectionUse } from "../contract/watch.ts";
import type { Connection, Database, Row } from "./contract.ts";
import { isLost, stateOf } from "./errors.ts";
import { type Lend, lendFrom, pipelined } from "./pipeline.ts";
import { connectionOf, gatherWrites } from "./send-on-client.ts";
import { maxTries, type Metered, transaction } from "./transaction.ts";
import type { Commits } from "../positions/wal-position.ts";
import { changesAtOnce } from "./changes-at-once.ts";
import { lanesOn } from "./lanes.ts";
import { sendAllOn, sendOn } from "./wire-statement.ts";

// Dates, numerics and bigints stay text, so that nothing is rounded by a float or shifted by a Date.
for (const oid of [1082, 1114, 1184, 1083, 1700, 20]) pg.types.setTypeParser(oid, (text) => text);

/** A database on this machine shares its processors, so more connections don't help; one over the network is waited for. */
function connectionsTo(url: string): number {
  const isHere = /^postgres(ql)?:\/\/([^@/]*@)?(%2F|localhost|127\.|\[::1\])/i.test(url);
  return isHere ? Math.min(10, Math.max(5, 2 * availableParallelism() + 1)) : 10;
}

export interface DatabaseOptions {
  readonly slow?: SlowStatements | undefined;
  /** Gets the position after each commit. */
  readonly commits?: Commits | undefined;
  readonly trace?: Trace | undefined;
  /** Whether a change is acknowledged before the disk has it; a crash of the database can lose the last second of them. */
  readonly commitsInMemory?: boolean | undefined;
}

export function openDatabase(url: string, { slow, commits, trace = untraced, commitsInMemory = false }: DatabaseOptions = {}): Database {
  const meter = meterStatements(slow);
  // Few and long-lived, because each keeps its prepared statements and plans (decision 0007).
  const changing = ({ text }: Query): Query => ({ text: commitsInMemory ? `${text}; ${system.commitsInMemory}` : text, values: [] });
  const pool = openPool(url, { max: connectionsTo(url), idleTimeoutMillis: 600_000 }, changing(system.settings));
  const conditions = openPool(url, { max: connectionsForConditions, idleTimeoutMillis: 60_000 }, system.conditionSettings);
  const apart = openPool(url, { max: 1, idleTimeoutMillis: 600_000 }, system.apartSettings);
  const sendGathered = (client: pg.PoolClient, queries: readonly Query[]): readonly Promise<readonly Row[]>[] => {
    gatherWrites(client);
    return sendAllOn(client, queries, meter);
  };
  const shared = openPool(url, { max: lanes, idleTimeoutMillis: 600_000 }, changing(system.laneSettings));
  const sharing = lanesOn(shared);
  // A look-up on a connection that others use is found sooner by a processor than one on a connection of its own.
  const lender = (queries: readonly Query[]): Lend => (queries.every((q) => q.isShort) ? sharing.use : lendFrom(pool));
  const send = pipelined({ lender, send: sendGathered, isLost });
  const atOnce = changesAtOnce({ lanes: sharing, meter, commits });
  return {
    ...connectionOf(send),
    transaction: (work, keys) =>
      trace({ name: "transaction", kind: "client", attributes: { "db.system.name": "postgresql" } }, () => transaction({ pool, meter, commits }, work, keys)),
    atOnce: (query, isolation) => trace({ name: "transaction", kind: "client", attributes: { "db.system.name": "postgresql" } }, () => atOnce(query, isolation)),
    apart: pipelined({ lender: () => lendFrom(apart), send: sendGathered, isLost }),
    alone: (work) => alone({ pool, meter }, work),
    forCondition: (work, signal) => alone({ pool: conditions, meter }, work, { signal, cancel: (pid) => send(upgrade.cancel(pid)) }),
    script: (statements) => script(pool, statements),
    statistics: () => ({ ...meter.counts, connections: { changes: useOf(pool), conditions: useOf(conditions) } }),
    close: async () => {
      sharing.close();
      await Promise.all([pool, conditions, apart, shared].map((each) => each.end()));
    },
  };
}

/** More of them share the flushing of more commits. */
const lanes = 4;

const useOf = (pool: pg.Pool): ConnectionUse => ({ active: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount, most: pool.options.max });

/** Slow conditions fill only their own connections, so other requests don't wait for them. */
const connectionsForConditions = 4;

function openPool(url: string, size: { readonly max: number; readonly idleTimeoutMillis: number }, settings: Query): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...size,
    pipeline: true,
    // A request waits no longer than this for a connection, and a database that silently disappears is noticed.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client) => void (await client.query(settings.text)),
  });
  // A connection that breaks is replaced, and whoever uses it gets the error from its statement; without a listener the
  // event would end the process. The pool listens only while a connection is idle.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

interface Cancellation {
  readonly signal: AbortSignal | undefined;
  readonly cancel: (pid: number) => Promise<unknown>;
}

/** A statement that failed may have left its session in any state, so its connection isn't used again; nor is one that a late cancellation could hit. */
async function alone<T>({ pool, meter }: Metered, work: (connection: Connection) => Promise<T>, cancellation?: Cancellation): Promise<T> {
  const client = await pool.connect();
  let canceling: Promise<unknown> | null = null;
  const abort = (): void => void (canceling = cancellation!.cancel((client as unknown as { readonly processID: number }).processID).catch(() => undefined));
  const signal = cancellation?.signal;
  signal?.addEventListener("abort", abort, { once: true });
  try {
    signal?.throwIfAborted();
    const value = await work(connectionOf((q) => sendOn(client, q, meter)));
    client.release(canceling !== null);
    return value;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    if (canceling) await (canceling as Promise<unknown>);
  }
}

/** Again where it conflicts with another process on the same tables: such a script can run any number of times. */
async function script(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await scriptOnce(pool, statements);
    } catch (error) {
      if (!system.retryStates.includes(stateOf(error) ?? "") || tries >= maxTries) throw error;
      await new Promise((later) => setTimeout(later, 50 * tries));
    }
  }
}

async function scriptOnce(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}
