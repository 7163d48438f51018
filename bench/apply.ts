/**
 * `npx tsx bench/apply.ts [ROWS] [fields | types | states | apart]`: applies a new version of a document to a table of a million rows
 * while people write to it, and says how long the longest of their requests took, and who waited for which lock. `fields` adds a
 * field with a default, a filter (an index), a bound and a rule; `types` makes a text a number; `states` calls a state and a
 * choice otherwise; `apart` adds a rule that no two loans of one item overlap, whatever their state.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { launchPostgres } from "../runtime/engine/src/connection/embedded-postgres.ts";
import { load } from "./server/load.ts";
import { seedNonet } from "./server/seed.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const house = new URL("..", import.meta.url).pathname;
const nonet = join(house, "apps/cli/bin/nonet.mjs");
const folder = mkdtempSync(join(tmpdir(), "nonet-apply-"));
chmodSync(folder, 0o711);
const desk = readFileSync(join(house, "bench/server/desk.md"), "utf8");
const [before, after] = [join(folder, "before.md"), join(folder, "after.md")];
writeFileSync(before, desk);
const changes: Readonly<Record<string, (text: string) => string>> = {
  fields: (text) =>
    text
      .replace("- purpose: long text, at most 500 characters\n", '- purpose: long text, at most 400 characters\n- cost centre: text, default "none", at most 20 characters\n')
      .replace("- Filters: state, item.category, start date", "- Filters: state, item.category, start date, end date, cost centre")
      .replace("| Dates in order |", "| Not for ever | Loan | `(end date - start date).days < 400` | TOO_LONG |\n| Dates in order |"),
  types: (text) => text.replace("- purpose: long text, at most 500 characters\n", "- purpose: long text, at most 500 characters\n- weight: number\n"),
  states: (text) =>
    text
      .replaceAll("returned", "back")
      .replace("- Starts as: requested", "- back: was returned\n- Starts as: requested")
      .replace("one of (good, worn, damaged)", "one of (fine was good, worn, damaged)"),
  apart: (text) => text.replace("| Dates in order |", "| Apart | Loan | no overlap of `[start date..end date]` per item | ITEM_TAKEN |\n| Dates in order |"),
};
const kind = process.argv[3] ?? "fields";
writeFileSync(before, kind === "types" ? desk.replace("- purpose: long text, at most 500 characters\n", "- purpose: long text, at most 500 characters\n- weight: text\n") : desk);
writeFileSync(after, changes[kind]!(desk));

const postgres = await launchPostgres(join(folder, "database"));
const children: ChildProcess[] = [];
try {
  const address = await startOld(postgres.url);
  const client = new Client(postgres.url);
  client.on("error", () => undefined);
  await client.connect();
  console.error(`Filling ${rows.toLocaleString("en")} loans …`);
  if (kind === "types") await client.query("alter table app.loan alter column weight set default (1 + (random() * 1000)::int)::text");
  await seedNonet(client, { people: 2_000, items: Math.max(2_000, Math.round(rows / 100)), loans: rows });
  if (kind === "types") await client.query("alter table app.loan alter column weight drop default");
  await client.query("vacuum (analyze)");
  const { token } = (await (
    await fetch(`${address}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "manager@example.test", password: "rehearsal" }),
    })
  ).json()) as { token: string };
  const shots = () => ({
    method: "PATCH",
    path: `/api/loans/00000003-0000-7000-8000-${(1 + Math.floor(Math.random() * rows)).toString(16).padStart(12, "0")}`,
    token,
    headers: { "if-match": "*" },
    body: { purpose: `Measured ${Math.random()}` },
  });
  const quiet = await load(address, shots, 5_000, 4);
  let going = true;
  const longest = { ms: 0, failed: 0, why: null as string | null, sent: 0 };
  const writers = (async () => {
    while (going) {
      const one = await load(address, shots, 500, 4);
      longest.ms = Math.max(longest.ms, one.longest);
      longest.failed += one.failed;
      longest.why ??= one.why;
      longest.sent += Math.round(one.perSecond / 2);
    }
  })();
  const waits = watchLocks(client, () => going);
  const began = performance.now();
  const said = await run(["apply", after, "--database", postgres.url]);
  const seconds = (performance.now() - began) / 1000;
  going = false;
  await writers;
  console.log(said);
  console.log(
    `| rows | apply took | writes meanwhile | refused | longest write before | longest write meanwhile |\n|---|---|---|---|---|---|\n| ${rows.toLocaleString("en")} | ${seconds.toFixed(1)} s | ${longest.sent} | ${longest.failed} | ${quiet.longest.toFixed(0)} ms | ${longest.ms.toFixed(0)} ms |`,
  );
  console.log(`\n| waited for a lock of | longest seen |\n|---|---|\n${[...(await waits)].map(([by, ms]) => `| \`${by}\` | ${ms.toFixed(0)} ms |`).join("\n")}`);
  if (longest.why) console.log(longest.why);
  await client.end();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill("SIGKILL");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Looks often which statement others wait for, and for how long by then. */
async function watchLocks(watching: Client, goesOn: () => boolean): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  while (goesOn()) {
    const { rows: waiting } = await watching.query<{ by: string; ms: number }>(
      "select left(b.query, 90) as by, extract(epoch from clock_timestamp() - a.query_start)::float * 1000 as ms from pg_stat_activity a cross join unnest(pg_blocking_pids(a.pid)) p join pg_stat_activity b on b.pid = p where a.wait_event_type = 'Lock' and a.query !~* '^(alter|create|drop)'",
    );
    for (const { by, ms } of waiting) seen.set(by, Math.max(seen.get(by) ?? 0, ms));
    await new Promise((later) => setTimeout(later, 10));
  }
  return seen;
}

function startOld(url: string): Promise<string> {
  const child = spawn(process.execPath, [nonet, "run", before, "--port", "0", "--data", join(folder, "data"), "--database", url, "--rehearse"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = "";
    const take = (part: Buffer): void => {
      text += part.toString();
      const address = /answers at (http\S+)/.exec(text)?.[1];
      if (address) resolve(address.replace(/\/$/, ""));
    };
    child.stdout!.on("data", take);
    child.stderr!.on("data", take);
    child.on("exit", () => reject(new Error(text)));
  });
}

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [nonet, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  child.stderr.on("data", (part: Buffer) => (text += part.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve(`${text}exit code ${code}`)));
}
