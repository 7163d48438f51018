/** One serializable transaction with its advisory locks, run again where it lost a race. */
import { commitAndUnlock, lock, system, unlock } from "@nonet/database";
import type pg from "pg";
import type { StatementMeter } from "../statistics/database-statistics.ts";
import type { Connection, Finished, Transaction } from "./contract.ts";
import { isLost, stateOf } from "./errors.ts";
import { queueFor } from "../queues/local-queue.ts";
import { pipelineOn } from "./pipelined-transaction.ts";
import { connectionOf, gatherWrites } from "./send-on-client.ts";
import { type Commits, currentPosition } from "../positions/wal-position.ts";
import { sendOn } from "./wire-statement.ts";

/** The SQLSTATE of a statement after one that has failed. */
const aborted = "25P02";

export const maxTries = 30;
/** Milliseconds for which a transaction that loses every race is tried again, however often. */
const patience = 10_000;
/** The lock of the queue for the whole database: a number that no rule's key has. */
const contended = ["-4217"];

/** The connections to use, and what counts their statements. */
export interface Metered {
  readonly pool: pg.Pool;
  readonly meter: StatementMeter;
  /** Present where the position after each commit is needed. */
  readonly commits?: Commits | undefined;
}

export async function transaction<T>(
  { pool, meter, commits }: Metered,
  work: (connection: Transaction) => Promise<Finished<T>>,
  keys?: () => Promise<readonly string[]>,
): Promise<T> {
  const held = keys ? await keys() : [];
  // Contenders in this process wait here without a connection; those in other processes wait at the advisory lock.
  const leave = held.length > 0 ? await queueFor(pool, held) : () => undefined;
  try {
    const finished = await onClient({ pool, meter, commits }, held, work);
    meter.ended(finished.committed ? "committed" : "rolledBack");
    return finished.value;
  } catch (error) {
    meter.ended("failed");
    throw error;
  } finally {
    leave();
  }
}

async function onClient<T>({ pool, meter, commits }: Metered, held: readonly string[], work: (connection: Transaction) => Promise<Finished<T>>): Promise<Done<T>> {
  const client = await pool.connect();
  const session: Session = { isBroken: false };
  const connection = connectionOf((q) => {
    gatherWrites(client);
    return sendOn(client, q, meter);
  });
  try {
    return await tryUntilDone({ connection, session, meter, commits }, held, work);
  } catch (error) {
    session.isBroken ||= isLost(error);
    throw error;
  } finally {
    client.release(session.isBroken);
  }
}

/** A session whose transaction or advisory locks couldn't be ended is closed, which ends them. */
interface Session {
  isBroken: boolean;
}

interface OnSession {
  readonly connection: Connection;
  readonly session: Session;
  readonly meter: StatementMeter;
  readonly commits: Commits | undefined;
}

interface Done<T> {
  readonly value: T;
  readonly committed: boolean;
}

const breaks = (session: Session) => (): void => void (session.isBroken = true);

/**
 * A transaction that has lost two races enters a queue with the others that have: of many changes that one rule compares,
 * each then gets its turn. The queue's lock is taken last, so that nobody in the queue waits for another lock.
 */
async function tryUntilDone<T>(
  { connection, session, meter, commits }: OnSession,
  held: readonly string[],
  work: (connection: Transaction) => Promise<Finished<T>>,
): Promise<Done<T>> {
  let queued = false;
  const began = performance.now();
  try {
    for (let tries = 1; ; tries++) {
      const tried = await attempt({ connection, session, commits }, held, work);
      if (tried.ok) return tried;
      if (!system.retryStates.includes(stateOf(tried.error) ?? "") || (tries >= maxTries && performance.now() - began > patience)) throw tried.error;
      meter.retried();
      if (tries >= 2 && !queued) {
        await connection.rows(lock(contended));
        queued = true;
      } else await new Promise((later) => setTimeout(later, Math.random() * 5 * Math.min(tries, maxTries)));
    }
  } finally {
    if (queued) await connection.rows(unlock(contended)).catch(breaks(session));
  }
}

type Tried<T> = ({ readonly ok: true } & Done<T>) | { readonly ok: false; readonly error: unknown };

/** One try. Its end, the query after it and the unlocking are sent together. */
async function attempt<T>(
  { connection, session, commits }: Omit<OnSession, "meter">,
  held: readonly string[],
  work: (connection: Transaction) => Promise<Finished<T>>,
): Promise<Tried<T>> {
  const pipelined = pipelineOn(connection);
  let over = false;
  const end = (): void => {
    over = true;
    pipelined.end();
  };
  try {
    // The first statement after `begin` takes the snapshot, which must not be older than the locks.
    if (held.length > 0) await pipelined.later(lock(held));
    await pipelined.later(system.begin);
    const begun = pipelined.settled();
    begun.catch(() => undefined);
    const { commit, value, afterCommit } = await work(pipelined);
    // Without its locks or its transaction nothing may be committed, because the actor will learn that it failed.
    await begun;
    end();
    const ended = connection.rows(commitAndUnlock(commit ? system.commit : system.rollback, held));
    const answer = commit && afterCommit ? connection.rows(afterCommit.query) : null;
    const position = commit && commits ? currentPosition(connection) : null;
    const [settled, committed, answered, after] = await Promise.allSettled([pipelined.settled(), ended, answer, position]);
    // A commit that fails keeps the unlocking after it from running.
    if (committed.status === "rejected" && held.length > 0) await connection.rows(unlock(held)).catch(breaks(session));
    for (const one of [settled, committed]) if (one.status === "rejected") return { ok: false, error: one.reason };
    if (after.status === "fulfilled" && after.value !== null) commits?.saw(after.value);
    return { ok: true, committed: commit, value: afterCommit && answered.status === "fulfilled" && answered.value ? afterCommit.added(answered.value) : value };
  } catch (caught) {
    if (!over) {
      end();
      const ends = [connection.rows(system.rollback), ...(held.length > 0 ? [connection.rows(unlock(held))] : [])];
      await Promise.all(ends.map((end) => end.catch(breaks(session))));
    }
    return { ok: false, error: pipelined.failed() ?? (stateOf(caught) === aborted ? pipelined.first() : undefined) ?? caught };
  }
}
