/**
 * `npm run bench [-- SIZE …]`: Nonet and the hand-written server over the same records in the same PostgreSQL, one after
 * the other for each kind of request, four times in turn; prints a table. SIZE is a number of loans; default 200,000 and 2,000,000.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { Client } from "pg";
import { launchPostgres } from "../../runtime/engine/src/connection/embedded-postgres.ts";
import { load, type Measured } from "./load.ts";
import { processorTime } from "./processor-time.ts";
import { requests, type Kind, type Side } from "./requests.ts";
import { seedHandWritten, seedNonet } from "./seed.ts";
import { printTableSizes } from "./table-sizes.ts";

const house = new URL("../..", import.meta.url).pathname;
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((n) => n > 0);
/** Of each of the measurements of one side. */
const seconds = Number(process.env["BENCH_SECONDS"] ?? 2.5);
/** Seconds before the first measurement of each side. */
const warmUp = Number(process.env["BENCH_WARM_UP"] ?? 8);
/** The machine is faster in some moments than in others: each side is measured in several, none always behind the other. */
const turns = ["nonet", "written", "written", "nonet", "nonet", "written", "written", "nonet"] as const;
const connections = 16;
/** A part of the name of the only kind of request to be measured. */
const only = process.env["BENCH_ONLY"] ?? "";
const owner = { email: "owner@example.test", password: "a long password for the owner" };
let ownerLink = "";

for (const loans of sizes.length ? sizes : [200_000, 2_000_000]) await measure(loans);

async function measure(loans: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "nonet-bench-"));
  chmodSync(folder, 0o711);
  const postgres = await launchPostgres(join(folder, "database"));
  const started: ChildProcess[] = [];
  try {
    const nonet = await startNonet(folder, postgres.url, started);
    const client = new Client(postgres.url);
    await client.connect();
    client.on("error", () => undefined);
    console.error(`Filling both with ${loans.toLocaleString("en")} loans …`);
    await seedNonet(client, { people: 2_000, items: Math.max(2_000, Math.round(loans / 100)), loans });
    const tokens = await people(nonet);
    await seedHandWritten(client);
    for (const token of Object.values(tokens))
      await client
        .query("insert into hw.session select token_hash, user_id, expires_at from nonet.session where token_hash = $1 on conflict do nothing", [
          createHash("sha256").update(token).digest("hex"),
        ])
        .catch(() => undefined);
    await client.query("insert into nonet.sequence (key, prefix, value) values ('Loan.number', $1, $2) on conflict (key, prefix) do update set value = excluded.value", [
      `LN-${new Date().getFullYear()}-`,
      loans,
    ]);
    const sessions = await client.query("select count(*)::int as n from hw.session");
    if (sessions.rows[0].n !== Object.values(tokens).length) throw new Error("The sessions can't be shared: the hash has another form.");
    await client.query("vacuum (analyze)");
    await printTableSizes(client);
    const written = await startHandWritten(postgres.url, started);
    await compare(client, loans, { nonet, written }, tokens);
    await client.end();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    for (const child of started) child.kill("SIGKILL");
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function mean(all: readonly Measured[]): Measured {
  return {
    answered: all.reduce((sum, m) => sum + m.answered, 0),
    perSecond: all.reduce((sum, m) => sum + m.perSecond, 0) / all.length,
    p50: all.reduce((sum, m) => sum + m.p50, 0) / all.length,
    p99: Math.max(...all.map((m) => m.p99)),
    longest: Math.max(...all.map((m) => m.longest)),
    failed: all.reduce((sum, m) => sum + m.failed, 0),
    why: all.map((m) => m.why).find((w) => w !== null) ?? null,
  };
}

async function compare(client: Client, loans: number, bases: { nonet: string; written: string }, tokens: { clerk: string; borrower: string }): Promise<void> {
  console.log(
    `\n${loans.toLocaleString("en")} loans, ${connections} connections, ${(seconds * turns.length) / 2} s for each figure, in ${turns.length / 2} turns, after ${warmUp} s of warm-up\n`,
  );
  console.log(
    "| request | Nonet/s | by hand/s | share | Nonet p50 ms | p99 ms | processor ms, server + database | by hand p50 ms | p99 ms | processor ms |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const kind of (Object.keys(requests) as Kind[]).filter((name) => only === "" || name.includes(only))) {
    const measured: Record<Side, Measured[]> = { nonet: [], written: [] };
    const spent: Record<Side, { server: number; database: number }> = { nonet: { server: 0, database: 0 }, written: { server: 0, database: 0 } };
    const answered: Record<Side, number> = { nonet: 0, written: 0 };
    const shots = { nonet: await requests[kind](client, "nonet", loans, tokens), written: await requests[kind](client, "written", loans, tokens) };
    // What was made ready is on the disk, and nobody tidies up after it while something is measured.
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
    // Of what Node hasn't run some thousand times the first seconds say more about Node than about the server.
    for (const side of ["nonet", "written"] as const) await load(bases[side], shots[side], warmUp * 1000, connections);
    for (const side of turns) {
      await load(bases[side], shots[side], 500, connections);
      const before = processorTime();
      const one = await load(bases[side], shots[side], seconds * 1000, connections);
      measured[side].push(one);
      const after = processorTime();
      spent[side].server += after.server - before.server;
      spent[side].database += after.database - before.database;
      answered[side] += one.answered;
    }
    const each = (side: Side): string => `${(spent[side].server / Math.max(1, answered[side])).toFixed(2)} + ${(spent[side].database / Math.max(1, answered[side])).toFixed(2)}`;
    const [n, w] = [mean(measured.nonet), mean(measured.written)];
    console.log(
      `| ${kind} | ${n.perSecond.toFixed(0)} | ${w.perSecond.toFixed(0)} | ${(n.perSecond / w.perSecond).toFixed(2)} | ${n.p50.toFixed(1)} | ${n.p99.toFixed(1)} | ${each("nonet")} | ${w.p50.toFixed(1)} | ${w.p99.toFixed(1)} | ${each("written")} |`,
    );
    for (const one of [n, w]) if (one.failed > 0) console.log(`  ${one.failed} failed: ${one.why}`);
  }
}

function startNonet(folder: string, url: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(
    process.execPath,
    [join(house, "apps/cli/bin/nonet.mjs"), "run", join(house, "bench/server/desk.md"), "--port", "0", "--data", join(folder, "data"), "--database", url, "--owner", owner.email],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  started.push(child);
  return new Promise((resolve, reject) => {
    let text = "";
    const take = (part: Buffer): void => {
      text += part.toString();
      ownerLink = /\/sign-in\/link#([\w-]{43})/.exec(text)?.[1] ?? "";
      const address = /answers at (http\S+)/.exec(text)?.[1];
      if (address && ownerLink) resolve(address);
    };
    child.stdout!.on("data", take);
    child.stderr!.on("data", take);
    child.on("exit", () => reject(new Error(`Nonet ended: ${text}`)));
  });
}

function startHandWritten(url: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(join(house, "node_modules/.bin/tsx"), [join(house, "bench/server/hand-written.ts")], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  return new Promise((resolve) => child.stdout!.on("data", (part: Buffer) => resolve(part.toString().trim())));
}

async function people(base: string): Promise<{ clerk: string; borrower: string }> {
  const post = async (path: string, body: unknown, token?: string): Promise<{ token: string }> => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token: string };
  };
  if (ownerLink) await post("/api/sign-in/link/use", { token: ownerLink, password: owner.password });
  ownerLink = "";
  const boss = await post("/api/sign-in", owner);
  const password = "a long password for measuring";
  await post("/api/people", { email: "clerk@example.test", name: "Clara", roles: ["Clerk"], password, keepPassword: true }, boss.token);
  const clerk = await post("/api/sign-in", { email: "clerk@example.test", password });
  const borrower = await post("/api/register", { email: "bo@example.test", name: "Bo", password });
  return { clerk: clerk.token, borrower: borrower.token };
}
