/** Tells whether a process is the one that was noted: numbers of processes are used again, start times aren't. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessIdentity {
  readonly process: number;
  /** When it started, in the system's own form. Absent where an earlier version wrote the note. */
  readonly started?: string;
}

export function ownIdentity(): ProcessIdentity {
  const started = startOf(process.pid);
  return { process: process.pid, ...(started === null ? {} : { started }) };
}

/** Whether that process still runs. Without a start time, a process with another command than Nonet's is another one. */
export function isRunning({ process: id, started }: ProcessIdentity): boolean {
  if (!isAlive(id)) return false;
  const now = startOf(id);
  if (now === null) return true;
  return started === undefined ? id !== process.pid && /nonet|scripts\/start\.mjs/.test(commandOf(id)) : started === now;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Null where the system doesn't say. */
function startOf(id: number): string | null {
  if (process.platform !== "linux") return ps("lstart=", id);
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The command's name may hold spaces and brackets; behind it `starttime` is the twentieth (proc(5), field 22).
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
  } catch {
    return null;
  }
}

function commandOf(id: number): string {
  if (process.platform !== "linux") return ps("command=", id) ?? "";
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function ps(column: string, id: number): string | null {
  try {
    return execFileSync("ps", ["-o", column, "-p", String(id)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || null;
  } catch {
    return null;
  }
}
