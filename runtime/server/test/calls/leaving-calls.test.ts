/** When calls leave: later, a few at a time, with the values of the cause or of the sending; and failures sent again together. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";
import type { Client, ClientResponse } from "../desk.ts";

const text = (address: string): string => `# Specification: Rings

## 3. Entities and their fields

### Bell

- name: text, required
- tone: text

## 4. States and transitions

### Bell

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Ring | open | Clerk | | call Fixed; call Late |
| open | Wait | open | Clerk | | call Delayed; call Fixed |
| open | Hurry | open | Clerk | | call Slow; call Slow; call Slow; call Slow |
| open | Fail | open | Clerk | | call Failing |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Bell | all |

## 7. The calls it makes

### Fixed

- Request: POST \`${address}/fixed\`
- Sends: \`{ name: name, tone: tone }\`
- Leaves: after 1 second

### Late

- Request: POST \`${address}/late\`
- Headers: X-By: {me.name}
- Sends: \`{ name: name, tone: tone }\`
- Leaves: after 1 second, as of sending

### Delayed

- Request: POST \`${address}/delayed\`
- Sends: \`{ name: name }\`
- Leaves: after 3 seconds

### Slow

- Request: POST \`${address}/slow\`
- Sends: \`{ name: name }\`
- Leaves: at most 2 per second

### Failing

- Request: POST \`${address}/failing\`
- Sends: \`{ name: name }\`
- Retries: none
`;

interface Ring {
  readonly path: string;
  readonly at: number;
  readonly by: string | undefined;
  readonly body: ClientResponse["body"];
}

let rings: Ring[] = [];
let works = false;
let receiver: HttpServer;
let served: Served;
let clerk: Client;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      rings.push({ path: request.url!, at: Date.now(), by: request.headers["x-by"] as string | undefined, body: JSON.parse(body) });
      response.writeHead(request.url === "/failing" && !works ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  served = await serveProduct(text(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`));
  clerk = await served.person("clerk@example.test", "Clerk");
});
afterAll(async () => {
  await served.close();
  receiver.close();
});
afterEach(() => {
  rings = [];
});

const bell = async (name: string): Promise<string> => (await clerk("POST", "/api/bells", { name, tone: "low" })).body.id as string;
const arrived = (count: number, path?: string): Promise<void> =>
  vi.waitFor(() => expect(rings.filter((ring) => path === undefined || ring.path === path)).toHaveLength(count), { timeout: 15_000, interval: 50 });

test("what is sent is fixed by its cause, or made when it leaves", async () => {
  const id = await bell("a");
  const began = Date.now();
  await clerk("POST", `/api/bells/${id}/ring`, {});
  expect((await clerk("PATCH", `/api/bells/${id}`, { tone: "high" }, { "if-match": "*" })).status).toBe(200);
  await arrived(2);
  expect(rings.map(({ path, body, by }) => [path, body.tone, by])).toEqual([
    ["/fixed", "low", undefined],
    ["/late", "high", "clerk"],
  ]);
  for (const { at } of rings) expect(at - began).toBeGreaterThanOrEqual(1000);
});

test("what is made when it leaves isn't sent for a record that is gone", async () => {
  const id = await bell("gone");
  await clerk("POST", `/api/bells/${id}/ring`, {});
  expect((await clerk("DELETE", `/api/bells/${id}`, undefined, { "if-match": "*" })).status).toBe(204);
  await arrived(1);
  await new Promise((later) => setTimeout(later, 1500));
  expect(rings.map(({ path }) => path)).toEqual(["/fixed"]);
});

test("a delayed call doesn't delay the others of its record", async () => {
  const id = await bell("b");
  await clerk("POST", `/api/bells/${id}/wait`, {});
  await arrived(2);
  expect(rings.map(({ path }) => path)).toEqual(["/fixed", "/delayed"]);
});

test("at most so many leave in a time, evenly spread, in order for each record", async () => {
  const ids = [await bell("c1"), await bell("c2")];
  const began = Date.now();
  for (const id of ids) await clerk("POST", `/api/bells/${id}/hurry`, {});
  await arrived(8);
  // None arrives before its turn, two a second from the cause on. A busy machine delivers later, never earlier.
  for (const [place, { at }] of rings.entries()) expect(at - began).toBeGreaterThanOrEqual(place * 500 - 10);
});

test("failures are sent again or dropped together", async () => {
  const ids = [await bell("d1"), await bell("d2"), await bell("d3")];
  for (const id of ids) await clerk("POST", `/api/bells/${id}/fail`, {});
  const failed = async (): Promise<number> => (await served.owner("GET", "/api/outbox/failed")).body.count as number;
  await vi.waitFor(async () => expect(await failed()).toBe(3), { timeout: 10_000 });
  expect((await clerk("POST", "/api/outbox/failed/retry", {})).status).toBe(403);
  expect((await served.owner("POST", "/api/outbox/failed/retry?call=Fixed", {})).body).toEqual({ count: 0 });
  expect((await served.owner("POST", "/api/outbox/failed/retry?call=Nothing", {})).status).toBe(404);
  works = true;
  rings = [];
  expect((await served.owner("POST", "/api/outbox/failed/retry?call=Failing", {})).body).toEqual({ count: 3 });
  await arrived(3, "/failing");
  await vi.waitFor(async () => expect(await failed()).toBe(0));
  works = false;
  await clerk("POST", `/api/bells/${ids[0]}/fail`, {});
  await vi.waitFor(async () => expect(await failed()).toBe(1), { timeout: 10_000 });
  expect((await served.owner("POST", "/api/outbox/failed/drop", {})).body).toEqual({ count: 1 });
  expect(await failed()).toBe(0);
});

test("has no bugs on the way", () => expect(served.bugs).toEqual([]));
