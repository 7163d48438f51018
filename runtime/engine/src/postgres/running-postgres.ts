/** Finds out whether a PostgreSQL already runs on a cluster, and whether it will stay. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Running {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** By `postmaster.pid`, which may be left over from a crash. */
export function runningOn(cluster: string): Running | null {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** Whether the Node process that started it still lives: else its watchdog is about to stop it. */
export function keeperLives(cluster: string): boolean {
  const file = `${cluster}.keeper`;
  if (!existsSync(file)) return false;
  return isAlive(Number(readFileSync(file, "utf8")));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
