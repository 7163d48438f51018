/**
 * `npx tsx bench/server/files.ts [LINES]`: imports of a file with LINES lines (default 10,000), refused and accepted, and exports
 * of 50,000 records. For each: wall time, processor time of server and database, the server's peak of resident memory, and
 * the longest that another request had to wait meanwhile.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { launchPostgres } from "../../runtime/engine/src/connection/embedded-postgres.ts";
import { processorTime } from "./processor-time.ts";

const house = new URL("../..", import.meta.url).pathname;
const lines = Number(process.argv[2] ?? 10_000);
const exported = 50_000;
const only = process.env["BENCH_ONLY"] ?? "";

const desk = `# Specification: Shelf

## 1. What the product does and for whom

- **Name**: Shelf
- **Time zone**: UTC
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — keeps the shelf

## 3. Entities and their fields

### Category

- name: text, required, unique

### Item

- code: text, required, unique, at most 40 characters
- name: text, required
- category: Category, required
- daily fee: money, required, at least 0
- bought on: date
- retired: yes/no, required, default no
- Shown as: name

### Loan

- number: sequence \`L{0000}\`
- item: Item, required
- start date: date, required
- end date: date, required
- purpose: text, required

## 4. States and transitions

### Loan

- Starts as: requested
- Ends as: returned

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| requested | Return | returned | Clerk | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| In order | Loan | \`end date >= start date\` | DATES_REVERSED |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Category | all |
| Item | all |
| Loan | create, read, update |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| DATES_REVERSED | 422 | The end is before the start. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 100000000 | |
| upload size | 60 MB | |
`;

interface Server {
  readonly base: string;
  readonly token: string;
  readonly pid: number;
}

const numbers = Array.from({ length: lines }, (_, n) => n);
const day = (n: number): string => `2026-0${1 + (n % 9)}-1${n % 9}`;
const items = (code: (n: number) => string, fee: (n: number) => string): string =>
  ["code,name,category,daily fee,bought on", ...numbers.map((n) => `${code(n)},Item ${n},Category ${n % 20},${fee(n)},${day(n)}`)].join("\n");
const loans = (end: (n: number) => string): string => ["item,start date,end date,purpose", ...numbers.map((n) => `Item ${n},2026-01-02,${end(n)},Purpose ${n}`)].join("\n");

const folder = mkdtempSync(join(tmpdir(), "nonet-files-"));
chmodSync(folder, 0o711);
const postgres = await launchPostgres(join(folder, "database"));
const started: ChildProcess[] = [];
try {
  const server = await start(folder, postgres.url);
  const client = new Client(postgres.url);
  await client.connect();
  await client.query(`insert into app.category (id, name) select gen_random_uuid(), 'Category ' || n from generate_series(0, 19) n`);
  console.log("| what | answer | wall s | processor s, server + database | server's peak MB | longest other request ms |\n|---|---|---|---|---|---|");
  const importing = (what: string, path: string, body: string, status: number) =>
    row(
      server,
      what,
      () => fetch(`${server.base}/api/${path}/import`, { method: "POST", headers: { authorization: `Bearer ${server.token}`, "content-type": "text/csv" }, body }),
      status,
    );
  const last = lines - 1;
  await importing(
    "items, the last line refused",
    "items",
    items(
      (n) => `A${n}`,
      (n) => (n === last ? "-1" : "5.50"),
    ),
    422,
  );
  await importing(
    "items, each line refused",
    "items",
    items(
      (n) => `A${n}`,
      () => "-1",
    ),
    422,
  );
  await importing(
    "items",
    "items",
    items(
      (n) => `A${n}`,
      () => "5.50",
    ),
    200,
  );
  await importing(
    "items again, each a duplicate",
    "items",
    items(
      (n) => `A${n}`,
      () => "5.50",
    ),
    409,
  );
  await client.query("analyze");
  await importing(
    "items updated by code",
    "items?match=code".replace("?match=code", ""),
    items(
      (n) => `B${n}`,
      () => "6.50",
    ),
    200,
  );
  await row(
    server,
    "items changed, by code",
    () =>
      fetch(`${server.base}/api/items/import?match=code`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.token}`, "content-type": "text/csv" },
        body: items(
          (n) => `B${n}`,
          () => "7.50",
        ),
      }),
    200,
  );
  await client.query("delete from app.item where code like 'B%'");
  await importing(
    "loans with a rule, the last line refused",
    "loans",
    loans((n) => (n === last ? "2025-01-01" : "2026-01-04")),
    422,
  );
  await importing(
    "loans with a rule",
    "loans",
    loans(() => "2026-01-04"),
    200,
  );
  await client.query(
    `insert into app.item (id, code, name, category, daily_fee, bought_on, retired) select gen_random_uuid(), 'X' || n, 'Exported item with a name ' || n, (select id from app.category limit 1), 5, date '2026-01-01', false from generate_series(1, ${exported}) n`,
  );
  await client.query(`delete from app.loan`);
  await client.query(`delete from app.item where code not like 'X%'`);
  await client.query("vacuum (analyze)");
  for (const format of ["csv", "xlsx"])
    await row(
      server,
      `${exported.toLocaleString("en")} items as ${format}`,
      () => fetch(`${server.base}/api/items/export?format=${format}`, { headers: { authorization: `Bearer ${server.token}` } }),
      200,
    );
  await client.end();
} finally {
  for (const child of started) {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function row(server: Server, what: string, send: () => Promise<Response>, status: number): Promise<void> {
  if (!what.includes(only)) return;
  writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
  const before = processorTime();
  const began = performance.now();
  let isOver = false;
  const others = pings(server, () => isOver);
  const answer = await send();
  const body = Buffer.from(await answer.arrayBuffer());
  const wall = performance.now() - began;
  isOver = true;
  const longest = await others;
  const after = processorTime();
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  console.log(
    `| ${what} | ${answer.status}, ${body.length.toLocaleString("en")} bytes | ${(wall / 1000).toFixed(2)} | ${((after.server - before.server) / 1000).toFixed(2)} + ${((after.database - before.database) / 1000).toFixed(2)} | ${peak.toFixed(0)} | ${longest.toFixed(0)} |`,
  );
  if (answer.status !== status) console.log(`  expected ${status}: ${body.toString("utf8", 0, 500)}`);
}

/** The longest of small requests that are sent one after the other. */
async function pings({ base, token }: Server, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const began = performance.now();
    await (await fetch(`${base}/api/categories?limit=1`, { headers: { authorization: `Bearer ${token}` } })).text();
    longest = Math.max(longest, performance.now() - began);
    await new Promise((later) => setTimeout(later, 50));
  }
  return longest;
}

async function start(place: string, url: string): Promise<Server> {
  writeFileSync(join(place, "shelf.md"), desk);
  const flags = process.env["BENCH_PROFILE"] ? ["--cpu-prof", `--cpu-prof-dir=${process.env["BENCH_PROFILE"]}`] : [];
  const args = [...flags, join(house, "apps/cli/bin/nonet.mjs"), "run", join(place, "shelf.md"), "--port", "0", "--data", join(place, "data"), "--database", url];
  const child = spawn(process.execPath, [...args, "--owner", "owner@example.test"], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  const { base, link } = await new Promise<{ base: string; link: string }>((done, failed) => {
    let text = "";
    const take = (part: Buffer): void => {
      text += part.toString();
      const found = { base: /answers at (http\S+)/.exec(text)?.[1], link: /\/sign-in\/link#([\w-]{43})/.exec(text)?.[1] };
      if (found.base && found.link) done({ base: found.base, link: found.link });
    };
    child.stdout!.on("data", take);
    child.stderr!.on("data", take);
    child.on("exit", () => failed(new Error(`Nonet ended: ${text}`)));
  });
  const post = async (path: string, body: unknown, token = ""): Promise<{ token: string }> => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token: string };
  };
  const password = "a long password for measuring";
  await post("/api/sign-in/link/use", { token: link, password });
  const boss = await post("/api/sign-in", { email: "owner@example.test", password });
  await post("/api/people", { email: "clerk@example.test", name: "Clara", roles: ["Clerk"], password, keepPassword: true }, boss.token);
  const clerk = await post("/api/sign-in", { email: "clerk@example.test", password });
  return { base, token: clerk.token, pid: child.pid! };
}
