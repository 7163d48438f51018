/** The folder that holds a product's database and files: where it is, whether this version can use it, and whether another process does. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";

/** Raised when a newer Nonet lays the folder out in another way. */
const layout = 1;
/** The major version of the embedded PostgreSQL, which refuses another one's files. */
const postgresMajor = "18";

export interface DataFolder {
  readonly database: string;
  readonly files: string;
  /** Gives the folder back, so that another process may run on it. */
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

/** Makes the folder, or takes it as it is; nothing is changed where it can't be used. */
export function takeDataFolder(folder: string): Attempt<DataFolder> {
  const refused = unusable(folder);
  if (refused) return mistake(refused);
  const running = join(folder, "running.json");
  const other = runningIn(running);
  if (other) return mistake(`The data in ${folder} is in use by a product that runs as process ${other}: stop that one, or name another folder with --data.`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "nonet.json"), `${JSON.stringify({ layout })}\n`);
    writeFileSync(running, JSON.stringify({ process: process.pid }));
  } catch (error) {
    return mistake(`The data folder ${folder} can't be written (${(error as NodeJS.ErrnoException).code}): name another one with --data.`);
  }
  return done({ database: join(folder, "database"), files: join(folder, "files"), release: () => rmSync(running, { force: true }) });
}

function unusable(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) return `${folder} is a file, and --data needs a folder.`;
  const mark = readJson(join(folder, "nonet.json"));
  if (mark && mark["layout"] !== layout)
    return `The data in ${folder} was written by another version of Nonet (layout ${String(mark["layout"])}, this one has ${layout}): run that version, or name an empty folder with --data.`;
  const major = readText(join(folder, "database", "PG_VERSION"))?.trim();
  if (major && major !== postgresMajor)
    return `The data in ${folder} was written by PostgreSQL ${major}, and this version of Nonet brings ${postgresMajor}: run the version that wrote it, or name an empty folder with --data.`;
  return null;
}

/** The id of a live process that holds the folder. */
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
