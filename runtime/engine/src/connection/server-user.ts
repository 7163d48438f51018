/** The user that the embedded PostgreSQL runs as: PostgreSQL refuses to run as root. */
import { readFileSync } from "node:fs";
import { LaunchProblem } from "./launch-problem.ts";

export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Null: run as ourselves. */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const rows = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const row = rows.find((r) => r[0] === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new LaunchProblem("PostgreSQL doesn't run as root and this machine has no user postgres or nobody; run as another user, or give --database URL.");
}
