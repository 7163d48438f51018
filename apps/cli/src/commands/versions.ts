/** `nonet versions FILE`: the versions of the document that have gone live, the text of one, the difference of two, and going back. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readStoredVersions, type StoredVersions } from "@nonet/engine";
import type { Sources } from "@nonet/source";
import { defaultDataFolder } from "../product/data-folder.ts";
import { databaseUrl } from "../product/database-url.ts";
import { rehearsalHint } from "../product/rehearsal-hint.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { fail, print } from "../terminal/print.ts";
import { type ParsedArguments, readArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import { compareVersions } from "../versions/compare-versions.ts";
import { printDifference, printVersions } from "../versions/print-versions.ts";
import { restoreVersion } from "../versions/restore-version.ts";
import { versionData } from "../versions/version-data.ts";
import { plan } from "./plan.ts";

interface Task {
  /** How many numbers of versions it takes. */
  readonly numbers: readonly [fewest: number, most: number];
  readonly usage: string;
  readonly run: (given: ParsedArguments, wanted: readonly number[], stored: StoredVersions) => Promise<number>;
}

const tasks: Readonly<Record<string, Task>> = {
  list: { numbers: [0, 0], usage: "list", run: list },
  show: { numbers: [1, 1], usage: "show N", run: show },
  diff: { numbers: [1, 2], usage: "diff M [N]", run: diff },
  restore: { numbers: [1, 1], usage: "restore N", run: restore },
};

export async function versions(args: readonly string[]): Promise<number> {
  const given = readArguments("versions", args, {
    words: ["FILE", "[show | diff | restore]", "[M]", "[N]"],
    options: { data: "value", database: "value", rehearse: "flag", overwrite: "flag" },
  });
  if (!given.ok) return fail(given.message);
  const [file, name = "list", ...numbers] = given.value.words as [string, ...string[]];
  const task = tasks[name];
  if (!task) return fail(`\`nonet versions FILE\` is followed by show, diff or restore, not "${name}".`);
  if (name !== "restore" && given.value.has("overwrite")) return fail("--overwrite belongs to `nonet versions FILE restore N`.");
  const wrong = numbers.find((number) => !/^[1-9]\d{0,8}$/.test(number));
  if (wrong !== undefined) return fail(`A version is a number that \`nonet versions ${file}\` lists, not "${wrong}".`);
  if (numbers.length < task.numbers[0] || numbers.length > task.numbers[1]) return fail(`Usage: nonet versions FILE ${task.usage}`);
  const wanted = numbers.map(Number);
  const stored = await storedVersions(given.value, wanted);
  if (!stored.ok) return fail(stored.message);
  const missing = wanted.find((number) => !stored.value.sources.has(number));
  if (missing !== undefined) return fail(`There is no version ${missing}. \`nonet versions ${file}\` lists them.`);
  return task.run(given.value, wanted, stored.value);
}

async function list(_given: ParsedArguments, _wanted: readonly number[], stored: StoredVersions): Promise<number> {
  printVersions(versionData(stored.list));
  return 0;
}

/** Standard output gets the text as it was, so that it can be written to a file. */
async function show(_given: ParsedArguments, [number]: readonly number[], stored: StoredVersions): Promise<number> {
  const sources = stored.sources.get(number!)!;
  for (const { name, text } of sources) {
    if (sources.length > 1) print(`<!-- ${name} -->`);
    print(text.replace(/\n$/, ""));
  }
  return 0;
}

/** Returns 0 if nothing differs, 1 if something does, 2 if they can't be compared. */
async function diff(given: ParsedArguments, [one, other]: readonly number[], stored: StoredVersions): Promise<number> {
  const after: Result<Sources> = other === undefined ? await filesOf(given.words[0]!) : success(stored.sources.get(other)!);
  return after.ok ? printDifference(compareVersions(stored.sources.get(one!)!, after.value)) : fail(after.message);
}

/** Returns what `nonet plan` returns: 0 if the version can be applied as it is, 1 if something would be lost or violated, 2 if nothing was written. */
async function restore(given: ParsedArguments, [number]: readonly number[], stored: StoredVersions): Promise<number> {
  const file = given.words[0]!;
  const known = new Set(stored.list.map(({ version }) => version));
  const written = await restoreVersion({ file, sources: stored.sources.get(number!)!, known, overwrite: given.has("overwrite") });
  if (!written.ok) return fail(written.message);
  const effect = given.has("rehearse") ? "A rehearsal that runs follows the file." : "It is a draft: nothing is applied.";
  print(`Wrote version ${number} into ${written.value.join(", ")}. ${effect} What applying it would do:`);
  const { data, database } = given.options;
  return plan([
    file,
    ...(data === undefined ? [] : ["--data", data]),
    ...(database === undefined ? [] : ["--database", database]),
    ...(given.has("rehearse") ? ["--rehearse"] : []),
  ]);
}

async function filesOf(file: string): Promise<Result<Sources>> {
  const read = await readSpecification(file);
  return read.ok ? success(read.value.sources) : read;
}

async function storedVersions(given: ParsedArguments, numbers: readonly number[]): Promise<Result<StoredVersions>> {
  const file = given.words[0]!;
  const url = databaseUrl(given.options["database"]);
  if (!url.ok) return url;
  const folder = given.options["data"] === undefined ? defaultDataFolder(file, given.has("rehearse") ? "rehearsal" : "real") : resolve(given.options["data"]);
  if (url.value === null && !existsSync(join(folder, "database"))) return failure(`There is no data in ${folder} yet.${rehearsalHint(given, file)}`);
  const read = await readStoredVersions(url.value === null ? { folder: join(folder, "database") } : { url: url.value }, numbers);
  return read.ok ? success(read.value) : failure(read.refusal.errors.map(({ detail }) => detail).join(" "));
}
