/** The folder that holds a product's database and files: its path, whether this version can use it, and whether another process uses it. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { failure, success, type Result } from "../terminal/result.ts";

/** Incremented when a newer Nonet changes the folder's layout. */
const layout = 1;
/** The major version of the embedded PostgreSQL, which can't open another major version's files. */
const postgresMajor = "18";

export interface DataFolder {
  readonly database: string;
  readonly files: string;
  /** Releases the folder, so that another process can use it. */
  release(): void;
}

/** `.nonet/<name>-<8 hex of the absolute path>` in the current folder. */
export function defaultDataFolder(specification: string): string {
  const path = resolve(specification);
  const name =
    basename(path)
      .replace(/\.md$/i, "")
      .replace(/[^\w-]+/g, "-") || "product";
  return resolve(".nonet", `${name}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`);
}

/** Creates the folder if needed and marks it as in use. Changes nothing if the folder can't be used. */
export function lockDataFolder(folder: string): Result<DataFolder> {
  const refused = unusable(folder);
  if (refused) return failure(refused);
  const running = join(folder, "running.json");
  const other = runningIn(running);
  if (other) return failure(`The data in ${folder} is in use by a product that runs as process ${other}. Stop that product, or choose another folder with --data.`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "nonet.json"), `${JSON.stringify({ layout })}\n`);
    writeFileSync(running, JSON.stringify({ process: process.pid }));
  } catch (error) {
    return failure(`Can't write to the data folder ${folder} (${(error as NodeJS.ErrnoException).code}). Choose another folder with --data.`);
  }
  return success({ database: join(folder, "database"), files: join(folder, "files"), release: () => rmSync(running, { force: true }) });
}

function unusable(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) return `${folder} is a file. --data needs a folder.`;
  const mark = readJson(join(folder, "nonet.json"));
  if (mark && mark["layout"] !== layout)
    return `The data in ${folder} was written by another version of Nonet (layout ${String(mark["layout"])}; this version uses ${layout}). Run that version, or choose an empty folder with --data.`;
  const major = readText(join(folder, "database", "PG_VERSION"))?.trim();
  if (major && major !== postgresMajor)
    return `The data in ${folder} was written by PostgreSQL ${major}; this version of Nonet includes PostgreSQL ${postgresMajor}. Run the version that wrote the data, or choose an empty folder with --data.`;
  return null;
}

/** The id of a running process that uses the folder. */
function runningIn(path: string): number | null {
  const id = readJson(path)?.["process"];
  if (typeof id !== "number" || id === process.pid) return null;
  try {
    process.kill(id, 0);
    return id;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? id : null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function readJson(path: string): Record<string, unknown> | null {
  const text = readText(path);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
