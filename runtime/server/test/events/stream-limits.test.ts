/** Event streams are limited for each person and each address, so that nobody takes the places of others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Desk

## 3. Entities and their fields

### Case

- title: text, required

## 6. Roles and permissions

- **Agent**

| | Agent |
|---|---|
| Case | all |

## 9. Constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 100000 | per person |
`;

let served: Served;
beforeAll(async () => {
  served = await serveProduct(specification);
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

interface Stream {
  readonly status: number;
  readonly type: string | null;
  readonly retryAfter: string | null;
  /** Held: fetch closes the connection of a response that is garbage-collected. */
  readonly response: Response;
  stop(): void;
}

async function open(token?: string): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${served.server.address}/api/events`, {
    headers: { accept: "text/event-stream", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: stop.signal,
  });
  return { response, status: response.status, type: response.headers.get("content-type"), retryAfter: response.headers.get("retry-after"), stop: () => stop.abort() };
}

const openMany = async (many: number, token?: string): Promise<readonly Stream[]> => {
  const streams: Stream[] = [];
  for (let n = 0; n < many; n++) streams.push(await open(token));
  return streams;
};
const statuses = (streams: readonly Stream[]): Readonly<Record<number, number>> =>
  Object.fromEntries([200, 429].map((status) => [status, streams.filter((s) => s.status === status).length]));

test("20 streams for a person, 100 for an address without a sign-in; others are unaffected; a closed one makes room", async () => {
  const one = await served.person("one@example.test", "Agent");
  const other = await served.person("other@example.test", "Agent");
  const mine = await openMany(23, one.token);
  expect(statuses(mine)).toEqual({ 200: 20, 429: 3 });
  const refused = mine.find((s) => s.status === 429)!;
  expect(refused.type).toContain("application/problem+json");
  expect(refused.retryAfter).not.toBe(null);
  const anonymous = await openMany(103);
  expect(statuses(anonymous)).toEqual({ 200: 100, 429: 3 });
  const others = await openMany(1, other.token);
  expect(statuses(others)).toEqual({ 200: 1, 429: 0 });
  mine[0]!.stop();
  await expect.poll(async () => (await openMany(1, one.token))[0]!.status).toBe(200);
  for (const stream of [...mine, ...anonymous, ...others]) stream.stop();
});
