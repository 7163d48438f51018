/**
 * Saves a product into a folder: the specification, one snapshot of all tables, and the uploaded files.
 *
 * The folder is written under a temporary name and renamed, so it appears complete or not at all. `backup.json` lists the
 * SHA-256 of each file, so that a damaged backup is detected before anything is restored from it.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backup, type Query, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { withDatabase } from "./offline-upgrade.ts";

export const backupFormat = 1;

export interface BackupOptions {
  readonly database: EngineOptions["database"];
  readonly files: string;
  /** The folder to make. */
  readonly to: string;
  /** The name of the specification's file or folder. */
  readonly specification: { readonly name: string; readonly folder: boolean };
}

export interface Manifest {
  readonly format: number;
  readonly product: string;
  readonly version: string;
  readonly specification: { readonly name: string; readonly folder: boolean; readonly files: readonly string[] };
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly file: string; readonly rows: number }[];
  /** SHA-256 hex by path inside the folder. */
  readonly sums: Readonly<Record<string, string>>;
}

export async function backUp(options: BackupOptions): Promise<Outcome<Manifest>> {
  const draft = `${resolve(options.to)}.part-${process.pid}`;
  try {
    return await withDatabase(options.database, async (database) => {
      const stored = await database.row(system.readMeta).catch(() => undefined);
      if (!stored) return refuse("not found", problem("no-product", "This database has no product, so there is nothing to back up."));
      const manifest = await saveAll(database, options, draft, stored["product"] as Product);
      await rename(draft, resolve(options.to));
      return done(manifest);
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function saveAll(database: Database, options: BackupOptions, draft: string, product: Product): Promise<Manifest> {
  await mkdir(dirname(draft), { recursive: true });
  const saved = await database.transaction(async (connection) => {
    await rm(draft, { recursive: true, force: true });
    for (const folder of ["specification", "data", "files"]) await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });
    return { commit: false, value: { tables: await saveTables(connection, draft), files: await connection.rows(backup.files) } };
  });
  const paths = saved.tables.map((t) => t.file);
  for (const row of saved.files) {
    const path = join("files", String(row["path"]));
    // In rehearsal a row may have no file.
    const copied = await copyFile(join(options.files, String(row["path"])), join(draft, path)).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? false : Promise.reject(error)),
    );
    if (copied) paths.push(path);
  }
  return finishBackup({ draft, product, paths, specification: options.specification, tables: saved.tables });
}

interface UnfinishedBackup {
  /** The folder that it is written to. */
  readonly draft: string;
  readonly product: Product;
  /** The files that it has already. */
  readonly paths: readonly string[];
  readonly specification: BackupOptions["specification"];
  readonly tables: Manifest["tables"];
}

/** Adds the specification, and the manifest with the hash of each file. */
export async function finishBackup({ draft, product, paths: written, specification, tables }: UnfinishedBackup): Promise<Manifest> {
  const paths = [...written];
  const texts = product.sources.map((source) => ({ name: source.name.split("/").at(-1)!, text: source.text }));
  for (const { name, text } of texts) {
    await writeFile(join(draft, "specification", name), text);
    paths.push(join("specification", name));
  }
  const sums: Record<string, string> = {};
  for (const path of paths.sort()) sums[path] = await sumOf(join(draft, path));
  const manifest: Manifest = {
    format: backupFormat,
    product: product.name,
    version: product.version,
    specification: { ...specification, files: texts.map((t) => t.name) },
    tables,
    sums,
  };
  await writeFile(join(draft, "backup.json"), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
  return manifest;
}

/** What opens the cursor over a table's rows; null: the table is left out. */
type OpenRows = (table: string, columns: readonly string[]) => Query | null;

export async function saveTables(connection: Connection, draft: string, openRows: OpenRows = backup.openRows): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"][number][] = [];
  for (const table of await connection.rows(backup.tables)) {
    const columns = table["columns"] as string[];
    const name = String(table["name"]);
    const rows = columns.length === 0 ? null : openRows(name, columns);
    if (rows === null) continue;
    const file = join("data", `${name.replaceAll('"', "")}.jsonl`);
    tables.push({ name, columns, file, rows: await saveRows(connection, rows, join(draft, file)) });
  }
  return tables;
}

async function saveRows(connection: Connection, rowsOf: Query, path: string): Promise<number> {
  const file = await open(path, "w", 0o600);
  let count = 0;
  try {
    await connection.rows(rowsOf);
    for (;;) {
      const rows = await connection.rows(backup.someRows);
      if (rows.length === 0) break;
      await file.write(rows.map((r) => `${String(r["row"])}\n`).join(""));
      count += rows.length;
    }
    await connection.rows(backup.closeRows);
    await file.sync();
  } finally {
    await file.close();
  }
  return count;
}

export async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
