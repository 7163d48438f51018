/** Decides where the database's files stand: in the data folder, or outside where their user can't enter it. */
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type DatabaseUser, firstClosedFolder } from "./database-user.ts";
import { LaunchRefused } from "./launch-refused.ts";

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/** Raised when what stands in a data folder changes its form. */
const format = "1";

export function placeCluster(dataFolder: string, user: DatabaseUser | null): Cluster {
  const data = resolve(dataFolder);
  make(data);
  checkFormat(data);
  const folder = clusterFolder(data, user);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return { folder, password: passwordIn(data) };
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new LaunchRefused(`The data folder ${folder} can't be made (${(error as NodeJS.ErrnoException).code}): name one that you may write.`);
  }
}

function checkFormat(data: string): void {
  const file = join(data, "nonet-format");
  if (!existsSync(file)) return writeFileSync(file, `${format}\n`);
  const found = readFileSync(file, "utf8").trim();
  if (found !== format) throw new LaunchRefused(`The data folder ${data} has the form ${found}, and this Nonet reads the form ${format}: use the Nonet that made it, or name another folder.`);
}

function clusterFolder(data: string, user: DatabaseUser | null): string {
  const note = join(data, "where-the-database-is");
  if (existsSync(note)) return readFileSync(note, "utf8").split("\n")[0]!;
  const own = join(data, "postgres");
  // The data folder is ours: letting others pass through it (not list it) is enough when nothing above it is closed.
  if (firstClosedFolder(data, user) === data && statSync(data).uid === process.getuid?.()) chmodSync(data, statSync(data).mode | 0o011);
  if (firstClosedFolder(data, user) === null) return own;
  const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
  const outside = join(outsideParent(), name);
  writeFileSync(note, `${outside}\nPostgreSQL can't run as root, and the user it runs as can't enter this folder's parents; so its files stand there.\n`);
  return outside;
}

function outsideParent(): string {
  for (const parent of ["/var/lib/nonet", "/var/tmp/nonet"]) {
    try {
      mkdirSync(dirname(parent), { recursive: true });
      mkdirSync(parent, { recursive: true, mode: 0o711 });
      if (statSync(parent).uid === process.getuid?.()) return parent;
    } catch { /* the next one */ }
  }
  throw new LaunchRefused("PostgreSQL's user can't enter the data folder's parents: name a data folder outside of them, or give a DATABASE_URL.");
}

function passwordIn(data: string): string {
  const file = join(data, "database-password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
