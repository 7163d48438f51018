/** A primary with two standbys: reads come from the standbys, and nobody reads less than what they have seen. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, inspectDatabase, launchPostgres, type Postgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkReplicas } from "../../apps/cli/src/doctor/check-replicas.ts";
import type { Client, ClientResponse } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";
import { temporaryFolder } from "../nonet-process.ts";
import { makeStandby, type Standby } from "./standby.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password

## 3. Entities

### Note

- title: text, required
- n: integer, default 0
- hidden: yes/no, default no

## 6. Roles and permissions

- **Writer** — writes notes
- **Reader** — reads them

| Entity | Writer | Reader |
|---|---|---|
| Note | read, create, update, delete | read where \`hidden = no\` |

## 9. Constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 1000000 | per person |
`;

/** Reads after writes; the long run takes a million, and NONET_READS as many as it says. */
const reads = Number(process.env["NONET_READS"] ?? (process.env["NONET_LONG"] ? 1_000_000 : 4_000));
const people = 8;

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
let postgres: Postgres;
let standbys: readonly [Standby, Standby];
let served: Served;
let writer: Client;
let reader: Client;

beforeAll(async () => {
  postgres = await launchPostgres(join(folder.path, "postgres"));
  standbys = [await makeStandby(postgres.url), await makeStandby(postgres.url)];
  served = await serveProduct(text, {}, { on: { url: postgres.url }, replicas: standbys.map(({ url }) => url) });
  [writer, reader] = [await served.person("w@example.test", "Writer"), await served.person("r@example.test", "Reader")];
}, 120_000);
afterAll(async () => {
  await served?.close();
  for (const standby of standbys ?? []) await standby.close();
  await postgres?.stop();
  folder.remove();
}, 60_000);

const slowly = { timeout: 30_000 };
const replicas = () => served.engine.replicas!;
const fromReplicas = (): number => replicas().statistics().reads.replica;
const positionOf = ({ headers }: ClientResponse): string => headers.get("nonet-position")!;
const at = (position: string): Readonly<Record<string, string>> => ({ "nonet-position": position });
const pauseAll = () => Promise.all(standbys.map((standby) => standby.pause()));
const resumeAll = () => Promise.all(standbys.map((standby) => standby.resume()));

/** Until the standbys show everything that is committed now. */
async function caughtUp(): Promise<string> {
  const position = await replicas().latest();
  for (let i = 0; i < 500; i++) {
    const shown = await Promise.all(
      standbys.map(async ({ query }) =>
        String((await query("select lpad(to_hex((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint), 16, '0') as position").catch(() => [{ position: "" }]))[0]!["position"]),
      ),
    );
    const available = replicas()
      .statistics()
      .replicas.every(({ isAvailable, lagSeconds }) => isAvailable && lagSeconds === 0);
    if (available && shown.every((one) => one >= position)) return position;
    await sleep(20);
  }
  throw new Error(`The standbys don't catch up: ${JSON.stringify(replicas().statistics())}`);
}

async function newNote(title: string): Promise<{ readonly id: string; readonly position: string }> {
  const made = await writer("POST", "/api/notes", { title });
  expect(made.status).toBe(201);
  return { id: made.body.id, position: positionOf(made) };
}

const change = (id: string, values: object): Promise<ClientResponse> => writer("PATCH", `/api/notes/${id}`, values, { "if-match": "*" });

test("over HTTP, a client that says what it has seen reads from a replica, and others from the primary", async () => {
  await caughtUp();
  const { id, position } = await newNote("over HTTP");
  await caughtUp();
  const counted = async (headers: Readonly<Record<string, string>>): Promise<{ readonly response: ClientResponse; readonly replica: number }> => {
    const before = fromReplicas();
    const response = await reader("GET", `/api/notes/${id}`, undefined, headers);
    expect(response.body.title).toBe("over HTTP");
    return { response, replica: fromReplicas() - before };
  };
  const withPosition = await counted(at(position));
  expect([withPosition.replica, positionOf(withPosition.response) >= position]).toEqual([1, true]);
  const latest = await counted(at("latest"));
  expect([latest.replica, positionOf(latest.response) >= position]).toEqual([0, true]);
  const without = await counted({});
  expect([without.replica, without.response.headers.get("nonet-position")]).toEqual([0, null]);
  const malformed = await reader("GET", `/api/notes/${id}`, undefined, at("yesterday"));
  expect([malformed.status, malformed.body.code]).toEqual([400, "malformed"]);
  // Nobody waits for a position that doesn't exist yet.
  const future = await counted(at("ffffffffffffffff"));
  expect(future.replica).toBe(0);
  const where = fromReplicas();
  expect((await reader("GET", `/api/notes?where=${encodeURIComponent('title = "over HTTP"')}&count=exact`, undefined, at(position))).body.count).toBe(1);
  expect(fromReplicas()).toBeGreaterThan(where);
  const history = await writer("GET", `/api/notes/${id}?at=${encodeURIComponent(new Date().toISOString())}`, undefined, at(position));
  expect(history.body.title).toBe("over HTTP");
});

test("an event says which position has its change", async () => {
  const abort = new AbortController();
  const stream = await fetch(`${served.server.address}/api/events`, { headers: { accept: "text/event-stream", authorization: `Bearer ${reader.token}` }, signal: abort.signal });
  const { id, position } = await newNote("announced");
  let received = "";
  for await (const part of stream.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    received += part;
    if (received.includes(id)) break;
  }
  abort.abort();
  const event = JSON.parse(/event: change\ndata: (.*)\n/.exec(received)![1]!) as { id: string; position: string };
  expect(event.id).toBe(id);
  expect(event.position >= position).toBe(true);
});

test("what is merely new may be missing for others, and what is hidden or deleted isn't shown to anybody", async () => {
  const { id } = await newNote("first");
  const other = await newNote("other");
  const position = await caughtUp();
  await pauseAll();
  try {
    const changed = await change(id, { title: "second" });
    expect(changed.status).toBe(200);
    // The reader hasn't seen the change, so a replica may answer.
    expect((await reader("GET", `/api/notes/${id}`, undefined, at(position))).body.title).toBe("first");
    expect((await writer("GET", `/api/notes/${id}`, undefined, at(positionOf(changed)))).body.title).toBe("second");
    await change(id, { hidden: true });
    expect((await reader("GET", `/api/notes/${id}`, undefined, at(position))).status).toBe(404);
    expect((await reader("GET", "/api/notes?limit=200", undefined, at(position))).body.items.map((note: { id: string }) => note.id)).not.toContain(id);
    await writer("DELETE", `/api/notes/${other.id}`, undefined, { "if-match": "*" });
    expect((await reader("GET", `/api/notes/${other.id}`, undefined, at(position))).status).toBe(404);
  } finally {
    await resumeAll();
  }
});

test("a role that was taken away a moment ago counts", async () => {
  const person = await served.person("leaves@example.test", "Reader");
  const { id } = await newNote("for readers");
  const position = await caughtUp();
  await pauseAll();
  try {
    const read = async (): Promise<number> => (await person("GET", `/api/notes/${id}`, undefined, at(position))).status;
    expect(await read()).toBe(200);
    const { body } = await person("GET", "/api/me");
    expect((await served.owner("PATCH", `/api/-/people/${body.id}`, { roles: [] })).status).toBe(204);
    expect(await read()).toBe(404);
  } finally {
    await resumeAll();
  }
});

test("what another process hides isn't shown either", { timeout: 60_000 }, async () => {
  const second = await serveProduct(text, {}, { on: { url: postgres.url } });
  try {
    const elsewhere = await second.person("w@example.test", "Writer");
    const { id } = await newNote("hidden elsewhere");
    await sleep(300);
    const position = await caughtUp();
    await pauseAll();
    expect((await elsewhere("PATCH", `/api/notes/${id}`, { hidden: true }, { "if-match": "*" })).status).toBe(200);
    // It is published within milliseconds.
    await sleep(500);
    expect((await reader("GET", `/api/notes/${id}`, undefined, at(position))).status).toBe(404);
  } finally {
    await resumeAll();
    await second.close();
  }
});

test("nothing that is read is older than five seconds", { timeout: 60_000 }, async () => {
  const { id } = await newNote("old");
  const position = await caughtUp();
  await pauseAll();
  try {
    await change(id, { title: "new" });
    expect((await reader("GET", `/api/notes/${id}`, undefined, at(position))).body.title).toBe("old");
    await sleep(6_500);
    expect((await reader("GET", `/api/notes/${id}`, undefined, at(position))).body.title).toBe("new");
    for (const { lagSeconds } of replicas().statistics().replicas) expect(lagSeconds).toBeGreaterThan(5);
  } finally {
    await resumeAll();
  }
});

test("a replica that is killed or frozen is left out without a failed read, and used again", { timeout: 120_000 }, async () => {
  const { id } = await newNote("always there");
  const position = await caughtUp();
  let going = true;
  const failures: unknown[] = [];
  let slowest = 0;
  const readAlways = async (): Promise<void> => {
    while (going) {
      const began = performance.now();
      const { status, body } = await reader("GET", `/api/notes/${id}`, undefined, at(position));
      slowest = Math.max(slowest, performance.now() - began);
      if (status !== 200) failures.push(body);
      await sleep(5);
    }
  };
  const readers = Array.from({ length: 4 }, readAlways);
  const available = (): readonly boolean[] =>
    replicas()
      .statistics()
      .replicas.map(({ isAvailable }) => isAvailable);
  await sleep(300);
  await standbys[0].kill();
  await expect.poll(available, slowly).toEqual([false, true]);
  await standbys[0].start();
  standbys[1].signal("SIGSTOP");
  await expect.poll(available, slowly).toEqual([true, false]);
  standbys[1].signal("SIGCONT");
  await expect.poll(available, slowly).toEqual([true, true]);
  going = false;
  await Promise.all(readers);
  expect(failures).toEqual([]);
  // The two seconds after which a silent replica is left out, and some for a busy machine.
  expect(slowest).toBeLessThan(10_000);
});

test("what isn't a standby of this database is never read", { timeout: 60_000 }, async () => {
  const wrong = await serveProduct(text, {}, { on: { url: postgres.url }, replicas: [postgres.url, "postgres://nobody@127.0.0.1:9/none"] });
  try {
    expect(wrong.engine.startReport.notes.join("\n")).toMatch(/Replica 1 isn't used: It isn't a standby: .*\n.*Replica 2 isn't used: It doesn't answer/s);
    const person = await wrong.person("w@example.test", "Writer");
    const made = await person("POST", "/api/notes", { title: "on the primary" });
    expect((await person("GET", `/api/notes/${made.body.id}`, undefined, at(positionOf(made)))).body.title).toBe("on the primary");
    expect(wrong.engine.replicas!.statistics().reads).toMatchObject({ replica: 0, unavailable: 1 });
    const metrics = await (await fetch(`${wrong.server.address}/metrics`)).text();
    expect(metrics).toContain('nonet_replica_up{replica="1"} 0');
    expect(metrics).toContain('nonet_replica_reads_total{result="unavailable"} 1');
    expect(wrong.bugs).toEqual([]);
  } finally {
    await wrong.close();
  }
});

test("nonet doctor recognizes a standby, and one that falls behind", async () => {
  await caughtUp();
  const facts = async (url: string) => {
    const inspected = await inspectDatabase({ url });
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.refusal));
    return inspected.value;
  };
  const [primary, standby] = [await facts(postgres.url), await facts(standbys[0].url)];
  const judged = (replica: Partial<typeof standby>, of: Partial<typeof primary> = {}): string =>
    checkReplicas([{ ok: true, value: { ...standby, ...replica } }], { ok: true, value: { ...primary, ...of } })
      .map(({ status, message }) => `${status}: ${message}`)
      .join();
  expect(judged({})).toBe("ok: It is a standby of this database, and up to date.");
  expect(judged({}, { stored: { ...primary.stored!, id: "another" } })).toContain("another database");
  expect(judged({}, { walPosition: standby.walPosition + 40_000_000 })).toBe("warning: It is 40 MB behind the primary.");
  expect(judged({ isReceiving: false })).toMatch(/^warning: It isn't connected to its primary/);
  await standbys[0].pause();
  expect(judged(await facts(standbys[0].url))).toMatch(/^warning: Its replay is paused/);
  await standbys[0].resume();
});

// Last: after a million reads, the Owner would have to confirm that it is them.
test("a read after a write shows it, while replay stops at random", { timeout: 3_600_000 }, async () => {
  let going = true;
  const stopAtRandom = async (standby: Standby): Promise<void> => {
    while (going) {
      await standby.pause();
      await sleep(Math.random() * 120);
      await standby.resume();
      await sleep(Math.random() * 200);
    }
  };
  const stopping = standbys.map(stopAtRandom);
  const { engine } = served;
  const me = (await writer("GET", "/api/me")).body as { id: string; name: string; email: string; roles: readonly string[]; owner: boolean };
  const actor: Actor = { kind: "person", id: me.id, name: me.name, email: me.email, roles: me.roles, owner: me.owner };
  const before = replicas().statistics().reads;
  const stale: string[] = [];
  let done = 0;
  const person = async (number: number): Promise<void> => {
    const made = await engine.perform(actor, { kind: "create", entity: "Note", values: { title: `note ${number}` } });
    if (!made.ok || !made.value) throw new Error("not made");
    const { id } = made.value;
    for (let n = 1; done < reads; n++) {
      const changed = await engine.perform(actor, { kind: "update", entity: "Note", id, values: { n }, ifVersion: "any" });
      if (!changed.ok) throw new Error(JSON.stringify(changed.refusal));
      let position = replicas().written();
      // Each read knows what the one before has seen.
      for (let again = 0; again < 5; again++) {
        const reading = replicas().reading(position)!;
        const found =
          again % 2 === 0 ? await reading.reads.record(actor, "Note", id) : await reading.reads.list(actor, { entity: "Note", equals: { title: `note ${number}` }, count: true });
        if (!found.ok) throw new Error(JSON.stringify(found.refusal));
        const record = JSON.parse("records" in found.value ? found.value.records[0]!.json : found.value.json) as { n: number };
        if (record.n !== n) stale.push(`${record.n} instead of ${n}`);
        expect(reading.position()! >= position).toBe(true);
        position = reading.position()!;
        done++;
      }
    }
  };
  await Promise.all(Array.from({ length: people }, (_, number) => person(number)));
  going = false;
  const after = replicas().statistics().reads;
  console.info(`${done} reads after writes: ${JSON.stringify(Object.fromEntries(Object.entries(after).map(([why, count]) => [why, count - before[why as keyof typeof before]])))}`);
  expect(stale).toEqual([]);
  expect(done).toBeGreaterThanOrEqual(reads);
  await Promise.all(stopping);
  expect(after.replica - before.replica).toBeGreaterThan(done / 20);
  expect(after.behind - before.behind).toBeGreaterThan(0);
  expect(after.failed).toBe(before.failed);
});

test("nothing was reported as a bug", () => expect(served.bugs).toEqual([]));
