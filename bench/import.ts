/**
 * `npx tsx bench/import.ts [rows]`: how many rows a second `nonet import postgres --records` loads into a new product.
 *
 * The source is a database with customers, products and orders, of which nine in ten rows are orders, with references, checks,
 * unique values and defaults. A role that may only read imports it. The rate is the one that the command prints: from the
 * first row that is read to the last constraint that holds. The aim is 20,000 a second. Beside it stands the processor
 * time for each row, of the command and of the databases, which says more on a busy machine. Build first: `npm run build`.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { launchPostgres } from "../runtime/engine/src/connection/embedded-postgres.ts";
import { processorTime } from "./server/processor-time.ts";

const rows = Number(process.argv[2] ?? 500_000);
const parents = Math.round(rows / 20);
const nonet = new URL("../apps/cli/bin/nonet.mjs", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "nonet-import-"));
chmodSync(folder, 0o711);

const schema = `
  create table customers (id serial primary key, email text not null unique, name text not null, joined date not null default current_date, credit numeric(12,2) check (credit >= 0));
  create table products (sku varchar(20) primary key, title text not null, price numeric(10,2) not null check (price > 0), kind text not null check (kind in ('part', 'tool', 'book')));
  create table orders (id bigserial primary key, customer_id int not null references customers, sku varchar(20) not null references products,
    quantity int not null check (quantity between 1 and 1000), ordered_at timestamptz not null default now(), due date, note text, paid boolean not null default false, check (due is null or due >= date '2000-01-01'));
  insert into customers (email, name, credit) select 'c' || n || '@example.org', 'Customer ' || n, n % 900 from generate_series(1, ${parents}) n;
  insert into products select 'SKU-' || n, 'Product ' || n, 1 + n % 500, (array['part','tool','book'])[1 + n % 3] from generate_series(1, ${parents}) n;
  insert into orders (customer_id, sku, quantity, ordered_at, due, note, paid) select 1 + (n::bigint * 7919) % ${parents}, 'SKU-' || (1 + n % ${parents}), 1 + n % 1000, now() - n * interval '1 second', date '2026-01-01' + n % 365, case when n % 3 = 0 then 'Leave it at the door, number ' || n end, n % 2 = 0 from generate_series(1, ${rows - 2 * parents}) n;
  create role import_reader;
  grant usage on schema public to import_reader;
  grant select on all tables in schema public to import_reader;`;

const postgres = await launchPostgres(join(folder, "database"));
try {
  const client = new Client(postgres.url);
  await client.connect();
  await client.query("create database target template template0");
  await client.query(schema);
  await client.query("analyze");
  await client.end();
  const address = (database: string, options = ""): string => {
    const [plain, more] = postgres.url.replace(/\/postgres(?=\?|$)/, `/${database}`).split("?");
    return `${plain}?${[more, options].filter(Boolean).join("&")}`;
  };
  const from = address("postgres", `options=${encodeURIComponent("-c role=import_reader")}`);
  const before = processorTime();
  let spent = before;
  // While the command runs: a process that has ended is counted nowhere.
  const watch = setInterval(() => (spent = processorTime()), 100);
  const out = await run(["import", "postgres", from, "--to", "shop.md", "--records", "--rehearse", "--data", "data", "--database", address("target")]);
  clearInterval(watch);
  console.log(out.split("\n").find((line) => line.startsWith("Loaded")) ?? out);
  const perRow = (kind: "server" | "database"): string => (((spent[kind] - before[kind]) / rows) * 1000).toFixed(0);
  console.log(
    `Aim: 20,000 a second. Processor time for a row: command ${perRow("server")} µs, databases ${perRow("database")} µs. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`,
  );
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [nonet, ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve, reject) => child.on("close", (code) => (code === 0 ? resolve(out) : reject(new Error(`exit code ${code}\n${out}`)))));
}
