/** `nonet backup` and `nonet restore`: copies a whole product into a folder, and back. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { backUp, databaseElsewhere, readBackup, restoreBackup, type Backup } from "@nonet/engine";
import { defaultDataFolder, lockDataFolder } from "../product/data-folder.ts";
import { databaseUrl } from "../product/database-url.ts";
import { storedKeys } from "../product/key-file.ts";
import { rehearsalHint } from "../product/rehearsal-hint.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { fail, print, printMessage } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";

/** Also works while the product runs: the backup is a consistent snapshot. */
export async function backup(args: readonly string[]): Promise<number> {
  const given = readArguments("backup", args, { words: ["FILE", "TO"], options: { data: "value", database: "value", rehearse: "flag" } });
  if (!given.ok) return fail(given.message);
  const [file, to] = given.value.words as [string, string];
  const read = await readSpecification(file);
  if (!read.ok) return fail(read.message);
  if (existsSync(to)) return fail(`${to} already exists. Choose a folder that doesn't exist yet.`);
  const url = databaseUrl(given.value.options["database"]);
  if (!url.ok) return fail(url.message);
  const kind = given.value.has("rehearse") ? "rehearsal" : "real";
  const folder = given.value.options["data"] === undefined ? defaultDataFolder(file, kind) : resolve(given.value.options["data"]);
  if (url.value === null && !existsSync(join(folder, "database")))
    return fail(`There is no data in ${folder} to back up. Choose the product's folder with --data.${rehearsalHint(given.value, file)}`);
  const database = url.value === null ? { folder: join(folder, "database") } : { url: url.value };
  const outcome = await catchWriteErrors(() =>
    backUp({ database, files: join(folder, "files"), to, specification: { name: basename(resolve(file)), folder: statSync(file).isDirectory() } }),
  );
  if (!outcome.ok) return fail(outcome.message);
  if (!outcome.value.ok) return fail(outcome.value.refusal.errors.map((e) => e.detail).join(" "));
  const { tables, sums } = outcome.value.value;
  const elsewhere = url.value === null ? databaseElsewhere(join(folder, "database")) : null;
  if (elsewhere !== null) printMessage(`The database was read from ${elsewhere}.`);
  const files = Object.keys(sums).filter((path) => path.startsWith("files/")).length;
  print(`Saved to ${to}: ${tables.reduce((sum, t) => sum + t.rows, 0)} rows in ${tables.length} tables, ${files} file${files === 1 ? "" : "s"}, and the specification.`);
  return 0;
}

export async function restore(args: readonly string[]): Promise<number> {
  const given = readArguments("restore", args, { words: ["FROM"], options: { data: "value", database: "value", specification: "value" } });
  if (!given.ok) return fail(given.message);
  const read = await readBackup(given.value.words[0]!);
  if (!read.ok) return fail(read.refusal.errors.map((e) => e.detail).join(" "));
  const url = databaseUrl(given.value.options["database"]);
  if (!url.ok) return fail(url.message);
  const target = given.value.options["specification"] ?? read.value.manifest.specification.name;
  const place = specificationTargets(read.value, target);
  if (!place.ok) return fail(place.message);
  const folder = given.value.options["data"] === undefined ? defaultDataFolder(target, read.value.kind) : resolve(given.value.options["data"]);
  const fresh = !existsSync(folder);
  if (existsSync(join(folder, "files")) || (url.value === null && existsSync(join(folder, "database"))))
    return fail(`${folder} already contains data. Choose an empty folder with --data.`);
  const taken = lockDataFolder(folder, { kind: read.value.kind, embedded: url.value === null });
  if (!taken.ok) return fail(taken.message);
  let restored = false;
  try {
    const outcome = await catchWriteErrors(() =>
      restoreBackup({ backup: read.value, database: url.value === null ? { folder: taken.value.database } : { url: url.value }, files: taken.value.files }),
    );
    if (!outcome.ok) return fail(outcome.message);
    if (!outcome.value.ok) return fail(outcome.value.refusal.errors.map((e) => e.detail).join(" "));
    for (const { path, text } of place.value) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    restored = true;
    taken.value.mark(read.value.kind);
    print(
      `Restored ${read.value.manifest.product}: ${outcome.value.value.rows} rows. Run it with \`nonet run ${target}${read.value.kind === "rehearsal" ? " --rehearse" : ""}${given.value.options["data"] === undefined ? "" : ` --data ${given.value.options["data"]}`}\`.`,
    );
    const missing = missingKeys(read.value.keyIds, folder);
    if (missing.length > 0)
      printMessage(
        `Second factors in this backup are encrypted with the key ${missing.join(", ")}, which a backup doesn't contain. Put the key file to ${join(folder, "key")} before you start the product (docs/operations.md).`,
      );
    return 0;
  } finally {
    taken.value.release();
    if (!restored) {
      const elsewhere = databaseElsewhere(taken.value.database);
      if (elsewhere !== null) rmSync(elsewhere, { recursive: true, force: true });
      for (const half of ["database", "files"]) rmSync(join(folder, half), { recursive: true, force: true });
      if (fresh) rmSync(folder, { recursive: true, force: true });
    }
  }
}

function missingKeys(needed: readonly string[], folder: string): readonly string[] {
  const keys = storedKeys({ option: undefined, environment: process.env, folder });
  const present = keys.ok ? (keys.value?.ids ?? []) : [];
  return needed.filter((id) => !present.includes(id));
}

/** Where the specification's files go. A file with different content is never overwritten. */
function specificationTargets(source: Backup, target: string): Result<readonly { readonly path: string; readonly text: string }[]> {
  const { folder } = source.manifest.specification;
  const places = source.sources.map(({ name, text }) => ({ path: folder ? join(target, name) : target, text }));
  for (const { path, text } of places) {
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory() || readFileSync(path, "utf8") !== text)
      return failure(`${path} already exists with different content. Move it, or choose another path with --specification.`);
  }
  return success(places);
}

/** Turns file system errors that the person can fix into messages. */
async function catchWriteErrors<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return success(await work());
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ENOENT"].includes(code ?? "")) throw error;
    return failure(`Can't write to ${path ?? "the folder"} (${code}). Check permissions and free space, or choose another folder.`);
  }
}
