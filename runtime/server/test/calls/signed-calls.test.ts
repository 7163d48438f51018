/** Signatures that cover the time of a request, sent by one product and received by another; times out of tolerance and replays are refused. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const exampleOf = (name: string): string => readFileSync(new URL(`../../../../examples/${name}/${name}.md`, import.meta.url), "utf8");

const key = Buffer.from("thirty-two bytes of a secret key");
const secrets = { WEBHOOK_KEY: `whsec_${key.toString("base64")}`, PAYMENT_KEY: "pay secret" };

let served: Served;
beforeAll(async () => {
  served = await serveProduct(exampleOf("webhook-receiver"), secrets);
});
afterAll(() => served.close());

const seconds = (): number => Math.floor(Date.now() / 1000);

async function post(path: string, body: string, headers: Record<string, string>): Promise<Pick<ClientResponse, "status" | "body">> {
  const response = await fetch(served.server.address + path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  return { status: response.status, body: await response.json() };
}

const standardHeaders = (body: string, id: string, at = seconds()): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(at),
  "webhook-signature": `v1,bm90IHRoaXMgb25l v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`,
});
const stamped = (body: string, at = seconds()): Record<string, string> => ({
  "stripe-signature": `t=${at},v1=${createHmac("sha256", secrets.PAYMENT_KEY).update(`${at}.${body}`).digest("hex")},v0=old`,
});

test("Standard Webhooks: id, time and body are signed, and a signature counts once", async () => {
  const body = '{"type":"a","number":"1"}';
  const headers = standardHeaders(body, "msg_1");
  expect(await post("/hooks/standard", body, headers)).toMatchObject({ status: 200, body: { rings: 1 } });
  expect((await post("/hooks/standard", body, headers)).body).toMatchObject({ code: "replayed", status: 409 });
  expect((await post("/hooks/standard", body, { ...headers, "webhook-id": "msg_2" })).status).toBe(401);
  expect((await post("/hooks/standard", '{"type":"b","number":"1"}', headers)).status).toBe(401);
  expect((await post("/hooks/standard", body, {})).status).toBe(401);
  for (const off of [-310, 310]) expect((await post("/hooks/standard", body, standardHeaders(body, "msg_3", seconds() + off))).status).toBe(401);
  for (const off of [-290, 290]) expect((await post("/hooks/standard", body, standardHeaders(body, "msg_4", seconds() + off))).status).toBe(200);
});

test("a value of the wrong type is 400, and may be sent again", async () => {
  for (const wrong of ['{"type":"t","number":"1","amount":"many"}', '{"type":"t","number":["1"]}', '{"type":7,"number":"1"}', '{"amount":1}', "[]"]) {
    const answer = await post("/hooks/standard", wrong, standardHeaders(wrong, `wrong ${wrong}`));
    expect([wrong, answer.status]).toEqual([wrong, 400]);
    expect((await post("/hooks/standard", wrong, standardHeaders(wrong, `wrong ${wrong}`))).status).toBe(400);
  }
});

test("time and HMAC in one header: a replay is refused, and a new attempt is answered as the first was", async () => {
  const body = '{"id":"evt_1"}';
  const headers = stamped(body, seconds() - 2);
  expect(await post("/hooks/stamped", body, headers)).toMatchObject({ status: 200, body: { rings: 1 } });
  expect((await post("/hooks/stamped", body, headers)).body).toMatchObject({ code: "replayed" });
  expect(await post("/hooks/stamped", body, stamped(body))).toMatchObject({ status: 200, body: { rings: 1 } });
  expect((await post("/hooks/stamped", body, stamped(body, seconds() - 400))).status).toBe(401);
  expect((await post("/hooks/stamped", body, { "stripe-signature": headers["stripe-signature"]!.replace(/t=\d+/, `t=${seconds()}`) })).status).toBe(401);
});

test("of many identical requests at the same time one is taken", async () => {
  const body = '{"type":"many","number":"9"}';
  const headers = standardHeaders(body, "msg_many");
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => post("/hooks/standard", body, headers)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
});

test("what is sent is signed again for each attempt, under one id", async () => {
  const seen: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const other = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      seen.push({ url: request.url!, headers: request.headers, body });
      response.writeHead(seen.filter(({ url }) => url === "/standard").length === 1 && request.url === "/standard" ? 500 : 200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const from = await serveProduct(exampleOf("webhook-sender").replace("https://receiver.example/hooks", `http://127.0.0.1:${(other.address() as AddressInfo).port}`), secrets);
  try {
    const cashier = await from.person("cashier@example.test", "Cashier");
    const payment = await cashier("POST", "/api/payments", { number: "P-1", amount: 12 });
    expect((await cashier("POST", `/api/payments/${payment.body.id}/take`, {})).status).toBe(200);
    await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 15_000 });
    const [first, second] = seen.filter(({ url }) => url === "/standard");
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(first!.headers["webhook-signature"]).not.toBe(second!.headers["webhook-signature"]);
    for (const { headers, body } of [first!, second!]) {
      const id = String(headers["webhook-id"]);
      const at = String(headers["webhook-timestamp"]);
      expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`);
    }
    const stamp = seen.find(({ url }) => url === "/stamped")!;
    const [, at, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(stamp.headers["stripe-signature"]))!;
    expect(digest).toBe(createHmac("sha256", secrets.PAYMENT_KEY).update(`${at}.${stamp.body}`).digest("hex"));
  } finally {
    await from.close();
    other.close();
  }
});
