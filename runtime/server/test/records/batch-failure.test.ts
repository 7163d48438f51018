/** A batch during which the database fails: the response reports the result of each record. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEngine, type Engine } from "@nonet/engine";
import { launchPostgres, type Postgres } from "../../../engine/src/connection/embedded-postgres.ts";
import { startServer } from "../../src/start-server.ts";
import { type Server } from "../../src/http/server-options.ts";
import { clientOf, type Client } from "../desk.ts";
import { productOf } from "../open-product.ts";

const text = `# Specification: Marks

## 3. Entities and their fields

### Mark

- name: text, required

## 4. States and transitions

### Mark

- Starts as: open

| From | Action | To | Then |
|---|---|---|---|
| open | Touch | open | |
`;

/** The database goes away while the second mark is touched, as it does when somebody restarts it. */
const faulty = `
create function app.gone() returns trigger language plpgsql as $$ begin if new.name = 'second' then raise exception using errcode = '57P01', message = 'gone'; end if; return new; end $$;
create trigger gone before update on app.mark for each row execute function app.gone()`;

let postgres: Postgres;
let engine: Engine;
let server: Server;
let database: pg.Client;
let owner: Client;
const folder = mkdtempSync(join(tmpdir(), "nonet-batch-"));

beforeAll(async () => {
  chmodSync(folder, 0o711);
  postgres = await launchPostgres(join(folder, "database"));
  const opened = await openEngine({
    product: productOf(text),
    database: { url: postgres.url },
    files: join(folder, "files"),
    rehearse: false,
    owner: { email: "owner@example.test", password: "the owner's password" },
    environment: {},
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  engine = opened.value;
  const settings = { productData: () => ({}), documentData: () => ({}), sentences: () => [], staticFolder: null, secureCookies: false };
  server = await startServer({ engine, port: 0, host: "127.0.0.1", ...settings });
  const session = await clientOf(server.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "the owner's password" });
  owner = clientOf(server.address, session.body.token);
  database = new pg.Client(postgres.url);
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await server?.close();
  await engine?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("reports each record's result; with a key, the repeated batch does nothing twice", async () => {
  const ids: string[] = [];
  for (const name of ["first", "second", "third"]) ids.push((await owner("POST", "/api/marks", { name })).body.id);
  await database.query(faulty);
  const plain = await owner("POST", "/api/marks:batch", { action: "Touch", ids });
  expect(plain.status).toBe(200);
  expect(plain.body.results).toMatchObject([{ ok: true }, { id: ids[1], ok: false, problem: { status: 503, code: "unavailable" } }, { ok: true }]);
  const keyed = (): ReturnType<Client> => owner("POST", "/api/marks:batch", { action: "Touch", ids }, { "idempotency-key": "once" });
  expect((await keyed()).status).toBe(503);
  await database.query("drop trigger gone on app.mark");
  const again = await keyed();
  expect(again.body.results.map((one: { ok: boolean }) => one.ok)).toEqual([true, true, true]);
  expect((await database.query("select name, version from app.mark order by name")).rows.map((row) => [row.name, Number(row.version)])).toEqual([
    ["first", 3],
    ["second", 2],
    ["third", 3],
  ]);
});
