/** `nonet apply` killed during a conversion: the previous version keeps running, the next apply continues, and a server that stays on the previous version rolls it back. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { launchPostgres, type Postgres } from "@nonet/engine";
import { nonet, root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";

const document = (shelf: string): string => `# Specification: Store

## 3. Entities and their fields

### Box

- name: text, required
- shelf: ${shelf}

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Box | all |
`;

const boxes = 10_000;
const folder = temporaryFolder();
const [texts, numbers] = ["text", "number"].map((type) => {
  const file = join(folder.path, `${type}.md`);
  writeFileSync(file, document(type));
  return file;
}) as [string, string];
let postgres: Postgres;
let client: pg.Client;
let server: Running;
let token: string;

const data = (): string[] => ["--database", postgres.url, "--data", join(folder.path, "data")];
const idOf = (n: number): string => `00000003-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows as Record<string, unknown>[];
const shadowColumns = async (): Promise<string[]> =>
  (await rows("select attname from pg_attribute where attrelid = 'app.box'::regclass and attname like 'shadow%' and not attisdropped")).map((r) => String(r["attname"]));
const leftovers = (): Promise<Record<string, unknown>[]> =>
  rows(
    "select proname as name from pg_proc where proname like 'shadow%' union all select tgname from pg_trigger where tgname like 'shadow%' union all select relname from pg_class where relname like 'shadow%'",
  );

beforeAll(async () => {
  postgres = await launchPostgres(join(folder.path, "database"));
  client = new pg.Client(postgres.url);
  await client.connect();
  server = await runProduct([texts, ...data(), "--rehearse"]);
  await client.query(
    `insert into app.box (id, name, shelf) select ('00000003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Box ' || n, n::text from generate_series(1, ${boxes}) n`,
  );
  token = ((await (await send("/api/sign-in", "POST", { email: "clerk@example.test", password: "rehearsal" })).json()) as { token: string }).token;
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await client?.end();
  await postgres?.stop();
  folder.remove();
});

const send = (path: string, method: string, body: unknown): Promise<Response> =>
  fetch(server.address + path, {
    method,
    headers: { "content-type": "application/json", "if-match": "*", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

/** Kills it after it has filled some records, while it waits for a locked one. */
async function applyAndKill(file: string): Promise<void> {
  const holder = new pg.Client(postgres.url);
  await holder.connect();
  const child = spawn(process.execPath, [join(root, "apps/cli/bin/nonet.mjs"), "apply", file, ...data()], { stdio: "ignore" });
  const ended = new Promise((done) => child.on("close", done));
  // Locks a record once the column exists: creating the column needs all locks free.
  while ((await shadowColumns()).length === 0) expect(child.exitCode).toBe(null);
  await holder.query(`begin; select 1 from app.box where id = '${idOf(boxes)}' for update`);
  const [name] = await shadowColumns();
  while (Number((await rows(`select count(${name}) as n from app.box`))[0]!["n"]) < 200) expect(child.exitCode).toBe(null);
  child.kill("SIGKILL");
  await ended;
  await holder.query("rollback");
  await holder.end();
}

test("after a kill the previous version keeps running, and the next apply continues, including records written in between", async () => {
  await applyAndKill(numbers);
  const [name] = await shadowColumns();
  const filled = Number((await rows(`select count(${name}) as n from app.box`))[0]!["n"]);
  expect(filled).toBeLessThan(boxes);
  expect((await send(`/api/boxes/${idOf(1)}`, "PATCH", { shelf: "70001" })).status).toBe(200);
  expect((await send(`/api/boxes/${idOf(boxes)}`, "PATCH", { shelf: "70002" })).status).toBe(200);
  const again = await nonet(["apply", numbers, ...data()]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("The database now matches the document.")]);
  expect(await rows("select count(*)::int as n, sum(shelf)::int as sum, pg_typeof(min(shelf))::text as type from app.box")).toEqual([
    { n: boxes, sum: (boxes * (boxes + 1)) / 2 - 1 - boxes + 70001 + 70002, type: "numeric" },
  ]);
  expect(await leftovers()).toEqual([]);
  // The server of the previous version handles what both versions have in common, and refuses the rest with a reason.
  expect((await send(`/api/boxes/${idOf(1)}`, "PATCH", { name: "Both know it" })).status).toBe(200);
  const refused = await send(`/api/boxes/${idOf(1)}`, "PATCH", { shelf: "70003" });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, "outdated"]);
}, 120_000);

test("after a kill a server that starts on the previous version rolls back, and leaves nothing behind", async () => {
  await server.stop();
  server = await runProduct([numbers, ...data(), "--rehearse"]);
  await applyAndKill(texts);
  expect(await shadowColumns()).toHaveLength(1);
  // A half-filled column isn't part of a backup.
  const [saved, elsewhere] = [join(folder.path, "saved"), join(folder.path, "elsewhere")];
  mkdirSync(elsewhere);
  chmodSync(elsewhere, 0o755);
  expect((await nonet(["backup", numbers, saved, ...data()])).code).toBe(0);
  const restored = await nonet(["restore", saved, "--data", join(elsewhere, "data")], { cwd: elsewhere });
  expect([restored.code, restored.err]).toEqual([0, ""]);
  await server.stop();
  server = await runProduct([numbers, ...data(), "--rehearse"]);
  while ((await leftovers()).length > 0 || (await shadowColumns()).length > 0) await new Promise((later) => setTimeout(later, 20));
  expect(await rows("select pg_typeof(min(shelf))::text as type, count(shelf)::int as n from app.box")).toEqual([{ type: "numeric", n: boxes }]);
}, 120_000);
