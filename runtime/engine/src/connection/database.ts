/** One pool of connections, transactions that are run again when PostgreSQL asks for it, and rows as they come. */
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { commitAndUnlock, unlock, type Query, system, lock } from "@nonet/database";
import pg from "pg";
import type { Connection, Database, Finished, Row, Transaction } from "./contract.ts";
import { isDatabaseError, isLost, stateOf } from "./errors.ts";
import { pipelined } from "./pipeline.ts";
import { sendOn } from "./wire-statement.ts";

// Dates stay text, and so do numerics and bigints: nothing passes through a float or a Date.
for (const oid of [1082, 1114, 1184, 1083, 1700, 20]) pg.types.setTypeParser(oid, (text) => text);

/** SQLSTATE of what is sent behind a statement that failed. */
const aborted = "25P02";
const maxTries = 30;
/** Milliseconds for which a change that loses race after race is tried again, however often. */
const patience = 10_000;
/** One queue for the whole database; any number that no key of a rule comes to. */
const contended = ["-4217"];

/** A database that shares this machine's processors does no more with more of them; one that is further away is waited for. */
function connectionsTo(url: string): number {
  const isHere = /^postgres(ql)?:\/\/([^@/]*@)?(%2F|localhost|127\.|\[::1\])/i.test(url);
  return isHere ? Math.min(10, Math.max(5, 2 * availableParallelism() + 1)) : 10;
}

export function openDatabase(url: string): Database {
  // Few and long-lived: what one has prepared and planned serves all that come after (decision 0007).
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsTo(url),
    pipeline: true,
    idleTimeoutMillis: 600_000,
    onConnect: async (client) => void (await client.query(system.settings.text)),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  const send = pipelined(
    pool,
    (client, q) => {
      gatherWrites(client);
      return sendOn(client, q);
    },
    (error) => !isDatabaseError(error) && isLost(error),
  );
  return {
    ...connectionOf(send),
    transaction: (work, keys) => transaction(pool, work, keys),
    alone: (work) => alone(pool, work),
    script: (statements) => script(pool, statements),
    close: () => pool.end(),
  };
}

export const connectionOf = (rows: (query: Query) => Promise<readonly Row[]>): Connection => ({
  rows,
  row: async (query) => (await rows(query))[0],
  all: async (queries) => {
    for (const query of queries) await rows(query);
  },
});

async function transaction<T>(pool: pg.Pool, work: (connection: Transaction) => Promise<Finished<T>>, keys?: () => Promise<readonly string[]>): Promise<T> {
  const held = keys ? await keys() : [];
  // Contenders of this process wait here, where they hold no connection; those of others at the advisory lock.
  const leave = held.length > 0 ? await queueFor(pool, held) : () => undefined;
  try {
    return await onClient(pool, held, work);
  } finally {
    leave();
  }
}

async function onClient<T>(pool: pg.Pool, held: readonly string[], work: (connection: Transaction) => Promise<Finished<T>>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const connection = connectionOf((q) => {
    gatherWrites(client);
    return sendOn(client, q);
  });
  try {
    return await tryUntilDone(connection, held, work);
  } catch (error) {
    broken = !isDatabaseError(error) && isLost(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What is sent in one go leaves in one write. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const queues = new WeakMap<pg.Pool, Map<string, Promise<void>>>();

/** One after the other for each key, taken in the keys' order; gives how to leave. */
async function queueFor(pool: pg.Pool, keys: readonly string[]): Promise<() => void> {
  let queue = queues.get(pool);
  if (!queue) queues.set(pool, (queue = new Map<string, Promise<void>>()));
  const all = queue;
  const leaving: (() => void)[] = [];
  for (const key of [...new Set(keys)].sort()) {
    const before = all.get(key);
    let leave = (): void => undefined;
    const mine = new Promise<void>((done) => (leave = done));
    const tail = (before ?? Promise.resolve()).then(() => mine);
    all.set(key, tail);
    leaving.push(() => {
      leave();
      if (all.get(key) === tail) all.delete(key);
    });
    await before;
  }
  return () => leaving.forEach((leave) => leave());
}

/**
 * Who has lost two races stands in a queue with the others who have, instead of racing on: of many who change what one
 * rule reads, each is then served in turn. The queue's lock is taken last, so that nobody in it waits for another's.
 */
async function tryUntilDone<T>(connection: Connection, held: readonly string[], work: (connection: Transaction) => Promise<Finished<T>>): Promise<T> {
  let queued = false;
  const began = performance.now();
  try {
    for (let tries = 1; ; tries++) {
      const tried = await attempt(connection, held, work);
      if (tried.ok) return tried.value;
      if (!system.retryStates.includes(stateOf(tried.error) ?? "") || (tries >= maxTries && performance.now() - began > patience)) throw tried.error;
      if (tries >= 2 && !queued) {
        await connection.rows(lock(contended));
        queued = true;
      } else await new Promise((later) => setTimeout(later, Math.random() * 5 * Math.min(tries, maxTries)));
    }
  } finally {
    if (queued) await connection.rows(unlock(contended)).catch(() => {});
  }
}

type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** One transaction; where it ends, its end, what is asked behind it and the giving back of the locks leave together. */
async function attempt<T>(connection: Connection, held: readonly string[], work: (connection: Transaction) => Promise<Finished<T>>): Promise<Tried<T>> {
  const pipelined = pipelineOn(connection);
  let over = false;
  const end = (): void => {
    over = true;
    pipelined.end();
  };
  try {
    // The snapshot is taken behind the locks: by the first statement after `begin`.
    if (held.length > 0) await pipelined.later(lock(held));
    await pipelined.later(system.begin);
    const begun = pipelined.settled();
    begun.catch(() => undefined);
    const { commit, value, afterCommit } = await work(pipelined);
    // Without the locks or the transaction nothing may be committed: whoever asked would be told that it failed.
    await begun;
    end();
    const ended = connection.rows(commitAndUnlock(commit ? system.commit : system.rollback, held));
    const answer = commit && afterCommit ? connection.rows(afterCommit.query) : null;
    const [settled, committed, told] = await Promise.allSettled([pipelined.settled(), ended, answer]);
    // What a commit that fails had behind it wasn't run.
    if (committed.status === "rejected" && held.length > 0) await connection.rows(unlock(held)).catch(() => undefined);
    for (const one of [settled, committed]) if (one.status === "rejected") return { ok: false, error: one.reason };
    return { ok: true, value: afterCommit && told.status === "fulfilled" && told.value ? afterCommit.added(told.value) : value };
  } catch (caught) {
    if (!over) {
      end();
      await Promise.allSettled([connection.rows(system.rollback), ...(held.length > 0 ? [connection.rows(unlock(held))] : [])]);
    }
    return { ok: false, error: pipelined.failed() ?? (stateOf(caught) === aborted ? pipelined.first() : undefined) ?? caught };
  }
}

interface Pipelined extends Transaction {
  /** Nothing more is sent: the connection is another's soon. */
  end(): void;
  /** Waits for all that was sent. */
  settled(): Promise<void>;
  /** What the first statement that wasn't waited for failed with: what came behind it only says that the transaction is aborted. */
  failed(): unknown;
  /** The same of any statement: of two questions asked beside each other the second may be heard first. */
  first(): unknown;
}

/** Behind a savepoint every statement is waited for: what it comes to belongs to the step that may be taken back. */
function pipelineOn(connection: Connection): Pipelined {
  const sent: Promise<void>[] = [];
  const failures: unknown[] = [];
  let first: unknown;
  let stepwise = false;
  let over = false;
  const rows = async (query: Query): Promise<readonly Row[]> => {
    if (over) throw new Error("The transaction is over.");
    stepwise ||= query.text.startsWith("savepoint");
    if (query.text.startsWith("rollback to")) first = undefined;
    try {
      return await connection.rows(query);
    } catch (error) {
      first ??= error;
      throw error;
    }
  };
  return {
    ...connectionOf(rows),
    later: async (query) => {
      if (stepwise) return void (await rows(query));
      sent.push(
        rows(query).then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        ),
      );
    },
    end: () => void (over = true),
    settled: async () => {
      await Promise.all(sent);
      if (failures.length > 0) throw failures[0];
    },
    failed: () => failures[0],
    first: () => first,
  };
}

/** What a statement was stopped in the middle of isn't known, so that a connection on which one failed isn't used again. */
async function alone<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const value = await work(connectionOf((q) => sendOn(client, q)));
    client.release();
    return value;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Again where it crossed what another process does to the same tables: it can be run any number of times. */
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
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
