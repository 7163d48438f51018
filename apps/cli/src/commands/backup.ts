/** `nonet backup` and `nonet restore`: everything of a product in a folder, and back from it. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { backUp, readBackup, restoreBackup, type Backup } from "@nonet/engine";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";
import { defaultDataFolder, takeDataFolder } from "../product/data-folder.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { databaseOf } from "./plan.ts";

/** Works beside the running product too: what is saved is as of one moment. */
export async function backup(args: readonly string[]): Promise<number> {
  const given = readArguments("backup", args, { words: ["FILE", "TO"], options: { data: "value", database: "value" } });
  if (!given.ok) return fail(given.sentence);
  const [file, to] = given.value.words as [string, string];
  const read = await readSpecification(file);
  if (!read.ok) return fail(read.sentence);
  if (existsSync(to)) return fail(`${to} is there already: name a folder that isn't.`);
  const url = databaseOf(given.value.options["database"]);
  if (!url.ok) return fail(url.sentence);
  const folder = given.value.options["data"] === undefined ? defaultDataFolder(file) : resolve(given.value.options["data"]);
  if (url.value === null && !existsSync(join(folder, "database")))
    return fail(`There is no data in ${folder}, so there is nothing to save: name the product's folder with --data.`);
  const database = url.value === null ? { folder: join(folder, "database") } : { url: url.value };
  const outcome = await written(() =>
    backUp({ database, files: join(folder, "files"), to, specification: { name: basename(resolve(file)), folder: statSync(file).isDirectory() } }),
  );
  if (!outcome.ok) return fail(outcome.sentence);
  if (!outcome.value.ok) return fail(outcome.value.refusal.errors.map((e) => e.detail).join(" "));
  const { tables, sums } = outcome.value.value;
  const files = Object.keys(sums).filter((path) => path.startsWith("files/")).length;
  print(`Saved to ${to}: ${tables.reduce((sum, t) => sum + t.rows, 0)} rows of ${tables.length} tables, ${files} file${files === 1 ? "" : "s"}, the specification.`);
  return 0;
}

export async function restore(args: readonly string[]): Promise<number> {
  const given = readArguments("restore", args, { words: ["FROM"], options: { data: "value", database: "value", specification: "value" } });
  if (!given.ok) return fail(given.sentence);
  const read = await readBackup(given.value.words[0]!);
  if (!read.ok) return fail(read.refusal.errors.map((e) => e.detail).join(" "));
  const url = databaseOf(given.value.options["database"]);
  if (!url.ok) return fail(url.sentence);
  const target = given.value.options["specification"] ?? read.value.manifest.specification.name;
  const place = placeFor(read.value, target);
  if (!place.ok) return fail(place.sentence);
  const folder = given.value.options["data"] === undefined ? defaultDataFolder(target) : resolve(given.value.options["data"]);
  const fresh = !existsSync(folder);
  if (existsSync(join(folder, "files")) || (url.value === null && existsSync(join(folder, "database"))))
    return fail(`There is data in ${folder} already: restore into an empty folder, named with --data.`);
  const taken = takeDataFolder(folder);
  if (!taken.ok) return fail(taken.sentence);
  let restored = false;
  try {
    const outcome = await written(() =>
      restoreBackup({ backup: read.value, database: url.value === null ? { folder: taken.value.database } : { url: url.value }, files: taken.value.files }),
    );
    if (!outcome.ok) return fail(outcome.sentence);
    if (!outcome.value.ok) return fail(outcome.value.refusal.errors.map((e) => e.detail).join(" "));
    for (const { path, text } of place.value) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    restored = true;
    print(
      `Restored ${read.value.manifest.product}: ${outcome.value.value.rows} rows; \`nonet run ${target}${given.value.options["data"] === undefined ? "" : ` --data ${given.value.options["data"]}`}\` runs it.`,
    );
    return 0;
  } finally {
    taken.value.release();
    if (!restored) {
      for (const half of ["database", "files"]) rmSync(join(folder, half), { recursive: true, force: true });
      if (fresh) rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Where the specification goes: nothing of another text is written over. */
function placeFor(backup_: Backup, target: string): Attempt<readonly { readonly path: string; readonly text: string }[]> {
  const { folder } = backup_.manifest.specification;
  const places = backup_.sources.map(({ name, text }) => ({ path: folder ? join(target, name) : target, text }));
  for (const { path, text } of places) {
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory() || readFileSync(path, "utf8") !== text)
      return mistake(`${path} is there already and says something else: move it away, or name another place with --specification.`);
  }
  return done(places);
}

/** A disk that can't be written is the person's to mend. */
async function written<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return done(await work());
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ENOENT"].includes(code ?? "")) throw error;
    return mistake(`${path ?? "The folder"} can't be written (${code}): make room or name another folder.`);
  }
}
