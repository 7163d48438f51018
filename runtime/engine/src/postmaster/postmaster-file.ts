/** What `postmaster.pid` says about the server of a cluster. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface PostmasterFile {
  readonly pid: number;
  readonly sockets: string;
  /** `starting`, `ready` or `stopping`; the file of a server that was killed keeps the last one. */
  readonly status: string;
}

export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), sockets: (lines[4] ?? "").trim(), status: (lines[7] ?? "").trim() };
  } catch {
    return null;
  }
}

/** Whether this process exists and is PostgreSQL's. */
export function isPostgresAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
