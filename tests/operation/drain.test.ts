/** A server that has to stop while people work: every request that reaches it gets its response. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { client } from "../api-client.ts";
import { runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { writeOutageProduct } from "../security/outage-product.ts";

const folder = temporaryFolder();
const document = writeOutageProduct(folder.path);
afterAll(() => folder.remove());

interface Answer {
  readonly status: number;
  readonly closes: boolean;
}

/** One request on a kept connection; `slowly`: milliseconds that its body takes. */
function write(address: string, agent: Agent, token: string, title: string, slowly = 0): Promise<Answer> {
  return new Promise((done, failed) => {
    const body = JSON.stringify({ title });
    const sent = request(`${address}/api/notes`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length, authorization: `Bearer ${token}` },
    });
    sent.on("response", (response) => {
      response.resume();
      response.on("end", () => done({ status: response.statusCode!, closes: response.headers.connection === "close" }));
    });
    sent.on("error", failed);
    sent.write(body.slice(0, 3));
    setTimeout(() => sent.end(body.slice(3)), slowly);
  });
}

const openStream = (address: string) => fetch(`${address}/api/events`, { headers: { accept: "text/event-stream" } });

test("says that it isn't ready, serves on, finishes what runs, and ends", { timeout: 90_000 }, async () => {
  const product = await runProduct([document, ...(await dataOptions(`${folder.path}/data`)), "--drain", "8"]);
  const { body } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });
  const stream = await openStream(product.address);
  const streamEnded = stream.text();
  const answers: Answer[] = [];
  let stopping = false;
  // Eight people, each on a connection of their own, until a response closes it.
  const people = Array.from({ length: 8 }, async (_, person) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; ; i++) {
      const answer = await write(product.address, agent, body.token, `note ${person} ${i}`);
      answers.push(answer);
      if (stopping && answer.closes) break;
    }
    agent.destroy();
  });
  await sleep(500);
  // Its body ends only when the server has stopped listening.
  const slow = write(product.address, new Agent({ keepAlive: true }), body.token, "the slow one", 12_000);
  await sleep(200);
  const ended = once(product.process, "exit");
  product.process.kill("SIGTERM");
  stopping = true;
  const readiness = async (): Promise<unknown> => {
    const answer = await fetch(`${product.address}/readyz`);
    return [answer.status, await answer.json()];
  };
  await expect.poll(readiness, { timeout: 7_000 }).toEqual([503, { status: "not ready", reasons: ["The server is shutting down."] }]);
  expect((await fetch(`${product.address}/healthz`)).status).toBe(200);
  const late = await write(product.address, new Agent(), body.token, "a late one");
  expect(late).toEqual({ status: 201, closes: true });
  await Promise.all(people);
  expect((await slow).status).toBe(201);
  expect(await streamEnded).toContain("event: ready");
  expect((await ended)[0]).toBe(0);
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(product.err()).not.toMatch(/bug|Error/);
  // Everything that was acknowledged is there.
  const again = await runProduct([document, ...(await dataOptions(`${folder.path}/data`))]);
  const reader = client(again.address, body.token);
  expect((await reader("GET", "/api/notes?count=exact&limit=1")).body.count).toBe(answers.length + 2);
  expect(await again.stop()).toBe(0);
});

test("without --drain it stops at once, and still finishes what runs", { timeout: 60_000 }, async () => {
  const product = await runProduct([document, ...(await dataOptions(`${folder.path}/data-2`))]);
  const { body } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });
  const slow = write(product.address, new Agent(), body.token, "slow", 8_000);
  await sleep(300);
  const code = product.stop();
  // It stops listening while the request still arrives.
  let refused = false;
  for (let i = 0; i < 50 && !refused; i++) {
    await sleep(100);
    refused = await fetch(`${product.address}/healthz`).then(
      () => false,
      () => true,
    );
  }
  expect(refused).toBe(true);
  expect((await slow).status).toBe(201);
  expect(await code).toBe(0);
});
