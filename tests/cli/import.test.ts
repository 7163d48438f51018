/** `nonet import`: documents, records, second imports and plain errors. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sourceKinds } from "../../apps/cli/src/import/source-kinds.ts";
import { nonet, temporaryFolder } from "../nonet-process.ts";
import { freshDatabase } from "../shared-postgres.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string): string => join(folder.path, name);
const run = (...args: readonly string[]) => nonet(["import", ...args], { cwd: folder.path });

let source: string;
beforeAll(async () => {
  source = (await freshDatabase()).url;
  await query(
    source,
    `create type mood as enum ('fair', 'foul');
     create table members (member_id serial primary key, email text not null unique, mood mood default 'fair', joined date not null default current_date);
     create table boats (code varchar(5) primary key, length numeric not null check (length > 0), "state" text);
     create table trips (id uuid primary key default gen_random_uuid(), boat varchar(5) not null references boats, member_id int references members on delete set null, starts timestamptz not null, ends timestamptz, check (ends > starts));
     create table crews (trip uuid references trips, member int references members, primary key (trip, member));
     comment on column boats.length is 'In metres, over all.';
     create view long_boats as select * from boats where length > 10;
     create role import_reader; grant usage on schema public to import_reader; grant select on all tables in schema public to import_reader;
     insert into members (email) values ('ada@example.org'), ('bo@example.org');
     insert into boats values ('A1', 7.5, 'new'), ('B2', 12, null);
     insert into trips (id, boat, member_id, starts, ends) values ('00000000-0000-4000-8000-000000000001', 'A1', 1, '2026-03-01 08:00+01', '2026-03-01 18:00+01');
     insert into crews values ('00000000-0000-4000-8000-000000000001', 1), ('00000000-0000-4000-8000-000000000001', 2)`,
  );
});

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(text);
  await client.end();
  return result.rows as readonly Record<string, unknown>[];
}

it("writes a document whose lines name their sources, with the rights of an ordinary reader", async () => {
  const reader = `${source}${source.includes("?") ? "&" : "?"}options=${encodeURIComponent("-c role=import_reader")}`;
  const made = await run("postgres", reader, "--to", "boats.md");
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toMatch(/^Wrote boats\.md\.\n\d+ objects: \d+ lines, \d+ quoted, 0 open\.\n/);
  const text = readFileSync(at("boats.md"), "utf8");
  expect(text).toContain("### Member <!-- public.members; .member_id; constraint members_pkey; .member_id default; sequence public.members_member_id_seq -->");
  expect(text).toContain("- mood: one of (fair, foul), default fair <!-- public.members.mood; default -->");
  expect(text).toContain("- code: text, at most 5 characters, required, unique <!-- public.boats.code; constraint boats_pkey -->");
  expect(text).toContain("- length: number, required — In metres, over all. <!-- public.boats.length; comment -->");
  expect(text).toContain("- source state: text, at most 20000 characters <!-- public.boats.state -->");
  expect(text).toContain("- member: Member <!-- public.trips.member_id; constraint trips_member_id_fkey -->\n- When member is deleted: empty it");
  expect(text).toContain("- members: list of Member <!-- public.crews -->");
  expect(text).toContain("| Boats length check | Boat | `length > 0` | BOATS_LENGTH_CHECK <!-- public.boats constraint boats_length_check --> |");
  expect(text).toContain("> view `public.long_boats`: <!-- public.long_boats -->");
  const checked = await nonet(["check", "boats.md"], { cwd: folder.path });
  expect(checked.code).toBe(0);
});

it("takes the records along, and refuses those that break what the document says", async () => {
  const target = (await freshDatabase()).url;
  const made = await run("postgres", source, "--to", "boats.md", "--records", "--data", "data", "--database", target);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining("Loaded 5 records of 3 entities") });
  expect(await query(target, "select m.email, t.starts::text, (select count(*)::int from app.trip__members) as crew from app.trip t join app.member m on m.id = t.member")).toEqual(
    [{ email: "ada@example.org", starts: expect.stringContaining("2026-03-01"), crew: 2 }],
  );
  // Nothing is loaded twice.
  expect(await run("postgres", source, "--to", "boats.md", "--records", "--data", "data", "--database", target)).toMatchObject({
    code: 2,
    err: expect.stringContaining("already"),
  });

  // The document may demand more than the source did.
  writeFileSync(at("boats.md"), readFileSync(at("boats.md"), "utf8").replace("- length: number, required", "- length: number, required, at most 10"));
  const strict = (await freshDatabase()).url;
  const refused = await run("postgres", source, "--to", "boats.md", "--records", "--data", "strict", "--database", strict);
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("1 record was refused, so nothing was loaded:\n  public.boats (B2): Length must be at most 10.") });
  expect(await query(strict, "select count(*)::int as n from app.member")).toEqual([{ n: 0 }]);
  expect(await run("postgres", source, "--to", "boats.md", "--records", "--skip-refused", "--data", "strict", "--database", strict)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Loaded 4 records"),
  });
});

it("merges a second import with what was written by hand", async () => {
  await query(
    source,
    "alter table members add column phone varchar(20); drop view long_boats; alter table boats drop column state; alter table members alter column email type varchar(90)",
  );
  const before = readFileSync(at("boats.md"), "utf8");
  writeFileSync(
    at("boats.md"),
    before
      .replace("- email: text, at most 20000 characters, required, unique", "- address of mail: email, required, unique")
      .replace("### Boat <!--", "### Vessel <!--")
      .replaceAll("boat: Boat", "boat: Vessel")
      .replaceAll("| Boat |", "| Vessel |"),
  );
  const merged = await run("postgres", source, "--to", "boats.md");
  expect(merged).toMatchObject({ code: 0, out: expect.stringContaining("Merged into boats.md.") });
  expect(merged.out).toContain("document: - address of mail: email, required, unique");
  expect(merged.out).toContain("source:   - address of mail: text, at most 90 characters, required, unique");
  const text = readFileSync(at("boats.md"), "utf8");
  expect(text).toContain("- phone: text, at most 20 characters <!-- public.members.phone -->");
  expect(text).toContain("- length: number, required, at most 10 — In metres, over all.");
  expect(text).toContain("### Vessel <!--");
  expect(text).not.toContain("source state");
  expect((await nonet(["check", "boats.md"], { cwd: folder.path })).code).toBe(0);
  writeFileSync(at("own.md"), "# Own");
  expect(await run("postgres", source, "--to", "own.md")).toMatchObject({ code: 2, err: expect.stringContaining("own.md exists, and own.md.imported doesn't") });
});

it("imports CSV files: every value as text, and what it looks like as a hint", async () => {
  mkdirSync(at("lists"));
  writeFileSync(at("lists/tools.csv"), '\uFEFFid;Name;Price\n1;"Drill; big";12.50\n2;Saw;7\n');
  writeFileSync(at("lists/broken.csv"), 'a,b\n1,"x\n');
  const made = await run("csv", "lists", "--records", "--rehearse", "--data", "csv", "--database", (await freshDatabase()).url);
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toContain("file broken.csv: Line 2 opens a quotation mark that is never closed.");
  expect(made.out).toContain("Loaded 2 records of 1 entity");
  const text = readFileSync(at("lists.md"), "utf8");
  expect(text).toContain("- source id: text, at most 20000 characters <!-- file tools.csv column id -->");
  expect(text).toContain("<!-- hint file tools.csv column Price: price of Tool in 2 rows: all 2 values look like the type `number`");
  const wide = Array.from({ length: 200 }, (_, i) => `column_${i}`);
  mkdirSync(at("wide"));
  writeFileSync(at("wide/many.csv"), `${wide.join(",")}\n`);
  expect(await run("csv", "wide")).toMatchObject({ code: 0, out: expect.stringContaining("201 objects: 201 lines, 0 quoted, 0 open.") });
});

it("says what is wrong with a source, and writes nothing", async () => {
  writeFileSync(at("prose.yaml"), "hello: world\n");
  writeFileSync(at("swagger.json"), '{"swagger": "2.0"}');
  writeFileSync(at("bad.yaml"), "openapi: 3.0.0\n  paths: [\n");
  mkdirSync(at("empty"));
  const cases: readonly (readonly [kind: string, from: string, message: string])[] = [
    ["postgres", "mysql://x", "This isn't the address of a PostgreSQL database."],
    ["postgres", source.replace(/test_\d+/, "missing"), "There is no such database"],
    ["postgres", source.replace(/\/\/[^@]*@/, "//postgres:wrong@"), "The database refuses the user"],
    ["postgres", "postgres://u:p@127.0.0.1:9/x", "The database doesn't answer"],
    ["openapi", at("missing.yaml"), "doesn't exist"],
    ["openapi", at("prose.yaml"), "It isn't an OpenAPI description"],
    ["openapi", at("swagger.json"), "It is Swagger 2.0. Convert it to OpenAPI 3 first."],
    ["openapi", at("bad.yaml"), "isn't valid YAML"],
    ["csv", at("empty"), "contains no CSV file"],
    ["csv", at("missing"), "doesn't exist"],
  ];
  for (const [kind, from, message] of cases) {
    const read = await sourceKinds[kind]!.read(from);
    expect({ from, message: read.ok ? "" : read.message }).toEqual({ from, message: expect.stringContaining(message) });
  }
  expect(await run("postgre", "x")).toMatchObject({
    code: 2,
    err: 'Nothing is imported from "postgre". Did you mean "postgres"? Use `nonet import postgres URL`, `nonet import openapi FILE`, `nonet import csv FOLDER`.\n',
  });
  expect(await run("csv", "lists", "--rehearse")).toMatchObject({ code: 2, err: "--rehearse says where records go. Add --records to take them along.\n" });
});
