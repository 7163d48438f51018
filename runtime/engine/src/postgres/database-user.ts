/** As whom PostgreSQL runs: it refuses to run as root, so root lends it the user `postgres`, else `nobody`. */
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { LaunchRefused } from "./launch-refused.ts";

export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/** null: as ourselves. */
export function databaseUser(): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = new Map(readFileSync("/etc/passwd", "utf8").split("\n").map((line) => [line.split(":")[0]!, line.split(":")]));
  const entry = users.get("postgres") ?? users.get("nobody");
  if (!entry) throw new LaunchRefused("PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor `nobody`: run as another user, or give a DATABASE_URL.");
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** The first folder on the way to `path` that the user can't enter; null where the way is free. */
export function firstClosedFolder(path: string, user: DatabaseUser | null): string | null {
  if (!user) return null;
  const folders = [path];
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!));
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) return null;
    const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return folder;
  }
  return null;
}
