/** Sends the reads of clients that know what they have seen to replicas that have it, and else to the primary. */
import { type Query, system } from "@nonet/database";
import type { Connection, Database, Row } from "../connection/contract.ts";
import { isDataError, stateOf } from "../connection/errors.ts";
import { connectionOf } from "../connection/send-on-client.ts";
import { type Commits, currentPosition, later, positionOfRow, readPosition, textOfPosition } from "../positions/wal-position.ts";
import type { Reads } from "../contract/reads.ts";
import type { Replicas, ReplicaStatistics } from "../contract/replicas.ts";
import { followPrimary } from "./primary-positions.ts";
import { openReplica, type Positioned, type Replica, type ReplicaOptions } from "./replica.ts";

/** Default 135. */
const waitMilliseconds = 50;

type Counts = { -readonly [K in keyof ReplicaStatistics["reads"]]: number };

export interface OpenReplicas extends Omit<Replicas, "reading"> {
  /** The primary's connections, except that reads may go to a replica. */
  reading(position: string): { readonly database: Database; position(): string | null } | null;
  requireLatest(): void;
  /** What is wrong with each replica that can't be used at the start. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

export interface Primary {
  readonly database: Database;
  readonly databaseId: string;
  readonly commits: Commits;
}

export async function openReplicas(urls: readonly string[], { database, databaseId, commits }: Primary, slow: ReplicaOptions["slow"]): Promise<OpenReplicas> {
  const primary = followPrimary(database, await currentPosition(database));
  const replicas = urls.map((url) => openReplica({ url, databaseId, slow }));
  await Promise.all(replicas.map(({ looked }) => looked));
  const counts: Counts = { replica: 0, latest: 0, behind: 0, unavailable: 0, failed: 0 };
  const choose = chooseReplica(replicas);
  const find = async (position: bigint): Promise<Found> => {
    const required = primary.required();
    return required === null ? "behind" : choose(later(position, required));
  };
  return {
    reading: (text) => {
      const position = text === "latest" ? null : readPosition(text);
      if (position === null && text !== "latest") return null;
      const state: ReadingState = { position: position ?? 0n, isLatest: text === "latest" };
      return { database: readingDatabase({ database, find, counts }, state), position: () => (state.position === 0n ? null : textOfPosition(state.position)) };
    },
    requireLatest: primary.requireLatest,
    written: () => textOfPosition(commits.position),
    latest: async () => textOfPosition(await primary.latest()),
    statistics: () => ({
      reads: { ...counts },
      replicas: replicas.map(({ isAvailable, reason, position }) => ({ isAvailable, reason, lagSeconds: isAvailable ? primary.ageOf(position) : null })),
    }),
    notes: replicas.flatMap(({ reason }, i) => (reason === null ? [] : [`Replica ${i + 1} isn't used: ${reason} The product looks at it again every half second.`])),
    close: async () => {
      primary.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

type Found = { readonly replica: Replica; readonly position: bigint } | "behind" | "unavailable";

/** One that has the position, each in turn; else the first to reach it. */
function chooseReplica(replicas: readonly Replica[]): (position: bigint) => Promise<Found> {
  let turn = 0;
  return async (position) => {
    const available = replicas.filter(({ isAvailable }) => isAvailable);
    if (available.length === 0) return "unavailable";
    const ready = available.filter((replica) => replica.position >= position);
    if (ready.length > 0) return { replica: ready[turn++ % ready.length]!, position };
    const hopeful = available.filter((replica) => !replica.isBehind(position));
    const reached = hopeful.map(async (replica) => ((await replica.reaches(position, waitMilliseconds)) ? replica : Promise.reject(new Error("behind"))));
    const replica = await Promise.any(reached).catch(() => null);
    return replica ? { replica, position } : "behind";
  };
}

interface ReadingState {
  /** What the client has seen. */
  position: bigint;
  readonly isLatest: boolean;
}

interface Sources {
  readonly database: Database;
  readonly find: (position: bigint) => Promise<Found>;
  readonly counts: Counts;
}

/** Transactions stay on the primary. */
function readingDatabase(sources: Sources, state: ReadingState): Database {
  const { database } = sources;
  const seen = <T>({ value, position }: Positioned<T>): T => {
    state.position = later(state.position, position);
    return value;
  };
  const rows = async (query: Query): Promise<readonly Row[]> =>
    seen(
      await read(
        sources,
        state,
        (replica, position) => replica.rows(query, position),
        () => primaryRows(database, query),
      ),
    );
  return {
    ...database,
    ...connectionOf(rows),
    forCondition: async <T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal) =>
      seen(
        await read<T>(
          sources,
          state,
          (replica, position) => replica.forCondition(work, position, signal),
          () => database.forCondition(async (connection) => ({ value: await work(connection), position: await currentPosition(connection) }), signal),
        ),
      ),
  };
}

/** An error that the primary would give as well isn't tried again there. */
const isOfStatement = (error: unknown): boolean => isDataError(error) || stateOf(error) === system.timeoutState;

async function read<T>(
  { find, counts }: Sources,
  { position, isLatest }: ReadingState,
  onReplica: (replica: Replica, position: bigint) => Promise<Positioned<T> | null>,
  onPrimary: () => Promise<Positioned<T>>,
): Promise<Positioned<T>> {
  const found = isLatest ? "latest" : await find(position);
  if (typeof found === "string") counts[found]++;
  else {
    try {
      const answer = await onReplica(found.replica, found.position);
      counts[answer ? "replica" : "behind"]++;
      if (answer) return answer;
    } catch (error) {
      if (isOfStatement(error)) throw error;
      counts.failed++;
    }
  }
  return onPrimary();
}

/** In one tick, so that the position is taken after the read, on the same connection. */
async function primaryRows(database: Database, query: Query): Promise<Positioned<readonly Row[]>> {
  const [value, row] = await Promise.all([database.rows({ ...query, startsPipeline: true }), database.row(system.position)]);
  return { value, position: positionOfRow(row) ?? 0n };
}

/** The same as the contract offers it. */
export const offerReplicas = (replicas: OpenReplicas, readsOn: (database: Database) => Reads): Replicas => ({
  reading: (text) => {
    const reading = replicas.reading(text);
    return reading && { reads: readsOn(reading.database), position: reading.position };
  },
  written: replicas.written,
  latest: replicas.latest,
  statistics: replicas.statistics,
});
