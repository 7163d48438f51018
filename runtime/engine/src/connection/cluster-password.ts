/**
 * The password of the embedded database: random, and kept in the data folder for its owner alone. Whoever can reach the
 * socket still needs it, so no other program of this machine gets in.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerUser } from "./server-user.ts";

/** The whole of pg_hba.conf. The server listens on no network address. */
const accessRules = "# Written by Nonet. The password is in the data folder.\nlocal all postgres scram-sha-256\n";

const passwordFile = (home: string): string => join(home, "database-password");
const rulesFile = (cluster: string): string => join(cluster, "pg_hba.conf");

/** Null where there is none: an earlier version of Nonet made the database. */
export const readPassword = (home: string): string | null => readText(passwordFile(home))?.trim() || null;

/** The password of this data folder, which is made if there is none. */
export function ensurePassword(home: string): string {
  const known = readPassword(home);
  const password = known ?? randomBytes(24).toString("base64url");
  if (known === null) writeWhole(passwordFile(home), `${password}\n`, null);
  else chmodSync(passwordFile(home), 0o600);
  return password;
}

/** Whether the server asks for a password, and we know it. */
export const isSecured = (home: string, cluster: string): boolean => readPassword(home) !== null && readText(rulesFile(cluster)) === accessRules;

export const writeAccessRules = (cluster: string, user: ServerUser | null): void => writeWhole(rulesFile(cluster), accessRules, user);

/** Input of a single-user server that sets the password. */
export const setPassword = (password: string): string => `alter role postgres password '${password}';\n`;

/** Gives `work` the password in a file that only PostgreSQL's user can read. */
export async function withPasswordFile<T>(password: string, user: ServerUser | null, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "nonet-"));
  const file = join(folder, "password");
  try {
    writeFileSync(file, password, { mode: 0o600 });
    if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file is there whole or not at all. */
function writeWhole(path: string, text: string, owner: ServerUser | null): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, path);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
