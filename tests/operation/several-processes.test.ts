/** Three processes on one PostgreSQL behind a round robin: the product works as with one, and killing one of them loses nothing. */
import { randomUUID } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { type Ask, client } from "../api-client.ts";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { balance, type Balancer } from "./round-robin.ts";

const text = (limit: number, more = ""): string => `# Jobs

## 1. What it does and for whom

- Time zone: UTC
- Sign-in: email and password; anyone may register as Clerk

## 3. Entities

### Job

- title: text, required${more}
- number: sequence "J-{0000}"
- due: date and time
- ticks: integer, default 0
- secret note: file
- hidden: yes/no, default no

## 4. States and transitions

### Job

- Starts as: waiting

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| waiting | Note | waiting | Clerk | | set ticks = \`ticks + 10\` |
| waiting | (at \`due\`) | ready | system | | call Report |

## 6. Roles and permissions

- **Clerk** — does everything

| Entity | Clerk |
|---|---|
| Job | create, update, delete; read where \`hidden = no\` |

## 7. The calls it makes

### Report

- Request: POST \`{receiver}\`
- Sends: \`{title: title}\`

### Tick

- Every: 1 second, for each Job where \`title = "ticking"\`
- Then: set ticks = \`ticks + 1\`

## 9. Constants and limits

| Name | Value | Meaning |
|---|---|---|
| receiver | "RECEIVER" | where calls go |
| requests per minute | ${limit} | per person |
`;

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = join(folder.path, "jobs.md");
const cleaning: (() => Promise<unknown>)[] = [];
const processes: Running[] = [];
let receiver: Server;
/** Titles that the receiver got, each call with its idempotency key. */
const received: { readonly title: string; readonly key: string }[] = [];
let url: string;
let balancer: Balancer;
let write: (text: string) => void;

const start = (): Promise<Running> => runProduct([document, "--database", url, "--data", join(folder.path, "data"), "--drain", "1", "--apply"]);

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      received.push({ title: JSON.parse(body).title, key: String(request.headers["idempotency-key"]) });
      setTimeout(() => response.end("{}"), 50);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  write = (content) => writeFileSync(document, content.replace("RECEIVER", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`));
  write(text(1_000_000));
  const postgres = await launchPostgres(join(folder.path, "postgres"));
  url = postgres.url;
  for (let i = 0; i < 3; i++) processes.push(await start());
  balancer = await balance(processes.map(({ address }) => address));
  cleaning.push(
    async () => postgres.stop(),
    async () => void receiver.close(),
    () => Promise.all(processes.map((one) => (one.process.exitCode === null && one.process.signalCode === null ? one.stop() : null))),
    () => balancer.close(),
  );
}, 120_000);
afterAll(async () => {
  for (const clean of cleaning.reverse()) await clean();
  folder.remove();
}, 60_000);

async function newClerk(name: string): Promise<{ readonly ask: Ask; readonly token: string }> {
  const { status, body } = await client(balancer.address)("POST", "/api/register", { email: `${name}@example.test`, name, password: "a quite long password" });
  expect(status).toBe(201);
  return { ask: client(balancer.address, body.token), token: body.token };
}

interface Stream {
  readonly events: { readonly kind: string; readonly id: string }[];
  /** Resolves when the server ends it. */
  readonly ended: Promise<unknown>;
  close(): void;
}

async function streamFrom(address: string, token: string): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/events`, { headers: { accept: "text/event-stream", authorization: `Bearer ${token}` }, signal: abort.signal });
  expect(response.status).toBe(200);
  const events: Stream["events"] = [];
  const read = async (): Promise<void> => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>)
      for (const [, data] of part.matchAll(/event: change\ndata: (.*)\n/g)) events.push(JSON.parse(data!));
  };
  return { events, ended: read().catch(() => undefined), close: () => abort.abort() };
}

async function until<T>(what: () => T | Promise<T>, milliseconds = 60_000): Promise<T> {
  for (const end = Date.now() + milliseconds; ;) {
    const value = await what();
    if (value || Date.now() > end) return value;
    await sleep(50);
  }
}

test("a session holds at every process, and so do files", async () => {
  const { ask, token } = await newClerk("sessions");
  for (let i = 0; i < 6; i++) expect((await ask("GET", "/api/me")).body.email).toBe("sessions@example.test");
  const form = new FormData();
  form.append("file", new File(["the content"], "note.txt", { type: "text/plain" }));
  const uploaded = await fetch(`${balancer.address}/api/files`, { method: "POST", body: form, headers: { authorization: `Bearer ${token}` } });
  const { id } = (await uploaded.json()) as { id: string };
  for (let i = 0; i < 3; i++) {
    const read = await fetch(`${balancer.address}/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect([read.status, await read.text()]).toEqual([200, "the content"]);
  }
  expect((await ask("POST", "/api/sign-out")).status).toBeLessThan(300);
  for (let i = 0; i < 3; i++) expect((await ask("GET", "/api/jobs")).status).toBe(401);
  expect(Object.keys(balancer.served).length).toBe(3);
});

test("an open page hears of changes made at any process, of a hidden record once, and of nothing that it may not read", async () => {
  const { token } = await newClerk("pages");
  const at = (i: number): Ask => client(processes[i]!.address, token);
  const streams = await Promise.all(processes.map(({ address }) => streamFrom(address, token)));
  for (let i = 0; i < 3; i++) {
    const { body } = await at(i)("POST", "/api/jobs", { title: `made at ${i}` });
    for (const stream of streams) expect(await until(() => stream.events.find(({ id, kind }) => id === body.id && kind === "created"))).toBeTruthy();
  }
  for (const stream of streams) stream.close();
  // The list comes from one process, the stream is at another, and the record is hidden by a third.
  const { body: job } = await at(0)("POST", "/api/jobs", { title: "to be hidden" });
  const { body: other } = await at(2)("POST", "/api/jobs", { title: "hidden already", hidden: true });
  const page = await streamFrom(processes[1]!.address, token);
  await at(0)("GET", "/api/jobs");
  await at(2)("PATCH", `/api/jobs/${job.id}`, { hidden: true }, { "if-match": "*" });
  expect(await until(() => page.events.find(({ id, kind }) => id === job.id && kind === "deleted"))).toBeTruthy();
  await at(2)("PATCH", `/api/jobs/${job.id}`, { title: "changed in hiding" }, { "if-match": "*" });
  await at(2)("PATCH", `/api/jobs/${other.id}`, { title: "changed in hiding" }, { "if-match": "*" });
  await sleep(500);
  expect(page.events.filter(({ id, kind }) => id === job.id && kind === "deleted").length).toBe(1);
  expect(page.events.filter(({ id }) => id === other.id)).toEqual([]);
  page.close();
});

test("a batch that is repeated under its key runs once, whichever process gets the repeat", async () => {
  const { token } = await newClerk("batches");
  const { body: job } = await client(processes[0]!.address, token)("POST", "/api/jobs", { title: "repeated" });
  const send = (i: number, ids: readonly string[]): Promise<{ status: number; body: unknown }> =>
    client(processes[i]!.address, token)("POST", "/api/jobs:batch", { action: "Note", ids }, { "idempotency-key": "the same" });
  // Two at the same time, one after them, and another request under the same key.
  const answers = await Promise.all([send(0, [job.id]), send(1, [job.id])]);
  answers.push(await send(2, [job.id]));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
  expect((await client(balancer.address, token)("GET", `/api/jobs/${job.id}`)).body.ticks).toBe(10);
  expect((await send(1, [job.id, job.id])).status).toBe(409);
  // A response may contain a secret, so the database has neither it nor its key in plain text.
  const database = openDatabase(url);
  const stored = JSON.stringify(await database.rows({ text: "select * from nonet.response", values: [] }));
  await database.close();
  expect(stored).toContain("response");
  expect(stored).not.toContain(job.id);
  expect(stored).not.toContain("the same");
});

test("timers, calls and schedules run once each", { timeout: 90_000 }, async () => {
  const { ask } = await newClerk("timers");
  const soon = new Date(Date.now() + 1_500).toISOString();
  const titles = Array.from({ length: 30 }, (_, i) => `timer ${i}`);
  for (const title of titles) expect((await ask("POST", "/api/jobs", { title, due: soon })).status).toBe(201);
  await until(() => received.filter(({ title }) => title.startsWith("timer ")).length >= 30);
  const { body: ticking } = await ask("POST", "/api/jobs", { title: "ticking" });
  const began = Date.now();
  await sleep(4_000);
  const { ticks } = (await ask("GET", `/api/jobs/${ticking.id}`)).body;
  const elapsed = (Date.now() - began) / 1000;
  expect(ticks).toBeGreaterThanOrEqual(1);
  expect(ticks).toBeLessThanOrEqual(Math.ceil(elapsed) + 1);
  expect(
    received
      .filter(({ title }) => title.startsWith("timer "))
      .map(({ title }) => title)
      .sort(),
  ).toEqual([...titles].sort());
});

test("killing a process loses nothing that was acknowledged, does nothing twice, and its open pages and calls go on elsewhere", { timeout: 120_000 }, async () => {
  const { token } = await newClerk("killed");
  const witness = await streamFrom(processes[1]!.address, token);
  const acknowledged: string[] = [];
  let going = true;
  /** As a careful client: tries again under the same key until it has an answer. */
  const writer = async (n: number): Promise<void> => {
    for (let i = 0; going; i++) {
      const title = `killed ${n} ${i}`;
      const key = randomUUID();
      const body = JSON.stringify({ title, due: new Date().toISOString() });
      for (;;) {
        const response = await fetch(`${balancer.address}/api/jobs`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
          body,
        }).catch(() => null);
        await response?.arrayBuffer().catch(() => null);
        if (response?.status === 201) break;
        if (response) expect([502, 503]).toContain(response.status);
        await sleep(20);
      }
      acknowledged.push(title);
    }
  };
  const writers = Array.from({ length: 6 }, (_, n) => writer(n));
  await sleep(1_000);
  processes[0]!.process.kill("SIGKILL");
  // The killed process may not have published its last changes, so the other's pages read everything again.
  await Promise.race([witness.ended, sleep(15_000).then(() => expect.unreachable("the page wasn't closed"))]);
  await sleep(500);
  going = false;
  await Promise.all(writers);
  const ask = client(balancer.address, token);
  const found: string[] = [];
  const numbers: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    const { body } = await ask("GET", `/api/jobs?limit=200&search=killed${after && `&after=${encodeURIComponent(after)}`}`);
    for (const job of body.items) {
      found.push(job.title);
      numbers.push(job.number);
    }
    after = body.next;
  }
  expect(found.sort()).toEqual(acknowledged.sort());
  expect(new Set(numbers).size).toBe(numbers.length);
  // Each call arrives; one that the killed process was sending arrives again, under its key.
  await until(() => new Set(received.filter(({ title }) => title.startsWith("killed ")).map(({ title }) => title)).size >= acknowledged.length, 60_000);
  const calls = received.filter(({ title }) => title.startsWith("killed "));
  expect(new Set(calls.map(({ title }) => title)).size).toBe(acknowledged.length);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(acknowledged.length);
  processes[0] = await start();
  balancer.add(processes[0].address);
  await until(() => balancer.ready().length === 3);
});

test("servers are replaced one after the other without a failed request", { timeout: 120_000 }, async () => {
  const { token } = await newClerk("rolling");
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  let going = true;
  const worker = async (n: number): Promise<void> => {
    for (let i = 0; going; i++) {
      const response = await fetch(`${balancer.address}/api/jobs${i % 2 ? "?limit=5" : ""}`, {
        method: i % 2 ? "GET" : "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(i % 2 ? {} : { body: JSON.stringify({ title: `rolling ${n} ${i}` }) }),
      }).catch((error: unknown) => (failures.push(String((error as Error).cause ?? error)), null));
      await response?.arrayBuffer();
      statuses[response?.status ?? 0] = (statuses[response?.status ?? 0] ?? 0) + 1;
      // The machine is for starting servers, too.
      await sleep(20);
    }
  };
  const workers = Array.from({ length: 4 }, (_, n) => worker(n));
  for (let i = 0; i < 3; i++) {
    const next = await start();
    balancer.add(next.address);
    await until(() => balancer.ready().includes(next.address));
    expect(await processes[i]!.stop()).toBe(0);
    processes[i] = next;
  }
  going = false;
  await Promise.all(workers);
  expect([failures, Object.keys(statuses).sort()]).toEqual([[], ["200", "201"]]);
});

test("a new version of the document goes live at all processes, with its limit, which they share", { timeout: 120_000 }, async () => {
  const { token } = await newClerk("versions");
  const { ask: counted } = await newClerk("counted");
  const streams = await Promise.all(processes.map(({ address }) => streamFrom(address, token)));
  write(text(40, "\n- remark: text"));
  await until(
    async () =>
      (await Promise.all(processes.map(({ address }) => client(address, token)("GET", "/api/openapi.json")))).every(({ body }) => JSON.stringify(body).includes("remark")),
    30_000,
  );
  expect(await until(() => balancer.ready().length === 3)).toBe(true);
  for (const stream of streams) stream.close();
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await counted("GET", "/api/me")).status));
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeLessThanOrEqual(40);
  expect(allowed).toBeGreaterThanOrEqual(36);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("none of them has anything to report", () => {
  for (const one of processes) expect(one.err()).not.toMatch(/bug|Error/);
  expect(readFileSync(document, "utf8")).toContain("remark");
});
