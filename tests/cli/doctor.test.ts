/** `nonet doctor`: what it finds in a sound installation, and in one where each part is broken in turn. */
import { chmodSync, chownSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { join } from "node:path";
import { launchPostgres, type Postgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { poolTransactions } from "../operation/transaction-pooler.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required

## 4. States and transitions

### Note

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Send | sent | Writer | | send "Sent"; call Pay |

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |

## 7. The calls it makes

### Sent

- Email to: \`"sent@example.test"\`
- Subject: {title}
- Body: sent

### Pay

- Request: POST http://127.0.0.1:9/pay
- Headers: Authorization: secret payment key
`;

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = join(folder.path, "notes.md");
let postgres: Postgres;
let mail: TcpServer;
let web: Server;
let metricsStatus = 403;

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  writeFileSync(document, text);
  postgres = await launchPostgres(join(folder.path, "postgres"));
  mail = createTcpServer((socket) => {
    socket.write("220 mail.example.test ESMTP\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (data) => void socket.write(/^EHLO/i.test(String(data)) ? "250 mail.example.test\r\n" : /^QUIT/i.test(String(data)) ? "221 bye\r\n" : "250 ok\r\n"));
  });
  web = createHttpServer((request, response) => response.writeHead(request.url === "/metrics" ? metricsStatus : 200).end("{}"));
  for (const server of [mail, web]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  mail.close();
  web.close();
  await postgres.stop();
  folder.remove();
});

interface Report {
  readonly checks: readonly { readonly check: string; readonly status: string; readonly message: string; readonly fix?: string }[];
  readonly problems: number;
  readonly warnings: number;
}

const environment = (): Record<string, string> => ({
  NONET_SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
  PAYMENT_KEY: "key",
  NONET_ADDRESS: `http://127.0.0.1:${portOf(web)}`,
});

async function examine(args: readonly string[], env: Readonly<Record<string, string>> = environment()): Promise<Report & { readonly code: number | null }> {
  const said = await nonet(["doctor", document, "--json", ...args], { env });
  return { code: said.code, ...(JSON.parse(said.out) as Report) };
}

const of = ({ checks }: Report, check: string): string =>
  checks
    .filter((one) => one.check === check)
    .map(({ status, message }) => `${status}: ${message}`)
    .join("\n");

test("a sound installation has no problem, while it runs and after it", { timeout: 120_000 }, async () => {
  const data = join(folder.path, "data");
  const backups = join(folder.path, "backups");
  const product = await runProduct([document, "--database", postgres.url, "--data", data], { env: environment() });
  expect((await nonet(["backup", document, join(backups, "first"), "--database", postgres.url, "--data", data])).code).toBe(0);
  writeFileSync(join(backups, "last-rehearsed-restore"), "");
  const args = ["--database", postgres.url, "--data", data, "--backups", backups];
  const report = await examine(args);
  expect(report.checks.filter(({ status }) => status === "problem")).toEqual([]);
  expect(report.code).toBe(0);
  expect(of(report, "document version")).toBe("ok: This version of Notes is live.");
  expect(of(report, "processes")).toBe("ok: 1 process serves this database.");
  expect(of(report, "PostgreSQL version")).toMatch(/^ok: PostgreSQL 18/);
  expect(of(report, "PostgreSQL settings")).toBe("ok: The settings are safe.");
  expect(of(report, "mail")).toBe("ok: The mail server accepts the connection.");
  expect(of(report, "reach")).toBe(`ok: http://127.0.0.1:${portOf(web)} answers.`);
  expect(of(report, "backups")).toBe("ok: The newest backup is 0 hours old.\nok: A backup was restored to try it today.");
  expect(of(report, "clock")).toMatch(/^ok: The clocks .* differ by 0\.\d seconds\.$/);
  await product.stop();
  // The same for people: each line with its state.
  const said = await nonet(["doctor", document, ...args], { env: environment() });
  expect(said.out).toMatch(/^ok {7}document: Notes has no errors\.$/m);
  expect(said.out).toMatch(/0 problems, \d warnings?\.\n$/);

  const old = new Date(Date.now() - 3 * 86_400_000);
  utimesSync(join(backups, "first/backup.json"), old, old);
  utimesSync(join(backups, "last-rehearsed-restore"), new Date(0), new Date(0));
  const late = await examine(args);
  expect([late.code, of(late, "backups")]).toEqual([
    1,
    expect.stringMatching(/^problem: The newest backup is 72 hours old\.\nwarning: The last rehearsed restore was \d+ days ago\.$/),
  ]);

  writeFileSync(document, text.replace("- title: text, required", "- title: text, required\n- remark: text"));
  expect(of(await examine(args), "document version")).toBe("warning: Another version of Notes is live.");
  writeFileSync(document, text);
  expect(of(await examine([...args, "--rehearse"]), "document version")).toBe("problem: The database holds real data.");
});

test("the embedded database, also while no product runs", { timeout: 120_000 }, async () => {
  const data = join(folder.path, "embedded");
  const before = await examine(["--data", data]);
  expect(of(before, "database")).toBe("skipped: There is no data yet. The first start creates the embedded database.");
  await (await runProduct([document, "--data", data], { env: environment() })).stop();
  const report = await examine(["--data", data]);
  expect([of(report, "PostgreSQL settings"), of(report, "document version")]).toEqual(["ok: The settings are safe.", "ok: This version of Notes is live."]);
});

test("a database that can't be used", { timeout: 120_000 }, async () => {
  const away = await examine(["--database", "postgres://nobody@127.0.0.1:9/none"]);
  expect([away.code, of(away, "database")]).toEqual([1, expect.stringMatching(/^problem: The database doesn't answer \(.*ECONNREFUSED/)]);
  const pooler = await poolTransactions(postgres.url, 2);
  expect(of(await examine(["--database", pooler.url]), "database")).toContain("connection pooler's in transaction mode");
  await pooler.close();
  const server = openDatabase(postgres.url);
  await server.rows({ text: "create database latin1 template template0 encoding 'LATIN1' locale_provider libc locale 'C'", values: [] });
  await server.rows({ text: "alter database latin1 set synchronous_commit = off", values: [] });
  await server.close();
  const settings = of(await examine(["--database", postgres.url.replace(/\/postgres(?=\?|$)/, "/latin1")]), "PostgreSQL settings");
  expect(settings).toContain("problem: The database is encoded in LATIN1.");
  expect(settings).toContain("warning: synchronous_commit is off: a crash can lose changes that were acknowledged.");
});

test("replicas that can't be used", { timeout: 60_000 }, async () => {
  const found = await examine(["--database", postgres.url, "--replica", postgres.url, "--replica", "postgres://nobody@127.0.0.1:9/none"]);
  expect(of(found, "replica 1")).toMatch(/^warning: This server isn't a replica/);
  expect(of(found, "replica 2")).toMatch(/^warning: The database doesn't answer .*ECONNREFUSED.*--replica/);
});

test("settings, mail and address, each with what to do", { timeout: 120_000 }, async () => {
  const bare = await examine([], {});
  expect(of(bare, "settings")).toContain("problem: A secret isn't set, so calls that need it fail: set PAYMENT_KEY.");
  expect(of(bare, "settings")).toContain("problem: No mail server is set");
  expect(of(bare, "address")).toMatch(/^warning: NONET_ADDRESS isn't set/);
  expect(of(bare, "backups")).toMatch(/^warning: No folder with backups was named/);
  for (const { status, fix } of bare.checks) expect([status, fix !== undefined]).toEqual([status, status === "problem" || status === "warning"]);
  const wrong = await examine([], { ...environment(), NONET_SMTP_URL: "smtp://127.0.0.1:9", NONET_ADDRESS: "notes.example.com" });
  expect(of(wrong, "mail")).toMatch(/^problem: The mail server can't be used: .*ECONNREFUSED/);
  expect(of(wrong, "address")).toBe("problem: NONET_ADDRESS is no web address: notes.example.com");
  const insecure = await examine([], { ...environment(), NONET_ADDRESS: `https://127.0.0.1:${portOf(web)}` });
  expect(of(insecure, "certificate")).toMatch(/^problem: There is no valid certificate for 127\.0\.0\.1/);
  metricsStatus = 200;
  expect(of(await examine([]), "reach")).toBe(`problem: http://127.0.0.1:${portOf(web)}/metrics discloses the metrics to everybody.`);
  metricsStatus = 403;
});

test("a data folder of somebody else", async () => {
  const data = join(folder.path, "foreign");
  mkdirSync(data);
  writeFileSync(join(folder.path, "file"), "");
  expect(of(await examine(["--data", join(folder.path, "file")]), "data folder")).toMatch(/^problem: .*is a file\.$/);
  // Root may do everything, so only another user's check can find a foreign owner.
  const { checkDataFolder } = await import("../../apps/cli/src/doctor/check-data-folder.ts");
  if (process.getuid?.() === 0) chownSync(data, 12_345, 12_345);
  const [found] = checkDataFolder(data, 12_346);
  expect(found).toMatchObject({ status: "problem", message: expect.stringContaining("and this is user 12346."), fix: expect.stringContaining("chown -R 12346") });
});

test("a document with errors, a wrong option", async () => {
  const broken = join(folder.path, "broken.md");
  writeFileSync(broken, text.replace("| Note | read, create |", "| Nothing | read |"));
  const said = await nonet(["doctor", broken, "--json"]);
  expect([said.code, of(JSON.parse(said.out), "document")]).toEqual([1, "problem: The document has errors."]);
  expect(await nonet(["doctor", document, "--jsn"])).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean --json?") });
  expect((await nonet(["doctor", join(folder.path, "none.md")])).code).toBe(2);
});

test("an old version of Node.js", async () => {
  const { checkNode } = await import("../../apps/cli/src/doctor/check-node.ts");
  expect(checkNode("v18.20.1", 1000)).toMatchObject([{ status: "problem", message: "This is Node.js v18.20.1. Nonet needs 20.19 or later." }, { status: "ok" }]);
  expect(checkNode("v20.19.0", 1000).map(({ status }) => status)).toEqual(["ok", "ok"]);
});
