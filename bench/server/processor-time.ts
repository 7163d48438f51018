/** Processor time of everything this process has started: servers and their database. Steadier than requests a second where others use the machine too. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10;

export interface Spent {
  readonly server: number;
  readonly database: number;
}

interface Seen {
  readonly parent: number;
  readonly database: boolean;
  readonly milliseconds: number;
}

/** Milliseconds so far, user and system, of all descendants, those included that have ended; NaN where there is no /proc. */
export function processorTime(): Spent {
  const seen = new Map<number, Seen>();
  try {
    for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) read(Number(name), seen);
  } catch {
    return { server: Number.NaN, database: Number.NaN };
  }
  const sum = { server: 0, database: 0 };
  for (const [pid, { milliseconds, database }] of seen) if (descends(pid, seen)) sum[database ? "database" : "server"] += milliseconds;
  return sum;
}

function read(pid: number, into: Map<number, Seen>): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Its own time, and that of its children who have ended: the database's helpers come and go.
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    into.set(pid, { database: stat.includes("(postgres)"), parent: Number(fields[1]), milliseconds: ticks * millisecondsPerTick });
  } catch {
    // It ended meanwhile.
  }
}

function descends(pid: number, seen: ReadonlyMap<number, Seen>): boolean {
  for (let at = seen.get(pid); at; at = seen.get(at.parent)) if (at.parent === process.pid) return true;
  return false;
}
