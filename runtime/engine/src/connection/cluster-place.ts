/**
 * Where the embedded database's files are: in the data folder, or in /var/lib/nonet where PostgreSQL's user can't enter
 * the data folder (one under /root). The data folder then names the place, and the place names the data folder.
 */
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { LaunchProblem } from "./launch-problem.ts";
import type { ServerUser } from "./server-user.ts";

const pointerIn = (home: string): string => join(home, "where-the-database-is.txt");
const ownerIn = (cluster: string): string => join(cluster, "nonet-data-folder");
const isCluster = (folder: string): boolean => existsSync(join(folder, "PG_VERSION"));

/** The folder of the database's files if they aren't in the data folder; else null. */
export const databaseElsewhere = (folder: string): string | null => readText(pointerIn(resolve(folder)));

/** Makes the folder if needed. Throws a LaunchProblem where the database can't be opened from this data folder. */
export function placeCluster(home: string, user: ServerUser | null, place = "/var/lib/nonet"): string {
  const inside = join(home, "postgres");
  refuseOthers(home, inside);
  const known = databaseElsewhere(home);
  if (known !== null && isCluster(known)) return takeOver(home, known);
  if (!user || canEnter(home)) return owned(inside, user);
  if (isCluster(inside))
    throw new LaunchProblem(
      `The database in ${inside} can't be opened: PostgreSQL runs as the user ${user.name}, who can't enter ${home}. Let other users enter it and the folders above it (chmod o+x).`,
    );
  return placeElsewhere(home, user, place);
}

function placeElsewhere(home: string, user: ServerUser, place: string): string {
  const elsewhere = join(place, createHash("sha256").update(home).digest("hex").slice(0, 16));
  if (isCluster(elsewhere))
    throw new LaunchProblem(
      `${elsewhere} holds the database of an earlier data folder at ${home}. Delete ${elsewhere} to start with an empty database, or write its path to ${pointerIn(home)} to use it again.`,
    );
  mkdirSync(place, { recursive: true, mode: 0o755 });
  writeFileSync(pointerIn(home), `${elsewhere}\n`);
  return owned(elsewhere, user);
}

/** A data folder may be moved; a copy of it may not use the same database. */
function takeOver(home: string, cluster: string): string {
  const owner = readText(ownerIn(cluster));
  if (owner !== null && owner !== home && databaseElsewhere(owner) === cluster)
    throw new LaunchProblem(`${home} is a copy of ${owner}, whose database is in ${cluster}. Use \`nonet backup\` and \`nonet restore\` to copy a product.`);
  return cluster;
}

/** Notes the data folder in a cluster that is outside of it. */
export function noteDataFolder(home: string, cluster: string): void {
  if (databaseElsewhere(home) === cluster && readText(ownerIn(cluster)) !== home) writeFileSync(ownerIn(cluster), `${home}\n`);
}

/** PostgreSQL serves only the user who owns its files. */
function refuseOthers(home: string, cluster: string): void {
  const me = process.getuid?.() ?? 0;
  if (me === 0) return;
  const owner = statSync(existsSync(cluster) ? cluster : home).uid;
  if (owner !== me) throw new LaunchProblem(`The data folder ${home} belongs to another user (${owner}, you are ${me}); run as that user, or choose another with --data.`);
}

function owned(cluster: string, user: ServerUser | null): string {
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (user) chownSync(cluster, user.uid, user.gid);
  return cluster;
}

/** Whether any user can enter this folder. */
function canEnter(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}
