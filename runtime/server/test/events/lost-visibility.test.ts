/** A reader who may no longer read a record gets one event that it is gone, and none about its later changes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Desk

## 3. Entities and their fields

### Case

- title: text, required
- agent: User, required, default \`me\`

## 6. Roles and permissions

- **Agent**
- **Chief**

Own: a Case is its agent's.

| | Agent | Chief |
|---|---|---|
| Case | create, read own | all |
| User | read | read |
`;

let served: Served;
let agent: Client;
let chief: Client;
beforeAll(async () => {
  served = await serveProduct(specification);
  agent = await served.person("agent@example.test", "Agent");
  chief = await served.person("chief@example.test", "Chief");
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

async function listen(who: Client): Promise<{ events(): { id: string; kind: string }[]; stop(): void }> {
  const stop = new AbortController();
  const response = await fetch(`${served.server.address}/api/events`, { headers: { authorization: `Bearer ${who.token}`, accept: "text/event-stream" }, signal: stop.signal });
  let text = "";
  void (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk as Uint8Array);
  })().catch(() => undefined);
  return { events: () => [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map((m) => JSON.parse(m[1]!)), stop: () => stop.abort() };
}

test("a record that becomes unreadable is sent once as deleted, and again when it becomes readable", async () => {
  const [heard, kept] = [await listen(agent), await listen(chief)];
  const mine = (await agent("POST", "/api/cases", { title: "one" })).body;
  const us = async (who: Client): Promise<string> => (await who("GET", "/api/me")).body.id;
  const [me, other] = [await us(agent), await us(chief)];
  const change = async (values: object): Promise<void> => {
    const before = kept.events().length;
    expect((await chief("PATCH", `/api/cases/${mine.id}`, values, { "if-match": "*" })).status).toBe(200);
    await expect.poll(() => kept.events().length).toBe(before + 1);
  };
  await expect.poll(() => [heard.events().length, kept.events().length]).toEqual([1, 1]);
  await change({ agent: other });
  await change({ title: "two" });
  await change({ title: "three" });
  await change({ agent: me });
  await expect.poll(() => heard.events().map((e) => e.kind)).toEqual(["created", "deleted", "changed"]);
  heard.stop();
  kept.stop();
});
