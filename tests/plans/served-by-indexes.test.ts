/**
 * Every statement that a screen of an example, or the engine by itself, can send is served by an index: none reads the
 * whole of a table that grows, and none sorts one. What can't be served stands with its reason in `cannot-be-served.ts`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { chartQuery, formScreenQuery, listQuery, numberQuery, recordQuery, recordScreenQuery, reportQuery, type Query } from "@nonet/database";
import { launchPostgres, type Actor, type Postgres } from "@nonet/engine";
import { camel, type Product, valueElements } from "@nonet/model";
import type { Database } from "../../runtime/engine/src/connection/contract.ts";
import { listRecords } from "../../runtime/engine/src/read/list-records.ts";
import { readerOf } from "../../runtime/engine/src/change/actor-reader.ts";
import { asksOf } from "./asks-of-screens.ts";
import { asksOfEngine, type Sent } from "./asks-of-engine.ts";
import { cannotBeServed } from "./cannot-be-served.ts";
import { drawn, wrongsOf, type Grown } from "./judge-plan.ts";
import { idAt, seedFromModel } from "./seed-from-model.ts";

const long = process.env["NONET_LONG"] === "1";
const size = long ? { people: 2_000, records: 20_000 } : { people: 1_000, records: 5_000 };
const limits = { grows: 900, many: size.records / 4 };
const documents = ["equipment-desk", "outlay", "ward-rota", "open-museum", "purchasing"];

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nonet-plans-"));
  chmodSync(folder, 0o711);
  postgres = await launchPostgres(folder);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(documents)("%s", async (name) => {
  const product = productOf(name);
  const client = await freshDatabase(name.replaceAll("-", "_"));
  try {
    await seedFromModel(client, product, size);
    const grown = await grownIn(client);
    const wrong: string[] = [];
    const excused = new Set<string>();
    const seen = new Set<string>();
    for (const { what, query } of await sentBy(product)) {
      if (seen.has(query.text)) continue;
      seen.add(query.text);
      const excuse = cannotBeServed.find((one) => one.documents.includes(name) && one.what.test(what));
      const { wrongs, plan } = await wrongsOf(client, query.text, grown, excuse !== undefined && excused.has(String(excuse.what)));
      for (const why of wrongs) {
        if (excuse) excused.add(String(excuse.what));
        else wrong.push(`${what}: ${why}\n${drawn(plan).split("\n").slice(0, 12).join("\n")}`);
      }
    }

    expect(seen.size).toBeGreaterThan(40);
    expect(wrong.join("\n")).toBe("");
    // A reason that nothing needs any more is taken out.
    expect(cannotBeServed.filter((one) => one.documents.includes(name) && !excused.has(String(one.what))).map((one) => String(one.what))).toEqual([]);
  } finally {
    await client.end();
  }
});

function productOf(name: string): Product {
  const text = readFileSync(new URL(`../../examples/${name}/${name}.md`, import.meta.url), "utf8");
  return compile([{ name: `${name}.md`, text }]).product;
}

async function freshDatabase(name: string): Promise<pg.Client> {
  const first = new pg.Client(postgres.url);
  await first.connect();
  await first.query(`create database ${name}`);
  const { host, port, user, password } = first;
  await first.end();
  const client = new pg.Client({ host, port, user: user!, ...(password ? { password } : {}), database: name });
  await client.connect();
  await client.query("set jit = off");
  return client;
}

async function grownIn(client: pg.Client): Promise<Grown> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    "select n.nspname || '.' || c.relname as name, c.reltuples::int as rows from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('app', 'nonet')",
  );
  const partial = await client.query<{ name: string }>("select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null");
  return { rows: new Map(rows.map((r) => [r.name, r.rows])), partial: new Set(partial.rows.map((r) => r.name)), ...limits };
}

type Asker = Actor & { kind: "person" | "anyone" };

function askersOf(product: Product): { readonly name: string; readonly actor: Asker }[] {
  const person = (roles: string[], owner = false): Asker => ({ kind: "person", id: idAt(product, "User", 1), name: "", email: "", roles, owner });
  return [
    ...product.permissions.roles.map((role) => ({ name: role.name, actor: person([role.name]) })),
    { name: "Owner", actor: person([], true) },
    { name: "anyone", actor: { kind: "anyone" } as const },
  ];
}

async function sentBy(product: Product): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const { name, actor } of askersOf(product)) {
    const { data, asks } = asksOf(product, actor, long);
    for (const { what, request } of asks) {
      sent.push(...(await statementsOf(product, actor, request)).map((s) => ({ ...s, what: `${name}, ${what}, ${s.what}` })));
    }
    for (const screen of data.screens) sent.push(...ofScreenItself(product, actor, screen.name).map((s) => ({ ...s, what: `${name}, ${screen.name}: ${s.what}` })));
  }
  const me = readerOf(askersOf(product)[0]!.actor);
  return [...sent, ...(me.kind === "person" ? asksOfEngine(product, me) : [])];
}

/** What a request for a list sends: its first page, its count, and the page behind a cursor. */
async function statementsOf(product: Product, actor: Asker, request: Parameters<typeof listRecords>[2]): Promise<Sent[]> {
  const sent: Sent[] = [];
  const send = (what: string, query: Query): void => {
    // What it may cost is no plan's matter.
    if (!query.text.startsWith("explain")) sent.push({ what: query.text.startsWith("select count") ? "its count" : what, query });
  };
  const running = (what: string) => {
    const connection = { rows: async (query: Query) => (send(what, query), []), row: async (query: Query) => (send(what, query), undefined) };
    const database = { ...connection, forCondition: (work: (connection: unknown) => unknown) => work(connection) } as unknown as Database;
    return { product, database, options: {}, listeners: new Set() } as never;
  };
  const first = await listRecords(running("a page"), actor, request);
  // Who may not read what the condition names is refused without a statement.
  if (!first.ok && sent.length === 0 && request.where) return [];
  if (!first.ok) throw new Error(JSON.stringify([request, first.refusal]));
  const keys = /jsonb_build_array\((.*?)\) as keys/.exec(sent.at(-1)?.query.text ?? "")?.[1];
  if (keys === undefined) return sent;
  const after = [...Array.from({ length: keys.split(")::text").length - 2 }, () => "1"), idAt(product, request.entity, 1)];
  await listRecords(running("the next page"), actor, { ...request, after: Buffer.from(JSON.stringify(after)).toString("base64url"), count: false });
  return sent;
}

/** Numbers, charts, reports, and what a record's or a form's screen asks besides. */
function ofScreenItself(product: Product, actor: Asker, name: string): Sent[] {
  const shows = product.screens.find((s) => s.name === name)?.shows;
  const reader = readerOf(actor);
  switch (shows?.kind) {
    case "dashboard":
    case "page":
      return valueElements(shows).flatMap((e): Sent[] => {
        if (e.kind === "number") return [{ what: `number ${e.title}`, query: numberQuery(product, reader, e.value) }];
        if (e.kind === "chart") return [{ what: `chart ${e.title}`, query: chartQuery(product, reader, e) }];
        const fields = e.columns.map((c) => c.path.map(camel).join("."));
        const me = reader.kind === "person" ? { variables: { me: reader.id } } : {};
        return [
          {
            what: `list ${e.title}`,
            query: listQuery(product, reader, { entity: e.entity, ...(e.where ? { screenWhere: e.where.expression } : {}), limit: 20, fields, ...me }),
          },
        ];
      });
    case "report":
      return [{ what: "report", query: reportQuery(product, reader, shows) }];
    case "record":
      return [
        { what: "the record by its name", query: recordQuery(product, reader, shows.entity, "LN-1") },
        { what: "the record by its id", query: recordQuery(product, reader, shows.entity, idAt(product, shows.entity, 1)) },
        {
          what: "the record's title",
          query: recordScreenQuery(product, reader, shows.entity, idAt(product, shows.entity, 1), {
            title: shows.title,
            shown: shows.showWhen.map((x) => ({ name: x.field, condition: x.condition.expression })),
          }),
        },
      ];
    case "form":
      return [{ what: "the form", query: formScreenQuery(product, reader, { entity: shows.entity, values: {}, prefill: [], shown: [] }) }];
    default:
      return [];
  }
}
