/** In every example and for every role: a reference that is shown as null can't be found, filtered or compared by the id that it really has. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { launchPostgres, type Actor, type Postgres } from "@nonet/engine";
import { type Entity, type Field, type Product } from "@nonet/model";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { listRecords } from "../../runtime/engine/src/read/list-records.ts";
import { tableOf } from "../../targets/database/src/columns/columns.ts";
import { idAt, seedFromModel } from "../plans/seed-from-model.ts";

const size = { people: 30, records: 500 };
const ghost = "00000000-0000-7000-8000-000000000000";
const documents = ["equipment-desk", "outlay", "ward-rota", "open-museum", "purchasing", "shelter", "fleet"];

let folder: string;
let postgres: Postgres;
let hiddenInAll = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nonet-references-"));
  chmodSync(folder, 0o711);
  postgres = await launchPostgres(folder);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(documents)("%s", async (name) => {
  const text = readFileSync(new URL(`../../examples/${name}/${name}.md`, import.meta.url), "utf8");
  const { product } = compile([{ name: `${name}.md`, text }]);
  const database = name.replaceAll("-", "_");
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  const client = new pg.Client(url.href);
  await client.connect();
  const opened = openDatabase(url.href);
  // Without the time limit of a request's condition: purchasing computes its visibility for each record, and only what is disclosed counts here.
  const unlimited: typeof opened = { ...opened, forCondition: (work) => opened.transaction(async (connection) => ({ commit: false, value: await work(connection) })) };
  try {
    await seedFromModel(client, product, size);
    for (const actor of actorsOf(product))
      for (const entity of product.entities)
        for (const field of entity.fields)
          if (field.type.kind === "reference" && field.computed === null) hiddenInAll += await checkReference({ product, actor, entity, field, client, database: unlimited });
  } finally {
    await opened.close();
    await client.end();
  }
});

test("there were hidden references to check", () => expect(hiddenInAll).toBeGreaterThan(50));

const actorsOf = (product: Product): readonly Actor[] => [
  { kind: "anyone" },
  ...product.permissions.roles.map(({ name }, i): Actor => ({
    kind: "person",
    id: idAt(product, "User", 1 + (i % size.people)),
    name: "",
    email: "",
    roles: [name],
    owner: false,
  })),
];

interface Checked {
  readonly product: Product;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly field: Field;
  readonly client: pg.Client;
  readonly database: ReturnType<typeof openDatabase>;
}

/** Returns how many references were hidden. */
async function checkReference({ product, actor, entity, field, client, database }: Checked): Promise<number> {
  const list = async (request: { readonly equals?: Readonly<Record<string, string>>; readonly where?: string }): Promise<Map<string, { id: string } | null | undefined> | null> => {
    const found = new Map<string, { id: string } | null | undefined>();
    for (let after: string | undefined; ;) {
      const page = await listRecords({ product, database } as never, actor, {
        entity: entity.name,
        fields: [field.key],
        limit: 200,
        sort: ["id"],
        ...request,
        ...(after ? { after } : {}),
      });
      if (!page.ok) return null;
      for (const { id, json } of page.value.records) found.set(id, (JSON.parse(json as string) as Record<string, { id: string } | null>)[field.key]);
      if (page.value.next === null) return found;
      after = page.value.next;
    }
  };
  const shown = await list({});
  // A field that the role can never read is an unknown field.
  if (shown === null) return 0;
  const place = [actor.kind === "person" ? actor.roles[0] : actor.kind, entity.name, field.name];
  const idsOf = (found: Map<string, unknown> | null): unknown => [...place, found && [...found.keys()]];
  const stored = (await client.query(`select id, "${field.column}" as held from ${tableOf(entity)}`)).rows as readonly { readonly id: string; readonly held: string | null }[];
  const hidden = stored.filter(({ id, held }) => held !== null && shown.has(id) && !shown.get(id));
  const empty = [...shown].filter(([, reference]) => !reference).map(([id]) => id);
  expect(idsOf(await list({ equals: { [field.key]: "" } }))).toEqual([...place, empty]);
  expect(idsOf(await list({ where: `this.${field.name} = null` }))).toEqual([...place, empty]);
  expect(idsOf(await list({ equals: { [field.key]: ghost } }))).toEqual([...place, []]);
  for (const held of new Set(stored.slice(0, 20).map((row) => row.held)))
    if (held !== null)
      expect(idsOf(await list({ equals: { [field.key]: held } }))).toEqual([...place, [...shown].filter(([, reference]) => reference?.id === held).map(([id]) => id)]);
  return hidden.length;
}
