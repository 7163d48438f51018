/** Presence over HTTP: whoever shows a record sees who else does, as far as both may read it and the names may be read. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import type { ProcessChannel } from "../../../engine/src/contract/processes.ts";
import { openChannel } from "../../../engine/src/processes/process-channel.ts";
import { trackPresence } from "../../src/events/presence.ts";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Pad

## 3. Entities and their fields

### Note

- title: text, required
- secret: yes/no, default no
- Comments: yes

### Remark

- text: text

## 6. Roles and permissions

- **Manager**
- **Clerk**
- **Guest**

| | Manager | Clerk | Guest |
|---|---|---|---|
| Note | all | read where not secret | read |
| Remark | all | all | – |
| User | read | read | – |
`;

let served: Served;
let manager: Client;
let clerk: Client;
let guest: Client;
let note: string;

beforeAll(async () => {
  served = await serveProduct(specification);
  manager = await served.person("manager@pad.test", "Manager");
  clerk = await served.person("clerk@pad.test", "Clerk");
  guest = await served.person("guest@pad.test", "Guest");
  note = (await manager("POST", "/api/notes", { title: "one" })).body.id;
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

interface OpenPage {
  /** Reports the record, and returns the response. */
  show(id: string, path?: string): ReturnType<Client>;
  /** The ids of the others at the note. */
  others(id?: string): Promise<readonly string[]>;
  /** How often the stream announced that somebody came or went. */
  moves(): number;
  close(): void;
}

async function open(who: Client): Promise<OpenPage> {
  const page = randomUUID();
  const stop = new AbortController();
  const response = await fetch(`${served.server.address}/api/events?page=${page}`, {
    headers: { authorization: `Bearer ${who.token}`, accept: "text/event-stream" },
    signal: stop.signal,
  });
  let text = "";
  void (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk as Uint8Array);
  })().catch(() => undefined);
  const show = (id: string, path = "notes") => who("POST", "/api/-/presence", { page, path, id });
  return {
    show,
    others: async (id = note) => (await show(id)).body.items.map((one: { id: string }) => one.id),
    moves: () => [...text.matchAll(/^event: presence\n/gm)].length,
    close: () => stop.abort(),
  };
}

const idOf = async (who: Client): Promise<string> => (await who("GET", "/api/me")).body.id;

test("two people on one record see each other, hear of each other, and no longer once a page is closed", async () => {
  const [a, b] = [await open(manager), await open(clerk)];
  expect(await a.others()).toEqual([]);
  const before = a.moves();
  expect(await b.others()).toEqual([await idOf(manager)]);
  await expect.poll(() => a.moves()).toBeGreaterThan(before);
  expect(await a.others()).toEqual([await idOf(clerk)]);
  b.close();
  await expect.poll(() => a.others()).toEqual([]);
  a.close();
});

test("somebody who may not read the record, or whose name may not be read, isn't shown", async () => {
  const [a, b, c] = [await open(manager), await open(clerk), await open(guest)];
  expect(await b.others()).toEqual([]);
  expect(await c.others()).toEqual([]);
  expect([...(await a.others())].sort()).toEqual([await idOf(clerk), await idOf(guest)].sort());
  await manager("PATCH", `/api/notes/${note}`, { secret: true }, { "if-match": "*" });
  expect(await a.others()).toEqual([await idOf(guest)]);
  expect((await b.show(note)).status).toBe(404);
  await manager("PATCH", `/api/notes/${note}`, { secret: false }, { "if-match": "*" });
  for (const page of [a, b, c]) page.close();
});

test("records without comments have no presence, and what is no record is refused", async () => {
  const a = await open(manager);
  const remark = (await manager("POST", "/api/remarks", { text: "one" })).body.id;
  expect((await a.show(remark, "remarks")).status).toBe(404);
  expect((await a.show(randomUUID())).status).toBe(404);
  expect((await a.show(note, "nothing")).status).toBe(404);
  expect((await manager("POST", "/api/-/presence", { page: "first", path: "notes", id: note })).status).toBe(400);
  expect((await manager("POST", "/api/-/presence", { page: randomUUID(), path: 3 })).status).toBe(400);
  const visitor = await fetch(`${served.server.address}/api/-/presence`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(visitor.status).toBe(401);
  a.close();
});

test("processes share what pages report, and forget what none of them renews", async () => {
  const { url } = await freshDatabase();
  const channels = [await openChannel(url), await openChannel(url)] as const;
  await expect.poll(() => channels.map(({ others }) => others)).toEqual([1, 1]);
  let now = 0;
  const track = (channel: ProcessChannel) => trackPresence(channel, () => now);
  const [one, two] = [track(channels[0]), track(channels[1])];
  const record = { entity: "Note", id: note };
  const page = { person: "ann", page: "p" };
  const moved: string[] = [];
  two.onMoved(({ id }) => moved.push(id));
  one.report(page, record);
  await expect.poll(() => two.peopleAt(record)).toEqual(["ann"]);
  now = 60_000;
  one.renew([page]);
  // Messages arrive in order: once this one is there, the renewal is too.
  one.report({ person: "bob", page: "q" }, { entity: "Note", id: "another" });
  await expect.poll(() => moved).toEqual([note, "another"]);
  now = 120_000;
  two.renew([]);
  expect(two.peopleAt(record)).toEqual(["ann"]);
  now = 200_000;
  two.renew([]);
  expect([two.peopleAt(record), moved]).toEqual([[], [note, "another", note, "another"]]);
  for (const channel of channels) await channel.close();
});
