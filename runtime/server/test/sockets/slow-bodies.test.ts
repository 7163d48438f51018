/** A body that arrives too slowly is cut off with 408; a file may take its time while it arrives. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
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
`;

const patience = { whole: 1_500, window: 500, leastBytes: 1_000, file: 6_000 };
let served: Served;
beforeAll(async () => {
  served = await serveProduct(specification, {}, { bodyPatience: patience });
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

/** Sends the head and then each part after a pause; gives the response and when the connection was closed. */
async function send(head: readonly string[], parts: readonly string[], pause: number): Promise<{ readonly text: string; readonly milliseconds: number; readonly sent: number }> {
  const { hostname, port } = new URL(served.server.address);
  const began = Date.now();
  const socket = connect(Number(port), hostname);
  let text = "";
  let isClosed = false;
  socket.setEncoding("utf8");
  socket.on("data", (data: string) => (text += data));
  socket.on("error", () => undefined);
  const closed = new Promise<void>((done) => socket.once("close", () => ((isClosed = true), done())));
  socket.write(`${head.join("\r\n")}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let sent = 0;
  for (const part of parts) {
    if (isClosed) break;
    sent++;
    socket.write(part);
    await sleep(pause);
  }
  await closed;
  return { text, milliseconds: Date.now() - began, sent };
}

test("a JSON body that doesn't end gets 408, however steadily it arrives", async () => {
  const { text, sent } = await send(["POST /api/sign-in HTTP/1.1", "content-type: application/json", "content-length: 1000000"], Array(100).fill(" ".repeat(2_000)), 100);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toContain("application/problem+json");
  expect(text).toContain('"code":"request-timeout"');
  // Long before the sender had enough.
  expect(sent).toBeLessThan(60);
});

const form = (content: string): readonly [string, string] => [
  `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${content}`,
  "\r\n--b--\r\n",
];

test("a file of a byte now and then gets 408; one that keeps arriving is stored, however long it takes", async () => {
  const agent = await served.person("agent@example.test", "Agent");
  const upload = (length: number): readonly string[] => [
    "POST /api/files HTTP/1.1",
    `authorization: Bearer ${agent.token}`,
    "content-type: multipart/form-data; boundary=b",
    `content-length: ${length}`,
  ];
  const [start, end] = form("");
  const trickled = await send(upload(100_000), [start, ...Array(60).fill("x")], 100);
  expect(trickled.text).toMatch(/^HTTP\/1\.1 408 /);
  expect(trickled.sent).toBeLessThan(40);
  const parts = Array(20).fill("y".repeat(1_000)) as string[];
  const steady = await send(upload(start.length + 20_000 + end.length), [start, ...parts, end], 150);
  expect(steady.text).toMatch(/^HTTP\/1\.1 201 /);
  expect(steady.milliseconds).toBeGreaterThan(patience.whole);
});

test("other requests aren't affected", async () => {
  const agent = await served.person("agent@example.test", "Agent");
  expect((await agent("POST", "/api/cases", { title: "one" })).status).toBe(201);
});
