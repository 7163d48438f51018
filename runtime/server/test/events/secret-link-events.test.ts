/** Events of listeners with a secret link: those of its record, and of no other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Desk

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /case/:id | My case | Case | bearer |

## 3. Entities and their fields

### Case

- title: text, required
- link: secret link to My case

## 6. Roles and permissions

- **Agent**
- **Visitor**

| | bearer | Agent | Visitor |
|---|---|---|---|
| Case | read: title | all | – |
`;

let served: Served;
let agent: Client;
let visitor: Client;
beforeAll(async () => {
  served = await serveProduct(specification);
  agent = await served.person("agent@example.test", "Agent");
  visitor = await served.person("visitor@example.test", "Visitor");
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

async function listen(headers: Readonly<Record<string, string>>): Promise<{ events(): string[]; stop(): void }> {
  const stop = new AbortController();
  const response = await fetch(`${served.server.address}/api/events`, { headers: { ...headers, accept: "text/event-stream" }, signal: stop.signal });
  let text = "";
  void (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk as Uint8Array);
  })().catch(() => undefined);
  const told = (): { id: string; kind: string }[] => [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map((m) => JSON.parse(m[1]!));
  return { events: () => told().map((e) => `${e.kind} ${e.id}`), stop: () => stop.abort() };
}

/** The cookies of a browser that is signed in and has opened the link. */
async function browserOf(person: Client, link: string): Promise<string> {
  const opened = await fetch(served.server.address + link, { redirect: "manual" });
  const port = new URL(served.server.address).port;
  return `${opened.headers.get("set-cookie")!.split(";")[0]!}; nonet_session_${port}=${person.token}`;
}

test("each link's holder gets the events of its record, signed in or not; without a link there are none", async () => {
  const make = async (title: string) => (await agent("POST", "/api/cases", { title })).body;
  const [one, two] = [await make("one"), await make("two")];
  const withLink = (record: { link: string }) => listen({ authorization: `Link ${record.link.replace("/link/", "")}` });
  const [first, second, nobody] = [await withLink(one), await withLink(two), await listen({})];
  const [signedIn, without] = [await listen({ cookie: await browserOf(visitor, two.link) }), await listen({ authorization: `Bearer ${visitor.token}` })];
  const last = async (kind: string): Promise<void> => {
    await expect.poll(() => first.events().at(-1)).toBe(`${kind} ${one.id}`);
    await expect.poll(() => second.events().at(-1)).toBe(`${kind} ${two.id}`);
    await expect.poll(() => signedIn.events().at(-1)).toBe(`${kind} ${two.id}`);
  };
  for (const record of [one, two]) expect((await agent("PATCH", `/api/cases/${record.id}`, { title: "new" }, { "if-match": "*" })).status).toBe(200);
  await last("changed");
  for (const record of [one, two]) expect((await agent("DELETE", `/api/cases/${record.id}`, undefined, { "if-match": "*" })).status).toBe(204);
  await last("deleted");
  expect(first.events().every((e) => e.endsWith(one.id))).toBe(true);
  expect([...second.events(), ...signedIn.events()].every((e) => e.endsWith(two.id))).toBe(true);
  expect([nobody.events(), without.events()]).toEqual([[], []]);
  for (const heard of [first, second, nobody, signedIn, without]) heard.stop();
});
