/** The folder that holds a product's database and files: its path, whether this version and this kind of run can use it, and whether another process uses it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { DataKind } from "@nonet/engine";
import { printMessage } from "../terminal/print.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import { readJson, readText, writeJson } from "./folder-files.ts";
import { processUsing, takeFolder } from "./folder-lock.ts";

/** Incremented when a newer Nonet changes the folder's layout. */
const layout = 1;
/** The major version of the embedded PostgreSQL, which can't open another major version's files. */
const postgresMajor = "18";

export interface DataFolder {
  readonly database: string;
  readonly files: string;
  /** Notes the kind of the data, once the database has agreed to it. */
  mark(kind: DataKind): void;
  /** The same for an external database, whose id is noted: what it doesn't know in the folder is deleted after a day. Gives the reason if the files are another database's. */
  claim(kind: DataKind, databaseId: string): string | null;
  /** Releases the folder, so that another process can use it. */
  release(): void;
}

export interface FolderUse {
  /** The kind of run; any, where it isn't given. */
  readonly kind?: DataKind;
  /** The database is in the folder, and says itself of which kind it is. */
  readonly embedded: boolean;
}

/** `.nonet/<name>-<8 hex of the absolute path>` in the current folder; a rehearsal has its own. */
export function defaultDataFolder(specification: string, kind: DataKind): string {
  const path = resolve(specification);
  const name =
    basename(path)
      .replace(/\.md$/i, "")
      .replace(/[^\w-]+/g, "-") || "product";
  return resolve(".nonet", `${name}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}${kind === "rehearsal" ? "-rehearsal" : ""}`);
}

/** The kind that `nonet.json` names; null where it doesn't. */
export function markedKind(folder: string): DataKind | null {
  const kind = readJson(join(folder, "nonet.json"))?.["kind"];
  return kind === "real" || kind === "rehearsal" ? kind : null;
}

/** Creates the folder if needed and marks it as in use. Changes nothing if the folder can't be used. */
export function lockDataFolder(folder: string, use: FolderUse): Result<DataFolder> {
  const refused = unusable(folder) ?? ofOtherKind(folder, use);
  if (refused) return failure(refused);
  const mark = join(folder, "nonet.json");
  try {
    const made = mkdirSync(folder, { recursive: true }) !== undefined;
    // Several processes on one external database share the folder for their files.
    const taken = use.embedded ? takeFolder(folder) : (processUsing(folder) ?? { release: () => undefined });
    if (typeof taken === "number")
      return failure(`The data in ${folder} is in use by a product that runs as process ${taken}. Stop that product, or choose another folder with --data.`);
    heal(folder);
    let used = false;
    return success({
      database: join(folder, "database"),
      files: join(folder, "files"),
      mark: (kind) => {
        used = true;
        writeJson(mark, { layout, kind });
      },
      claim: (kind, databaseId) => {
        const known = readJson(mark)?.["database"];
        if (known !== undefined && known !== databaseId)
          return `The files in ${folder} belong to another database. Choose another folder with --data. If that database no longer exists, delete ${mark} to use its files' folder again.`;
        used = true;
        writeJson(mark, { layout, kind, database: databaseId });
        return null;
      },
      release: () => {
        taken.release();
        if (made && !used) removeUnused(folder);
      },
    });
  } catch (error) {
    return failure(`Can't write to the data folder ${folder} (${(error as NodeJS.ErrnoException).code}). Choose another folder with --data.`);
  }
}

/** A damaged `nonet.json` is rebuilt: the database says of which kind the data is. */
function heal(folder: string): void {
  const path = join(folder, "nonet.json");
  const mark = readJson(path);
  if (typeof mark?.["layout"] === "number") return;
  writeJson(path, { layout });
  if (mark !== null) printMessage(`${path} was damaged and has been rebuilt.`);
}

/** A folder that was made for a run which was refused leaves no trace. */
function removeUnused(folder: string): void {
  if (existsSync(join(folder, "database")) || existsSync(join(folder, "files"))) return;
  for (const name of ["nonet.json", "key"]) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has put something into it.
  }
}

function unusable(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) return `${folder} is a file. --data needs a folder.`;
  const written = readJson(join(folder, "nonet.json"))?.["layout"];
  if (typeof written === "number" && written !== layout)
    return `The data in ${folder} was written by another version of Nonet (layout ${written}; this version uses ${layout}). Run that version, or choose an empty folder with --data.`;
  const major = readText(join(folder, "database", "PG_VERSION"))?.trim();
  if (major && major !== postgresMajor)
    return `The data in ${folder} was written by PostgreSQL ${major}; this version of Nonet includes PostgreSQL ${postgresMajor}. Run the version that wrote the data, or choose an empty folder with --data.`;
  return null;
}

/** Where the records are in another database, the folder holds the files that belong to them. */
function ofOtherKind(folder: string, { kind, embedded }: FolderUse): string | null {
  const marked = markedKind(folder);
  if (kind === undefined || marked === null || marked === kind || (embedded && existsSync(join(folder, "database")))) return null;
  return marked === "rehearsal"
    ? `The data in ${folder} belongs to a rehearsal. Add --rehearse, or choose another folder with --data.`
    : `The data in ${folder} is real. Leave out --rehearse, or choose another folder with --data.`;
}
