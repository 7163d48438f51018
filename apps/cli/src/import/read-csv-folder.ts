/** Reads the CSV files of a folder, and their rows where they come along. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type BulkRow, type BulkTable } from "@nonet/engine";
import { ColumnObserver, type CsvPlan, type CsvTable, importCsv } from "@nonet/import";
import { readCsv, type TableRow } from "@nonet/server";
import { failure, success, type Result } from "../terminal/result.ts";
import type { ImportSource } from "./import-source.ts";

const maxRows = 5_000_000;
const batch = 4000;

interface ReadFile {
  readonly table: CsvTable;
  /** Without the header. */
  readonly rows: readonly TableRow[];
}

export async function readCsvFolder(folder: string): Promise<Result<ImportSource>> {
  const files = await filesIn(folder);
  if (!files.ok) return files;
  const read: ReadFile[] = [];
  for (const path of files.value) read.push(await readTable(path));
  const broken = read.filter(({ table }) => table.columns === null);
  if (broken.length === read.length) return failure(broken.map(({ table }) => `${table.file}: ${table.reason}`).join("\n"));
  const name = basename(resolve(folder)).replace(/\.csv$/i, "");
  const tables = read.map(({ table }) => table);
  return success({
    name,
    make: (options) => {
      const { draft, account, plans } = importCsv(name, tables, options);
      return {
        draft,
        account,
        load: async (work) => ({
          ok: true,
          value: await work(
            plans.map((plan) => bulkTable(plan, read.find(({ table }) => table.file === plan.file)!.rows)),
            [],
          ),
        }),
      };
    },
  });
}

async function filesIn(folder: string): Promise<Result<readonly string[]>> {
  try {
    if ((await stat(folder)).isFile()) return success([folder]);
    const names = (await readdir(folder)).filter((name) => /\.(?:csv|tsv)$/i.test(name) && !name.startsWith(".")).sort();
    return names.length === 0
      ? failure(`The folder ${folder} contains no CSV file. Add files that end in .csv, or choose another folder.`)
      : success(names.map((name) => join(folder, name)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return failure(code === "ENOENT" ? `${folder} doesn't exist. Check the path.` : `Can't read ${folder} (${code ?? String(error)}).`);
  }
}

async function readTable(path: string): Promise<ReadFile> {
  const file = basename(path);
  const open = (reason: string): ReadFile => ({ table: { file, columns: null, reason, rows: 0 }, rows: [] });
  const read = await readCsv(await readFile(path), maxRows);
  if ("problem" in read) return open(read.problem);
  const [header, ...all] = read.rows;
  const rows = all.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!header || header.cells.every((cell) => cell.trim() === "")) return open("It has no header: its first line must name the columns.");
  const observers = header.cells.map(() => new ColumnObserver());
  for (const { cells } of rows) for (const [i, observer] of observers.entries()) observer.add(cells[i] ?? "");
  return { table: { file, columns: header.cells.map((name, i) => ({ header: name, summary: observers[i]!.summary() })), reason: null, rows: rows.length }, rows };
}

function bulkTable({ file, entity, fields }: CsvPlan, rows: readonly TableRow[]): BulkTable {
  const kept = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
  return {
    entity,
    source: `file ${file}`,
    columns: kept.map(({ field }) => ({ field, target: null })),
    rows: async function* () {
      for (let from = 0; from < rows.length; from += batch)
        yield rows.slice(from, from + batch).map(({ cells, line }): BulkRow => {
          const surplus = cells.slice(fields.length).some((cell) => cell !== "")
            ? { surplus: `The line has ${cells.length} values, but the header has ${fields.length} columns.` }
            : {};
          return { key: String(line), values: kept.map(({ at }) => cells[at] ?? null), ...surplus };
        });
    },
    label: (line) => `${file}, line ${line}`,
  };
}
