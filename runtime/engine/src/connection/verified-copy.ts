/**
 * A copy of a package's files that nobody else can have prepared: programs are run only from a folder that belongs to
 * us or to root, that no other user can write to, and whose files equal the package's.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** The path of each original file, by its path inside the copy. */
export type Originals = ReadonlyMap<string, string>;

/** Whether the path is a folder of ours or root's that no other user can write to. Links aren't followed. */
export function isPrivate(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && isOwn(found);
}

/** Whether nobody else can put something of theirs at this path: every folder above it is private, or sticky like /tmp. */
export function isReachedSafely(path: string): boolean {
  for (let at = realpathSync(dirname(path)); ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at);
    const sticky = (mode & 0o1000) !== 0;
    if (!isOurs(uid) || ((mode & 0o022) !== 0 && !sticky)) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * Whether the folder holds these files and nothing else, all private and byte for byte the same. Reading them takes a
 * quarter of a second, so files that were found equal are noted, and not read again while neither side has changed.
 */
export function isFaithful(folder: string, originals: Originals): boolean {
  if (!isPrivate(folder)) return false;
  const found = [...filesOf(folder)];
  // The names of one library are links to one file, which is compared once.
  const pairs = new Map<string, { readonly path: string; readonly original: string }>();
  for (const path of found) {
    const original = originals.get(relative(folder, path));
    const file = lstatSync(path);
    if (original === undefined || !file.isFile() || !isOwn(file)) return false;
    pairs.set(`${stampOf(path)} = ${stampOf(original)} ${realpathSync.native(original)}`, { path, original });
  }
  if (![...new Set(found.map(dirname))].every((parent) => isOwn(lstatSync(parent)))) return false;
  if (found.length !== originals.size) return false;
  const note = [...pairs.keys()].sort().join("\n");
  const place = noteOf(folder, originals);
  if (notedAsEqual(place) === note) return true;
  if (![...pairs.values()].every(({ path, original }) => lstatSync(path).size === statSync(original).size && readFileSync(path).equals(readFileSync(original)))) return false;
  noteAsEqual(place, note);
  return true;
}

/** Changes with the file's content: every write sets the time of change (ctime), which nobody but root can set otherwise. */
function stampOf(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/**
 * Beside the copy, since the copy holds nothing but the package's files. Each installation that the copy is compared with
 * has a note of its own: with one for all, two that take turns would read all files at each start.
 */
function noteOf(folder: string, originals: Originals): string {
  const [first = ""] = [...originals.values()].sort();
  return `${folder}.verified-${createHash("sha256").update(dirname(first)).digest("hex").slice(0, 16)}`;
}

function notedAsEqual(place: string): string | null {
  const file = lstatSync(place, { throwIfNoEntry: false });
  return file?.isFile() && isOwn(file) ? readFileSync(place, "utf8") : null;
}

/** Without the note, the next start compares again. */
function noteAsEqual(place: string, note: string): void {
  const draft = `${place}.${process.pid}`;
  try {
    // Fails where somebody has put a file or a link there.
    writeFileSync(draft, note, { mode: 0o644, flag: "wx" });
    renameSync(draft, place);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Copies the files to a new private folder beside `home` and gives its path. */
export function copyBeside(home: string, originals: Originals): string {
  const draft = mkdtempSync(`${home}.`);
  chmodSync(draft, 0o755);
  const copies = new Map<string, string>();
  for (const [path, original] of originals) {
    const to = join(draft, path);
    makeFolder(dirname(to));
    const real = realpathSync(original);
    const copied = copies.get(real);
    if (copied) linkSync(copied, to);
    else {
      copyFileSync(real, to);
      chmodSync(to, statSync(real).mode & 0o755);
      copies.set(real, to);
    }
  }
  return draft;
}

/** Every user may enter it, whatever our umask is. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}

/** Puts the copy at `home`, in the place of whatever is there. False where another process was faster. */
export function moveInto(home: string, draft: string): boolean {
  if (existsSync(home)) {
    const old = mkdtempSync(`${home}.old-`);
    renameSync(home, join(old, "copy"));
    rmSync(old, { recursive: true, force: true });
  }
  try {
    renameSync(draft, home);
    return true;
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    rmSync(draft, { recursive: true, force: true });
    return false;
  }
}

const isOurs = (uid: number): boolean => uid === 0 || uid === process.getuid?.();
const isOwn = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean => isOurs(uid) && (mode & 0o022) === 0;

export function* filesOf(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else yield path;
  }
}
