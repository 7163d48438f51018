/** Every page of loans on the screens of the Equipment Desk uses an index, with generic plans like the engine's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Expression } from "@nonet/feel";
import type { ListDetails } from "@nonet/model";
import { camel } from "@nonet/model";
import { seedNonet } from "../../../bench/server/seed.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { listQuery } from "../src/reads/list-queries.ts";
import { noSpan } from "../src/scope/no-span.ts";
import { system } from "../src/system/system-queries.ts";
import { systemTables } from "../src/system/system-tables.ts";
import { type Query, type Reader } from "../src/sql/query.ts";
import type { ListOptions } from "../src/reads/list-request.ts";
import { equipmentDesk, openTestDatabase, person, store, type TestDatabase } from "./test-database.ts";

const product = equipmentDesk();
const loans = 20_000;
let database: TestDatabase;
let readers: { readonly name: string; readonly reader: Reader }[];
let category: string;

beforeAll(async () => {
  database = await openTestDatabase(product);
  for (const name of ["Cameras", "Laptops", "Tools"]) category = await store(database, product, "Category", { name });
  await seedNonet(database.client, { people: 1000, items: 500, loans });
  readers = [];
  for (const role of ["Borrower", "Clerk", "Manager"]) readers.push({ name: role, reader: await person(database, product, role, role) });
  await database.client.query("vacuum (analyze)");
  await database.client.query(system.settings.text);
}, 120_000);
afterAll(() => database.close());

let prepared = 0;
async function planOf(query: Query): Promise<string> {
  const name = `plan_${++prepared}`;
  await database.client.query(`prepare ${name} as ${query.text}`);
  const args = query.values.map((v) => (v === null ? "null" : `'${(Array.isArray(v) ? `{${v.map((x) => `"${x}"`).join()}}` : String(v)).replaceAll("'", "''")}'`));
  const { rows } = await database.client.query(`explain execute ${name}${args.length > 0 ? `(${args.join()})` : ""}`);
  return rows.map((r: Record<string, string>) => r["QUERY PLAN"]).join("\n");
}

const values: Readonly<Record<string, () => string>> = { state: () => "rejected", "item.category": () => category, startDate: () => "2020-03-02" };

const equal = (key: string, value: string) => ({ path: pathExpression(product, "Loan", key)!, value });

/** Unfiltered, by each filter, by each two, and by what is searched. */
function asksOf(list: ListDetails): { readonly what: string; readonly ask: Partial<ListOptions> }[] {
  const keys = list.filters.map((f) => f.path.map(camel).join("."));
  const pairs = keys.flatMap((a, i) => keys.slice(i + 1).map((b) => [a, b]));
  const filtered = [...keys.map((k) => [k]), ...pairs].map((some) => ({ what: some.join(" and "), ask: { equals: some.map((k) => equal(k, values[k]!())) } }));
  const searched = list.search.length > 0 ? [{ what: "search", ask: { search: { text: "01234", paths: list.search.map((s) => s.expression) } } }] : [];
  return [{ what: "all", ask: {} }, ...filtered, ...searched];
}

test("no page reads the whole table", async () => {
  const read: string[] = [];
  let pages = 0;
  for (const screen of product.screens) {
    const { shows } = screen;
    if ((shows.kind !== "list" && shows.kind !== "board") || shows.entity !== "Loan") continue;
    for (const { name, reader } of readers) {
      for (const { what, ask } of asksOf(shows.list)) {
        pages++;
        const plan = await planOf(
          listQuery(product, reader, {
            entity: "Loan",
            limit: 51,
            ...(shows.where ? { screenWhere: shows.where.expression } : {}),
            sort: shows.list.sort.map((s) => ({ expression: s.expression, descending: s.descending })),
            ...ask,
            variables: { me: reader.kind === "person" ? reader.id : null },
          }),
        );
        if (/Seq Scan on loan\b/.test(plan)) read.push(`${screen.name}, ${name}, ${what}:\n${plan.split("\n").slice(0, 12).join("\n")}`);
      }
    }
  }
  expect(pages).toBeGreaterThan(20);
  expect(read.join("\n\n")).toBe("");
});

test("filters and searches through a reference find the same as a subquery per row", async () => {
  const clerk = readers[1]!.reader;
  const list = product.screens.find((s) => s.name === "Loans")!.shows as { list: ListDetails };
  const rows = async (ask: Partial<ListOptions>): Promise<string[]> =>
    (await database.run<{ record: { id: string } }>(listQuery(product, clerk, { entity: "Loan", limit: 200, ...ask }))).map((r) => r.record.id).sort();
  const sql = async (where: string): Promise<string[]> =>
    (await database.client.query(`select l.id from app.loan l join app.item i on i.id = l.item join app."user" u on u.id = l.borrower where ${where} order by l.id limit 200`)).rows
      .map((r: { id: string }) => r.id)
      .sort();
  expect(await rows({ equals: [equal("item.category", category), equal("startDate", "2020-03-01")] })).toEqual(
    await sql(`i.category = '${category}' and l.start_date = '2020-03-01'`),
  );
  const found = await rows({ search: { text: "Person 77", paths: list.list.search.map((s) => s.expression) }, equals: [equal("startDate", "2020-03-01")] });
  expect(found).toEqual(
    await sql(
      "(u.name ilike '%Person%' or i.name ilike '%Person%' or l.number ilike '%Person%') and (u.name ilike '%77%' or i.name ilike '%77%' or l.number ilike '%77%') and l.start_date = '2020-03-01'",
    ),
  );
  expect(found.length).toBeGreaterThan(0);
});

test("a condition that contains a text uses the index of a search, and finds no more than before", async () => {
  const clerk = readers[1]!.reader;
  for (const name of ["Ca\u0301mera 7", "Cámera 8", "KODAİ", "\u212Aodai", "50% kodai"]) await store(database, product, "Item", { name });
  const containing = (part: string, lowered: boolean): Query => {
    const name = pathExpression(product, "Item", "name")!;
    const text = { type: { kind: "string" }, nullable: false, span: noSpan } as const;
    const whole: Expression = lowered ? { kind: "call", function: "lower case", arguments: [name], ...text } : name;
    const where: Expression = { kind: "call", function: "contains", arguments: [whole, { kind: "literal", value: part, ...text }], ...text, type: { kind: "boolean" } };
    return listQuery(product, clerk, { entity: "Item", limit: 200, where });
  };
  for (const part of ["kodai", "camera", "50% k", "tem 12", "Item 12"]) {
    for (const lowered of [true, false]) {
      const query = containing(part, lowered);
      expect(await planOf(query), part).toContain("Bitmap Index Scan on by_item_name_search");
      const found = (await database.run<{ record: { name: string } }>(query)).map((row) => row.record.name).sort();
      const { rows } = await database.client.query(`select name from app.item where strpos(${lowered ? "nonet.lower(name)" : "name"}, $1) > 0`, [part]);
      expect(found, part).toEqual(rows.map((row: { name: string }) => row.name).sort());
    }
  }
});

test("search indexes of earlier releases are rebuilt", async () => {
  const { client } = database;
  const bodies = async (): Promise<string[]> => {
    const { rows } = await client.query(`select pg_get_indexdef(indexrelid) as body from pg_index where pg_get_indexdef(indexrelid) like '%app.item %gin_trgm_ops)' order by 1`);
    return rows.map((row: { body: string }) => row.body);
  };
  const now = await bodies();
  expect(now.length).toBeGreaterThan(0);
  for (const body of now) {
    const name = /INDEX (\S+) ON/.exec(body)![1]!;
    await client.query(`drop index app.${name}; create index ${name} on app.item using gin (${/searchable\((\w+)\)/.exec(body)![1]!} gin_trgm_ops)`);
  }
  expect(await bodies()).not.toEqual(now);
  await client.query(systemTables());
  expect(await bodies()).toEqual(now);
});
