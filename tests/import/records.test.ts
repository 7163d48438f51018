/** The public schemas with rows: an ordinary reader imports them, every row is loaded, joined into a list or refused by its name, and the product shows them. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { client } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { freshDatabase } from "../shared-postgres.ts";

const suite = process.env["IMPORT_SUITE"] ?? resolve(import.meta.dirname, "../../../shared/suites/import");
const isThere = existsSync(suite);
/** Rows that are refused with a reason, and rows of tables that only join two and become lists. `npm test` runs the first. */
const cases = [
  { name: "chinook", loaded: 975, refused: 0, joined: 200 },
  { name: "pagila", loaded: 2_432, refused: 13, joined: 0 },
  { name: "guacamole", loaded: 11, refused: 0, joined: 0 },
  { name: "openslides", loaded: 81, refused: 0, joined: 1 },
].slice(0, process.env["NONET_LONG"] === "1" ? undefined : 1);

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return (await connection.query(text)).rows as readonly Record<string, unknown>[];
  } finally {
    await connection.end();
  }
}

/** For each schema with tables. */
const grants = (role: string): string => `create role ${role};
  do $$ declare s text; begin
    for s in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
      execute format('grant usage on schema %1$I to ${role}; grant select on all tables in schema %1$I to ${role}', s);
    end loop;
  end $$`;

const rowsIn = `select sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int)::int as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

describe.skipIf(!isThere)(`rows of schemas (skipped if ${suite} is missing)`, () => {
  it.each(cases)("$name", { timeout: 120_000 }, async ({ name, loaded, refused, joined }) => {
    const { url } = await freshDatabase();
    for (const file of ["schema.sql", "data.sql"]) await query(url, readFileSync(join(suite, "schemas", name, file), "utf8"));
    await query(url, grants(`reader_of_${name}`));
    const reader = `${url}${url.includes("?") ? "&" : "?"}options=${encodeURIComponent(`-c role=reader_of_${name}`)}`;
    const data = ["--data", join(folder.path, name), "--database", (await freshDatabase()).url];
    const made = await nonet(["import", "postgres", reader, "--to", `${name}.md`, "--records", "--rehearse", "--skip-refused", ...data], { cwd: folder.path });
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`Loaded ${loaded.toLocaleString("en")} records of `) });
    expect(Number(/(\d+) records were refused:/.exec(made.out)?.[1] ?? 0)).toBe(refused);
    expect((await query(url, rowsIn))[0]!["rows"]).toBe(loaded + refused + joined);

    const product = await runProduct([`${name}.md`, "--rehearse", ...data], { cwd: folder.path });
    const { body } = await client(product.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "rehearsal" });
    const owner = client(product.address, body.token);
    const { paths } = (await owner("GET", "/api/openapi.json")).body as { readonly paths: object };
    const lists = Object.keys(paths).filter((path) => `${path}:totals` in paths && path !== "/api/users");
    let shown = 0;
    for (const path of lists) {
      const list = await owner("GET", `${path}?count=true&limit=1`);
      expect([path, list.status]).toEqual([path, 200]);
      shown += list.body.count;
    }
    expect(shown).toBe(loaded);
    expect(await product.stop()).toBe(0);
  });
});
