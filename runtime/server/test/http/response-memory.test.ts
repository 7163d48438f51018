/** Responses remembered by idempotency key. */
import { expect, it } from "vitest";
import { type KeyedRequest, rememberResponses } from "../../src/http/response-memory.ts";

const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({ client: "p", key: "k", parts: ["x"], ...changes });

it("runs a request once, also when two arrive at the same time, and refuses another request with the same key", async () => {
  const memory = rememberResponses();
  let runs = 0;
  const respond = async () => ({ status: 201, body: { n: ++runs } });
  const [a, b] = await Promise.all([memory.run(request(), respond), memory.run(request(), respond)]);
  expect([a, b, runs]).toEqual([{ status: 201, body: { n: 1 } }, { status: 201, body: { n: 1 } }, 1]);
  expect((await memory.run(request({ parts: ["y"] }), respond)).status).toBe(409);
  expect((await memory.run(request({ client: "q" }), respond)).body).toEqual({ n: 2 });
});

it("runs a request again after a transient error", async () => {
  const memory = rememberResponses();
  await memory.run(request(), async () => ({ status: 503 }));
  expect((await memory.run(request(), async () => ({ status: 201 }))).status).toBe(201);
});

it("forgets a response whose key the engine stores, but joins requests until then", async () => {
  const memory = rememberResponses();
  let runs = 0;
  const respond = async () => ({ status: 200, body: { n: ++runs } });
  const keyed = request({ onlyWhileRunning: true });
  const [a, b] = await Promise.all([memory.run(keyed, respond), memory.run(keyed, respond)]);
  const later = await memory.run(keyed, respond);
  expect([a.body, b.body, later.body]).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
});
