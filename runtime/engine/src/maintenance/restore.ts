/** Restores a backup into an empty database and an empty folder for files: everything or nothing. */
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { backup, dataKindStatements, isTableName, planRestore, system, systemTables, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database, Row } from "../connection/contract.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import { keyIdOf } from "../encryption/secret-keys.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { backupFormat, type Manifest, sumOf } from "./backup.ts";
import { type DataKind, dataKindOf } from "./data-kind.ts";
import { withDatabase } from "./offline-upgrade.ts";

/** A backup whose checksums are right. */
export interface Backup {
  readonly from: string;
  readonly manifest: Manifest;
  readonly product: Product;
  readonly kind: DataKind;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** The ids of the keys that encrypt second factors in it. */
  readonly keyIds: readonly string[];
}

export interface RestoreOptions {
  readonly backup: Backup;
  readonly database: EngineOptions["database"];
  readonly files: string;
}

/** Reads a backup and verifies the checksum of every file. */
export async function readBackup(from: string): Promise<Outcome<Backup>> {
  const damaged = (detail: string) => refuse("malformed", problem("no-backup", detail));
  const text = await readFile(join(from, "backup.json"), "utf8").catch(() => null);
  if (text === null) return damaged(`${from} is not a backup: it has no backup.json. Give the folder that \`nonet backup\` made.`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    return damaged(`${join(from, "backup.json")} is damaged, so nothing can be restored from it.`);
  }
  if (manifest.format !== backupFormat)
    return damaged(`The backup in ${from} has format ${String(manifest.format)}, and this version of Nonet reads format ${backupFormat}. Use the version that made it.`);
  for (const [path, sum] of Object.entries(manifest.sums)) {
    const inside = normalize(path) === path && !path.startsWith("..") && !path.startsWith("/");
    const found = inside ? await sumOf(join(from, path)).catch(() => null) : null;
    if (found !== sum) return damaged(`The backup in ${from} is damaged: ${path} ${found === null ? "is missing" : "has changed"}.`);
  }
  if (manifest.tables.some((t) => !isTableName(t.name) || !(t.file in manifest.sums))) return damaged(`The backup in ${from} is damaged: its list of tables is invalid.`);
  const meta = manifest.tables.find((t) => t.name === "nonet.meta");
  const row = meta && ((await readFile(join(from, meta.file), "utf8")).split("\n")[0] ?? "");
  if (!row) return damaged(`The backup in ${from} is damaged: it doesn't say which product it is.`);
  const sources = await Promise.all(manifest.specification.files.map(async (name) => ({ name, text: await readFile(join(from, "specification", name), "utf8") })));
  const { product, data_kind: kind } = JSON.parse(row) as { readonly product: Product; readonly data_kind?: DataKind | null };
  return done({ from, manifest, product, kind: kind ?? (await guessedKind(from, manifest)), sources, keyIds: await keysOf(from, manifest) });
}

async function keysOf(from: string, { tables }: Manifest): Promise<readonly string[]> {
  const table = tables.find(({ name }) => name === "nonet.totp");
  const rows = table ? (await readFile(join(from, table.file), "utf8")).split("\n").filter(Boolean) : [];
  const ids = rows.map((row) => keyIdOf(String((JSON.parse(row) as { secret?: unknown }).secret)));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Backups of earlier versions have no mark. */
async function guessedKind(from: string, { tables }: Manifest): Promise<DataKind> {
  const people = tables.find((t) => t.name.replaceAll('"', "") === "app.user");
  const rows = people ? (await readFile(join(from, people.file), "utf8")).split("\n").filter(Boolean) : [];
  return dataKindOf(rows.some((row) => String((JSON.parse(row) as { email?: unknown }).email).toLowerCase() === "owner@example.test"));
}

export async function restoreBackup(options: RestoreOptions): Promise<Outcome<{ readonly rows: number }>> {
  const outcome = await withDatabase(options.database, async (database) => {
    await database.script([systemTables()]);
    if (await database.row(system.readMeta)) return refuse("conflict", problem("not-empty", "This database has a product already. Restore into an empty one."));
    const rows = await restoreRows(database, options.backup);
    await database.rows(dataKindStatements.write(options.backup.kind));
    await restoreFiles(options);
    return done({ rows });
  });
  if (!outcome.ok) await rm(options.files, { recursive: true, force: true });
  return outcome;
}

/** Tables, rows and constraints in one transaction; the row that marks the database as a product comes last. */
function restoreRows(database: Database, { from, manifest, product }: Backup): Promise<number> {
  const plan = planRestore(product);
  return database.transaction(async (connection) => {
    for (const sql of plan.tables) await connection.rows(upgrade.statement(sql));
    const joins = new Set(plan.joins.map((j) => j.table));
    const existing = new Map((await connection.rows(backup.tables)).map((t) => [String(t["name"]), t["columns"] as string[]]));
    const own = manifest.tables.map(withPresentNames).filter((t) => !joins.has(t.name) && existing.has(t.name));
    let count = 0;
    for (const table of inOrder(own, await connection.rows(backup.references))) count += await addRows(connection, from, table, existing.get(table.name)!);
    for (const join_ of plan.joins) {
      await connection.rows(upgrade.statement(join_.sql));
      const table = manifest.tables.find((t) => t.name === join_.table);
      if (table) count += await addRows(connection, from, table, table.columns);
    }
    for (const sql of plan.ties) await connection.rows(upgrade.statement(sql));
    for (const row of await connection.rows(backup.counters)) await connection.rows(backup.setCounter(String(row["name"]), String(row["column"])));
    return { commit: true, value: count };
  });
}

interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly file: string;
  /** Columns that the backup's rows hold under a former name: the former name, and the present one. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** A table of a backup that an earlier release made, under the names of this release. */
function withPresentNames(saved: Manifest["tables"][number]): SavedTable {
  const { table, columns } = backup.presentNames(saved.name);
  const renamed = Object.fromEntries(Object.entries(columns).filter(([was]) => saved.columns.includes(was)));
  return { name: table, columns: saved.columns.map((c) => renamed[c] ?? c), file: saved.file, renamed };
}

/** A table comes after the tables that its rows refer to; people and records come before Nonet's own tables. */
function inOrder(tables: readonly SavedTable[], references: readonly Row[]): SavedTable[] {
  const sorted: SavedTable[] = [];
  const add = (table: SavedTable, path: readonly string[]): void => {
    if (sorted.includes(table) || path.includes(table.name)) return;
    for (const { needs } of references.filter((r) => r["name"] === table.name)) {
      const needed = tables.find((t) => t.name === needs);
      if (needed) add(needed, [...path, table.name]);
    }
    sorted.push(table);
  };
  for (const table of [...tables].sort((a, b) => Number(a.name.startsWith("nonet.")) - Number(b.name.startsWith("nonet.")))) add(table, []);
  return sorted;
}

async function addRows(connection: Connection, from: string, table: SavedTable, existing: readonly string[]): Promise<number> {
  const columns = table.columns.filter((c) => existing.includes(c));
  if (table.name.startsWith("nonet.")) await connection.rows(backup.clear(table.name));
  let lines: string[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await connection.rows(backup.addRows(table.name, columns, lines, table.renamed));
    count += lines.length;
    lines = [];
  };
  for await (const line of createInterface({ input: createReadStream(join(from, table.file)), crlfDelay: Infinity })) {
    if (line === "") continue;
    lines.push(line);
    if (lines.length >= 500) await flush();
  }
  await flush();
  return count;
}

async function restoreFiles({ backup: { from, manifest }, files }: RestoreOptions): Promise<void> {
  await mkdir(files, { recursive: true, mode: 0o700 });
  for (const path of Object.keys(manifest.sums)) if (path.startsWith("files/")) await copyFile(join(from, path), join(files, path.slice("files/".length)));
}
