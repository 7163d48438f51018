/**
 * What a change of version builds before it: columns filled beside those whose place they take, and indexes. It goes on
 * where an interrupted one stopped, holds no record for longer than a short statement, and can be taken back.
 */
import { type ShadowColumn, shadowColumnSteps, type BackgroundStep, type Query, upgrade } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";

/** A value that can't be kept came meanwhile: of this record. */
export class WouldLose extends Error {
  readonly of: ShadowColumn;
  readonly id: string;
  constructor(of: ShadowColumn, id: string) {
    super(`${of.former} of ${id}`);
    [this.of, this.id] = [of, id];
  }
}

export interface Filling {
  readonly acceptLoss: boolean;
  readonly say: (sentence: string) => void;
}

/** In the turn of one that builds. */
export async function buildBeside(connection: Connection, steps: readonly BackgroundStep[], { acceptLoss, say }: Filling): Promise<void> {
  for (const one of steps) {
    if (one.fills) await fill(connection, one.fills, acceptLoss);
    // Building an index and counting values keep nobody off.
    else if (/^(create( unique)? index|analyze) /.test(one.sql)) await connection.rows(upgrade.statement(one.sql));
    else await shortly(connection, upgrade.statement(one.sql));
    say(one.sentence);
  }
}

/** The last look, in the transaction that changes over: servers of the former version write until then. */
export async function refuseLosses(connection: Connection, shadows: readonly ShadowColumn[]): Promise<void> {
  for (const b of shadows) {
    const sql = shadowColumnSteps.losing(b);
    const [one] = sql === null ? [] : await connection.rows(upgrade.counted(sql, 1));
    if (one) throw new WouldLose(b, String(one["id"]));
  }
}

/** Drops what was begun for another version than those shadows and steps are for. */
export async function takeBack(connection: Connection, shadows: readonly ShadowColumn[] = [], steps: readonly BackgroundStep[] = []): Promise<void> {
  const wanted = (name: string): boolean => shadows.some((b) => b.name === name) || steps.some((s) => s.sql.includes(` ${name} `));
  for (const { name, table } of await connection.rows(shadowColumnSteps.begun))
    if (!wanted(String(name))) await shortly(connection, shadowColumnSteps.dropBegun(String(name), String(table)));
}

/** Milliseconds that a batch may take: for so long a record of it can't be written. */
const wantedTime = 100;
const [fewest, most] = [10, 2000];
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
    const batch = (await shortly(connection, shadowColumnSteps.fill(all, behind, size)))[0] as Batch;
    const took = performance.now() - began;
    const of = all.find((b) => b.name === batch.of);
    if (of && batch.lost && !acceptLoss) throw new WouldLose(of, batch.lost);
    behind = batch.last;
    size = Math.round(Math.min(most, Math.max(fewest, size * Math.min(2, Math.max(0.5, wantedTime / took)))));
    // Whoever writes has the machine for half as long again.
    await new Promise((later) => setTimeout(later, Math.min(took, wantedTime) / 2));
  }
}

/** Gives way where a lock doesn't come at once, and tries again: nobody waits behind it. */
export async function shortly(connection: Connection, query: Query): ReturnType<Connection["rows"]> {
  await connection.rows(upgrade.sessionLockTimeout);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await connection.rows(query);
      } catch (error) {
        if (!giveWay.has(stateOf(error) ?? "") || tries >= 300) throw error;
        await new Promise((later) => setTimeout(later, 100));
      }
    }
  } finally {
    await connection.rows(upgrade.resetLockTimeout).catch(() => undefined);
  }
}

const giveWay = new Set([upgrade.lockTimeoutState, "40P01", "40001"]);
