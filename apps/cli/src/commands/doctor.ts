/** `nonet doctor FILE`: checks an installation, and says what is wrong and what to do about it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { databaseElsewhere, inspectDatabase, type DataKind } from "@nonet/engine";
import { checkAddress } from "../doctor/check-address.ts";
import { checkBackups } from "../doctor/check-backups.ts";
import { checkDataFolder } from "../doctor/check-data-folder.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import { checkDisk } from "../doctor/check-disk.ts";
import { checkKey } from "../doctor/check-key.ts";
import { checkNode } from "../doctor/check-node.ts";
import { checkReplicas } from "../doctor/check-replicas.ts";
import { checkSettings } from "../doctor/check-settings.ts";
import { type Finding, named, ok, problem, skipped } from "../doctor/finding.ts";
import { defaultDataFolder } from "../product/data-folder.ts";
import { databaseUrl, replicaUrls } from "../product/database-url.ts";
import type { KeySource } from "../product/key-file.ts";
import { openSpecification, type Opened } from "../specification/compile-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";
import { fail, print } from "../terminal/print.ts";

/** Returns 0 if there is no problem, 1 if there is one; warnings don't count. */
export async function doctor(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("doctor", args, {
    data: "value",
    database: "value",
    replica: "values",
    "key-file": "value",
    rehearse: "flag",
    backups: "value",
    json: "flag",
  });
  if (!opened.ok) return fail(opened.message);
  const { given } = opened.value;
  const url = databaseUrl(given.options["database"]);
  if (!url.ok) return fail(url.message);
  const replicas = replicaUrls(given.all("replica"), url.value, given.has("rehearse"));
  if (!replicas.ok) return fail(replicas.message);
  const findings = await examine(opened.value, { url: url.value, replicas: replicas.value });
  const count = (status: Finding["status"]): number => findings.filter((finding) => finding.status === status).length;
  if (given.has("json")) print(JSON.stringify({ checks: findings, problems: count("problem"), warnings: count("warning") }, null, 2));
  else {
    for (const finding of findings) print(lineOf(finding));
    print(`\n${counted(count("problem"), "problem")}, ${counted(count("warning"), "warning")}.`);
  }
  return count("problem") > 0 ? 1 : 0;
}

interface Databases {
  /** Null: the embedded one. */
  readonly url: string | null;
  readonly replicas: readonly string[];
}

async function examine({ given, compiled }: Opened, databases: Databases): Promise<readonly Finding[]> {
  const kind: DataKind = given.has("rehearse") ? "rehearsal" : "real";
  const folder = given.options["data"] === undefined ? defaultDataFolder(given.words[0]!, kind) : resolve(given.options["data"]);
  const backups = given.options["backups"] === undefined ? undefined : resolve(given.options["backups"]);
  const user = process.getuid?.();
  const elsewhere = databases.url === null ? databaseElsewhere(join(folder, "database")) : null;
  const invalid = hasErrors(compiled.diagnostics);
  return [
    ...checkNode(process.version, user),
    ...named("document", invalid ? problem("The document has errors.", `Run \`nonet check ${given.words[0]}\`.`) : ok(`${compiled.product.name} has no errors.`)),
    ...checkDataFolder(folder, user),
    ...checkDisk("data", folder),
    ...(elsewhere === null ? [] : checkDisk("the database", elsewhere)),
    ...(backups === undefined ? [] : checkDisk("backups", backups)),
    ...(await examineDatabase(folder, databases, { version: compiled.product.version, kind, keyFile: given.options["key-file"] })),
    ...(kind === "rehearsal" ? [] : await checkAddress(process.env)),
    ...(kind === "rehearsal" || invalid ? [] : await checkSettings(compiled.product, process.env)),
    ...(kind === "rehearsal" ? [] : checkBackups(backups, Date.now())),
  ];
}

interface Expected {
  readonly version: string;
  readonly kind: DataKind;
  readonly keyFile: string | undefined;
}

async function examineDatabase(folder: string, { url, replicas }: Databases, { keyFile, ...expected }: Expected): Promise<readonly Finding[]> {
  const database = join(folder, "database");
  const keys: KeySource = { option: keyFile, environment: process.env, folder };
  if (url === null && !existsSync(database))
    return [...named("database", skipped("There is no data yet. The first start creates the embedded database.")), ...checkKey(keys, null)];
  const isRemote = url !== null && URL.canParse(url) && !/^(localhost|127\.|\[::1\]|%2F|$)/i.test(new URL(url).hostname);
  const facts = await inspectDatabase(url === null ? { folder: database } : { url });
  const standbys = await Promise.all(replicas.map((replica) => inspectDatabase({ url: replica })));
  return [...checkDatabase(facts, { ...expected, isExternal: url !== null, isRemote }), ...checkReplicas(standbys, facts), ...checkKey(keys, facts)];
}

const lineOf = ({ check, status, message, fix }: Finding): string => `${status.padEnd(8)} ${check}: ${message}${fix ? `\n         ${fix}` : ""}`;
const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
