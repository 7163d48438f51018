/** `nonet versions` and `nonet diff`: the versions of the document that have run, and what differs between two of them. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { VersionDifference } from "@nonet/api";
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
import { versionData } from "../versions/version-data.ts";

const options = { data: "value", database: "value", rehearse: "flag" } as const;

export async function versions(args: readonly string[]): Promise<number> {
  const given = readArguments("versions", args, { words: ["FILE"], options });
  if (!given.ok) return fail(given.message);
  const stored = await storedVersions(given.value, []);
  if (!stored.ok) return fail(stored.message);
  for (const { number, at, by, reason, plan, losses, approvedBy, isRunning } of versionData(stored.value.list)) {
    print(`${number}  ${at.slice(0, 16).replace("T", " ")}  ${by}${isRunning ? "  (the version that runs)" : ""}`);
    if (reason !== "") print(`   ${reason}`);
    if (approvedBy.length > 0) print(`   Approved by ${approvedBy.join(", ")}.`);
    for (const sentence of plan) print(`   - ${sentence}`);
    for (const sentence of losses) print(`   - LOST: ${sentence}`);
  }
  return 0;
}

/** Returns 0 if nothing differs, 1 if something does, 2 if they can't be compared. */
export async function diff(args: readonly string[]): Promise<number> {
  const given = readArguments("diff", args, { words: ["FILE", "A", "[B]"], options });
  if (!given.ok) return fail(given.message);
  const [file, ...numbers] = given.value.words as [string, ...string[]];
  const wrong = numbers.find((number) => !/^\d{1,9}$/.test(number));
  if (wrong !== undefined) return fail(`A version is a number of \`nonet versions\`, not "${wrong}".`);
  const wanted = numbers.map(Number);
  const stored = await storedVersions(given.value, wanted);
  if (!stored.ok) return fail(stored.message);
  const missing = wanted.find((number) => !stored.value.sources.has(number));
  if (missing !== undefined) return fail(`There is no version ${missing}. \`nonet versions ${file}\` lists them.`);
  const before = stored.value.sources.get(wanted[0]!)!;
  const after = wanted.length > 1 ? success<Sources>(stored.value.sources.get(wanted[1]!)!) : await filesOf(file);
  if (!after.ok) return fail(after.message);
  return printDifference(compareVersions(before, after.value));
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

const marks = { same: " ", added: "+", removed: "-" } as const;

function printDifference({ text, sentences, permissions, textOnly }: VersionDifference): number {
  if (text.length === 0) {
    print("The texts are the same.");
    return 0;
  }
  if (textOnly !== null) print(textOnly);
  if (sentences.length > 0) print("What the product does:");
  for (const { before, after } of sentences) {
    if (before !== null) print(`  - ${before}`);
    if (after !== null) print(`  + ${after}`);
  }
  if (permissions.length > 0) print("Who may do what:");
  for (const { sentence } of permissions) print(`  ${sentence}`);
  print("Text:");
  for (const { file, parts } of text)
    for (const { line, lines } of parts) {
      print(`  ${file}:${line}`);
      for (const one of lines) print(`    ${marks[one.kind]}${one.text}`);
    }
  return 1;
}
