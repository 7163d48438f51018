/**
 * What an upgrade builds before the switch: shadow columns with converted values, and indexes. It continues after an
 * interruption, locks each record only for a short statement, and can be undone.
 */
import { type ShadowColumn, shadowColumnSteps, type BackgroundStep, type Query, upgrade } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";

/** A value that the conversion would lose was written during the upgrade. */
export class LossError extends Error {
  readonly column: ShadowColumn;
  readonly id: string;
  constructor(column: ShadowColumn, id: string) {
    super(`${column.former} of ${id}`);
    [this.column, this.id] = [column, id];
  }
}

export interface FillOptions {
  readonly acceptLoss: boolean;
  readonly onStep: (sentence: string) => void;
}

/** Call it within `inTurn`. */
export async function runBackgroundSteps(connection: Connection, steps: readonly BackgroundStep[], { acceptLoss, onStep }: FillOptions): Promise<void> {
  for (const one of steps) {
    if (one.fills) await fill(connection, one.fills, acceptLoss);
    // Neither of them blocks writers.
    else if (/^(create( unique)? index|analyze) /.test(one.sql)) await connection.rows(upgrade.statement(one.sql));
    else await withShortLocks(connection, upgrade.statement(one.sql));
    onStep(one.sentence);
  }
}

/** The last check, inside the transaction of the switch: servers of the previous version write until then. */
export async function refuseLosses(connection: Connection, columns: readonly ShadowColumn[]): Promise<void> {
  for (const column of columns) {
    const sql = shadowColumnSteps.losing(column);
    const [one] = sql === null ? [] : await connection.rows(upgrade.counted(sql, 1));
    if (one) throw new LossError(column, String(one["id"]));
  }
}

/** Drops what was begun for another version: all but these columns and what these steps name. */
export async function dropShadowColumns(connection: Connection, columns: readonly ShadowColumn[] = [], steps: readonly BackgroundStep[] = []): Promise<void> {
  const wanted = (name: string): boolean => columns.some((c) => c.name === name) || steps.some((s) => s.sql.includes(` ${name} `));
  for (const { name, table } of await connection.rows(shadowColumnSteps.begun))
    if (!wanted(String(name))) await withShortLocks(connection, shadowColumnSteps.dropBegun(String(name), String(table)));
}

/** Milliseconds that a batch should take: its records are locked for so long. */
const targetTime = 100;
const [minBatch, maxBatch] = [10, 2000];
const first = "00000000-0000-0000-0000-000000000000";

interface Batch {
  readonly last: string | null;
  readonly lost: string | null;
  readonly of: string | null;
}

async function fill(connection: Connection, all: readonly ShadowColumn[], acceptLoss: boolean): Promise<void> {
  let size = 100;
  for (let behind: string | null = first; behind !== null;) {
    const began = performance.now();
    const batch = (await withShortLocks(connection, shadowColumnSteps.fill(all, behind, size)))[0] as Batch;
    const took = performance.now() - began;
    const column = all.find((c) => c.name === batch.of);
    if (column && batch.lost && !acceptLoss) throw new LossError(column, batch.lost);
    behind = batch.last;
    size = Math.round(Math.min(maxBatch, Math.max(minBatch, size * Math.min(2, Math.max(0.5, targetTime / took)))));
    // A pause leaves the machine to writers.
    await new Promise((later) => setTimeout(later, Math.min(took, targetTime) / 2));
  }
}

/** Runs a statement with a short lock timeout and retries it, so that no queue of writers builds up behind it. */
export async function withShortLocks(connection: Connection, query: Query): ReturnType<Connection["rows"]> {
  await connection.rows(upgrade.sessionLockTimeout);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await connection.rows(query);
      } catch (error) {
        if (!retryStates.has(stateOf(error) ?? "") || tries >= 300) throw error;
        await new Promise((later) => setTimeout(later, 100));
      }
    }
  } finally {
    await connection.rows(upgrade.resetLockTimeout).catch(() => undefined);
  }
}

const retryStates = new Set([upgrade.lockTimeoutState, "40P01", "40001"]);
