/**
 * One replica, checked by itself: whether it answers, whether it is a standby of the right database, and how far it has
 * replayed the log. One that is away or wrong is left out and checked again.
 */
import { type Query, system } from "@nonet/database";
import type { Database, Row } from "../connection/contract.ts";
import { openDatabase } from "../connection/database.ts";
import { isDatabaseError, stateOf } from "../connection/errors.ts";
import { later, positionOfRow } from "../positions/wal-position.ts";
import type { SlowStatements } from "../statistics/database-statistics.ts";

const lookMilliseconds = 500;
/** A replica that doesn't answer within this time is left out. */
const patience = 2_000;
/** Between two questions while a read waits. */
const askMilliseconds = 2;

export interface Replica {
  readonly isAvailable: boolean;
  readonly reason: string | null;
  /** How far it has replayed, as far as is known here. */
  readonly position: bigint;
  /** Whether it is known not to reach the position soon. */
  isBehind(position: bigint): boolean;
  /** Whether it reaches the position within `milliseconds`. */
  reaches(position: bigint, milliseconds: number): Promise<boolean>;
  /** Null where it turns out not to have the position. Rejects with what the statement or the connection fails with. */
  rows(query: Query, position: bigint): Promise<Positioned<readonly Row[]> | null>;
  /** The same on the connections for the conditions of requests. */
  forCondition<T>(work: Parameters<Database["forCondition"]>[0], position: bigint, signal?: AbortSignal): Promise<Positioned<T> | null>;
  /** Its first look, whatever it has found. */
  readonly looked: Promise<void>;
  close(): Promise<void>;
}

export interface Positioned<T> {
  readonly value: T;
  /** Nothing that was read is after it. */
  readonly position: bigint;
}

export interface ReplicaOptions {
  readonly url: string;
  readonly databaseId: string;
  readonly slow?: SlowStatements | undefined;
}

interface State {
  database: Database;
  /** Reads that run. They end when the replica is left out, so that nobody waits for a server that has gone silent. */
  readonly running: Set<(error: Error) => void>;
  reason: string | null;
  position: bigint;
  /** The lowest position that it didn't reach in time. */
  missed: bigint | null;
}

export function openReplica({ url, databaseId, slow }: ReplicaOptions): Replica {
  const open = (reason: string): State => ({ database: openDatabase(url, { slow }), running: new Set(), reason, position: 0n, missed: null });
  let state = open("It hasn't answered yet.");
  // Questions about its position never wait behind reads.
  let asking = openDatabase(url);
  const leaveOut = (reason: string): void => {
    if (state.reason !== null) return void (state.reason = reason);
    const before = state;
    state = open(reason);
    for (const end of before.running) end(new Error(reason));
    // Its connections may never answer again.
    void before.database.close().catch(() => undefined);
  };
  const look = async (): Promise<void> => {
    const found = await lookAt(asking, databaseId);
    if (typeof found === "bigint") {
      state.reason = null;
      saw(state, found);
      return;
    }
    leaveOut(found.reason);
    const silent = asking;
    asking = openDatabase(url);
    void silent.close().catch(() => undefined);
  };
  const looking = repeat(look, lookMilliseconds);
  const replica: Replica = {
    get isAvailable() {
      return state.reason === null;
    },
    get reason() {
      return state.reason;
    },
    get position() {
      return state.position;
    },
    isBehind: (position) => state.missed !== null && position >= state.missed,
    reaches: async (position, milliseconds) => {
      const asked = state;
      const until = performance.now() + milliseconds;
      while (asked === state && state.reason === null) {
        if (state.position >= position) return true;
        if (performance.now() >= until) break;
        await askOnce(asking, state);
        if (state.position < position) await new Promise((go) => setTimeout(go, askMilliseconds));
      }
      if (asked === state && (state.missed === null || position < state.missed)) state.missed = position;
      return false;
    },
    rows: async (query, position) => {
      const at = state;
      const { database } = at;
      // In one tick, so that they follow each other on one connection.
      const [before, rows, after] = await whileUsed(at, Promise.all([database.row(system.replayed), database.rows(query), database.row(system.replayed)]));
      return judged(at, before, position, { value: rows, after });
    },
    forCondition: async <T>(work: Parameters<Database["forCondition"]>[0], position: bigint, signal?: AbortSignal) => {
      const at = state;
      const reading = at.database.forCondition(async (connection) => {
        const before = await connection.row(system.replayed);
        const value = (await work(connection)) as T;
        return judged(at, before, position, { value, after: await connection.row(system.replayed) });
      }, signal);
      return whileUsed(at, reading);
    },
    looked: looking.first,
    close: async () => {
      looking.stop();
      await Promise.all([state.database.close(), asking.close()].map((one) => one.catch(() => undefined)));
    },
  };
  return replica;
}

/** Rejects when the replica is left out. */
async function whileUsed<T>({ running }: State, reading: Promise<T>): Promise<T> {
  let end: (error: Error) => void = () => undefined;
  const leftOut = new Promise<never>((_done, failed) => running.add((end = failed)));
  try {
    return await Promise.race([reading, leftOut]);
  } finally {
    running.delete(end);
  }
}

/** Its position, or why it isn't used. */
async function lookAt(asking: Database, databaseId: string): Promise<bigint | { readonly reason: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => (timer = setTimeout(() => failed(new Error("no answer within 2 seconds")), patience)));
  try {
    const look = Promise.all([asking.row(system.replayed), asking.row(system.readDatabaseId)]);
    const [replayed, id] = await Promise.race([look, late]);
    const position = positionOfRow(replayed);
    if (position === null) return { reason: "It isn't a standby: it accepts changes of its own." };
    return String(id?.["id"]) === databaseId ? position : { reason: "It is a standby of another database." };
  } catch (error) {
    const why = (error as Error).message || stateOf(error);
    return { reason: isDatabaseError(error) ? `It can't be read (${why}).` : `It doesn't answer (${why}).` };
  } finally {
    clearTimeout(timer);
  }
}

function saw(state: State, position: bigint): void {
  state.position = later(state.position, position);
  if (state.missed !== null && state.position >= state.missed) state.missed = null;
}

const questions = new WeakMap<State, Promise<void>>();

/** Reads that wait at the same time share a question. */
function askOnce(asking: Database, state: State): Promise<void> {
  const asked =
    questions.get(state) ??
    asking
      .row(system.replayed)
      .then(
        (row) => saw(state, positionOfRow(row) ?? 0n),
        () => undefined,
      )
      .finally(() => questions.delete(state));
  questions.set(state, asked);
  return asked;
}

/** Checked on the connection that has read: an address may lead to several servers, and a server may have been restored. */
function judged<T>(state: State, before: Row | undefined, position: bigint, { value, after }: { readonly value: T; readonly after: Row | undefined }): Positioned<T> | null {
  const from = positionOfRow(before);
  const to = positionOfRow(after);
  if (from === null || to === null || from < position) return null;
  saw(state, from);
  return { value, position: later(position, to) };
}

function repeat(work: () => Promise<void>, milliseconds: number): { readonly first: Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    await work().catch(() => undefined);
    if (!stopped) (timer = setTimeout(() => void run(), milliseconds)).unref();
  };
  return {
    first: run(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
