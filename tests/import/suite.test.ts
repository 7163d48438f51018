/**
 * Imports public schemas and API descriptions: every object is accounted for, and the checker finds no error. IMPORT_SUITE
 * names their folder. The expected accounts are data beside this file; UPDATE=1 writes them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { parse } from "yaml";
import { afterAll, describe, expect, it } from "vitest";
import { compile } from "../../language/compiler/src/index.ts";
import { importOpenApi, importPostgres, type Importing, type JsonObject, totalOf, totalsByKind, verified, type Verified } from "../../language/import/src/index.ts";
import { readCatalog } from "../../runtime/engine/src/index.ts";
import { freshDatabase } from "../shared-postgres.ts";

const suite = process.env["IMPORT_SUITE"] ?? resolve(import.meta.dirname, "../../../shared/suites/import");
const isThere = existsSync(suite);
const expectedPath = join(import.meta.dirname, "accounts.json");
const expected = JSON.parse(readFileSync(expectedPath, "utf8")) as Record<string, readonly string[]>;
const seen: Record<string, readonly string[]> = {};

/** Small ones always, all of them with `npm run test:long`. */
const isLong = process.env["NONET_LONG"] === "1" || process.env["UPDATE"] === "1";
const quick = new Set(["chinook", "pagila", "guacamole", "graphile-starter", "museum", "petstore", "xero-projects"]);
const namesIn = (folder: string, pattern: RegExp): readonly string[] =>
  isThere ? readdirSync(join(suite, folder)).filter((name) => pattern.test(name) && (isLong || quick.has(name.replace(/\.\w+$/, "")))) : [];

afterAll(() => {
  if (process.env["UPDATE"] === "1") writeFileSync(expectedPath, `${JSON.stringify({ ...expected, ...seen }, null, 2)}\n`);
});

function hasAccount(name: string, { made: { account }, text, errors }: Verified<Importing>): void {
  expect(errors).toEqual([]);
  expect(compile([{ name, text }], { version: "test" }).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(account.lines + account.quoted + account.open).toBe(account.entries.length);
  // Every line of the notation names its source.
  const statements = text.split("\n").filter((line) => /^(?:- |###|\| (?!Rule |Code ))/.test(line));
  expect(statements.filter((line) => !/<!-- .+ -->/.test(line))).toEqual([]);
  seen[name] = [totalOf(account), ...totalsByKind(account)];
  if (process.env["UPDATE"] !== "1") expect(seen[name]).toEqual(expected[name]);
}

describe.skipIf(!isThere)(`schemas (skipped if ${suite} is missing)`, () => {
  it.each(namesIn("schemas", /^[\w-]+$/))("%s", async (name) => {
    const { url } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(readFileSync(join(suite, "schemas", name, "schema.sql"), "utf8"));
    await client.end();
    const read = await readCatalog(url);
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    const named = { ...read.value, database: [{ name, comment: null, version: "" }] };
    hasAccount(
      name,
      verified((refused) => importPostgres(named, { refused, names: new Map() })),
    );
  });
});

describe.skipIf(!isThere)(`API descriptions (skipped if ${suite} is missing)`, () => {
  it.each(namesIn("openapi", /\.(?:yaml|json)$/))("%s", (file) => {
    const text = readFileSync(join(suite, "openapi", file), "utf8");
    const root = (file.endsWith(".json") ? JSON.parse(text) : parse(text, { maxAliasCount: 1000 })) as JsonObject;
    hasAccount(
      file,
      verified((refused) => importOpenApi(root, { refused, names: new Map() })),
    );
  });
});
