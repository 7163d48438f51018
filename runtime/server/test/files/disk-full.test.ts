/** A full disk is a temporary failure: 503, nothing half stored, and the next attempt works. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isUnavailable, launchPostgres, openEngine, type Engine, type Postgres } from "@nonet/engine";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Server } from "../../src/http/server-options.ts";
import { startServer } from "../../src/start-server.ts";
import { clientOf, type Client } from "../desk.ts";
import { productOf } from "../open-product.ts";

const text = `# Papers

## 1. What it does and for whom

- Sign-in: email and password

## 3. Entities

### Paper

- title: text, required
- scan: file
`;

const folder = mkdtempSync(join(tmpdir(), "nonet-full-"));
const files = join(folder, "files");
let postgres: Postgres;
let engine: Engine;
let server: Server;
let database: pg.Client;
let owner: Client;
let token: string;
const bugs: unknown[] = [];

beforeAll(async () => {
  chmodSync(folder, 0o711);
  postgres = await launchPostgres(join(folder, "database"));
  const account = { email: "owner@example.test", password: "the owner's password" };
  const opened = await openEngine({ product: productOf(text), database: { url: postgres.url }, files, rehearse: false, owner: account, environment: {} });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  engine = opened.value;
  const settings = { productData: () => ({}), documentData: () => ({}), sentences: () => [], staticFolder: null, secureCookies: false };
  server = await startServer({ engine, port: 0, host: "127.0.0.1", ...settings, onBug: (bug) => bugs.push(bug) });
  token = (await clientOf(server.address)("POST", "/api/sign-in", account)).body.token;
  owner = clientOf(server.address, token);
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

async function upload(): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob(["scanned"], { type: "text/plain" }), "scan.txt");
  return fetch(`${server.address}/api/files`, { method: "POST", body: form, headers: { authorization: `Bearer ${token}` } });
}

/** PostgreSQL's own error where it can't extend a table. */
const fill = (table: string): Promise<unknown> =>
  database.query(`create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  create trigger full_disk before insert on ${table} for each row execute function full_disk()`);
const free = (): Promise<unknown> => database.query("drop function full_disk cascade");

test("a write and an upload get 503 and leave nothing behind; with room again both work", async () => {
  await fill("app.paper");
  const refused = await owner("POST", "/api/papers", { title: "one" });
  expect(refused.status).toBe(503);
  expect(refused.body.detail).toBe("The server's disk is full, so nothing was saved. Try again later.");
  await free();
  await fill("nonet.file");
  const response = await upload();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).not.toBe(null);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
  expect(readdirSync(files)).toEqual([]);
  await free();
  expect((await owner("POST", "/api/papers", { title: "one" })).status).toBe(201);
  expect((await upload()).status).toBe(201);
  expect(readdirSync(files)).toHaveLength(1);
  expect(bugs).toEqual([]);
});

test("errors of a lost database and of a full disk pass by themselves; others are bugs", () => {
  const socketIsGone = Object.assign(new Error("connect ENOENT /tmp/.s.PGSQL.5432"), { code: "ENOENT", syscall: "connect" });
  for (const code of ["ENOSPC", "EDQUOT", "53100", "53200", "57P03", "58030", "08006", "EPIPE"]) expect(isUnavailable(Object.assign(new Error("x"), { code }))).toBe(true);
  expect(isUnavailable(socketIsGone)).toBe(true);
  expect(isUnavailable(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isUnavailable(new Error("Client has encountered a connection error and is not queryable"))).toBe(true);
  for (const error of [Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" }), Object.assign(new Error("x"), { code: "42P01" }), new TypeError("x"), null, undefined])
    expect(isUnavailable(error)).toBe(false);
});
