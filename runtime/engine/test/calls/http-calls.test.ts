/** HTTP calls against a real server: messages, retries, order, refused changes, and the list of failed calls. */
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openOutside, openProduct, until, type Opened, type Outside } from "../support/open-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = (address: string): string => `# Specification: Orders

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

## 3. Entities and their fields

### Order

- number: gapless sequence \`O-{000}\`
- note: text, required
- price: number, default 1
- receipt: text, read-only
- trouble: text, read-only
- skip: yes/no, default no
- Shown as: \`number\`

## 4. States and transitions

### Order

- Starts as: draft
- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Place | placed | Clerk | | call Ask register |
| (new) | Draft | draft | Clerk | | |
| placed | Bill | billed | Clerk | | call Tell ledger |
| billed | Remind | billed | Clerk | | call Tell ledger |
| draft | Stamp | placed | Clerk | | call Stamp it; set note = \`note + " " + receipt\` |
| placed | Ring | placed | Clerk | | call Ring |
| placed | Knock | placed | Clerk | | call Knock |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too dear | Order | \`price < 100\` | TOO_DEAR |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |

## 7. The calls it makes

### Ask register

- Request: GET \`${address}/suppliers/{note}?q={price}\`
- Expects: status 200, within 2 seconds
- First: yes
- Otherwise: UNCHECKED

### Stamp it

- Request: POST \`${address}/stamps\`
- Sends: \`{ note: note }\`
- First: yes
- Then: set receipt = \`answer.id\`
- Otherwise: UNCHECKED

### Tell ledger

- Request: POST \`${address}/entries\`
- Signed with: HMAC-SHA256 of the body by \`secret ledger key\` in header X-Signature as base64
- Headers: X-Shop: {number}; X-Key: \`secret shop key\`; Authorization: Bearer secret shop key; X-Both: no {number} by {secret shop key}; X-Note: {note}
- Sends: \`{ number: number, price: price }\`
- Expects: status 201, within 1 second
- Retries: 2 times, waiting 1 second
- Then: set receipt = \`answer.id\`
- Otherwise: LEDGER_FAILED; set trouble = \`"not told"\`
- Dropped when: \`skip\`

### Ring

- Request: POST \`${address}/ring\`
- Signed with: header X-Ring: \`secret bell\`

### Knock

- Request: POST \`${address}/knock\`
- Headers: Content-Type: application/vnd.door+json; Accept: text/plain; IDEMPOTENCY-KEY: knock {number}
- Sends: \`{ number: number }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| UNCHECKED | 502 | Nobody knows {note}. |
| LEDGER_FAILED | 502 | The ledger did not take it. |
| TOO_DEAR | 422 | {price} is too dear. |
`;

let outside: Outside;
let shop: Opened;
beforeAll(async () => {
  outside = await openOutside();
  shop = await openProduct(text(outside.address), { environment: { LEDGER_KEY: "ledger-secret", SHOP_KEY: "shop-secret" } });
}, 60_000);
afterAll(async () => {
  await shop?.close();
  await outside?.close();
});
afterEach(() => {
  outside.heard.splice(0);
  outside.answer({ status: 200, body: { id: "one" } });
});

const clerk = () => shop.person("clerk@example.test", "Clerk");
const place = async (values: Record<string, unknown>, action = "Place") => shop.engine.perform(await clerk(), { kind: "create", entity: "Order", values, action });
const act = async (id: string, action: string) => shop.engine.perform(await clerk(), { kind: "action", entity: "Order", id, action, input: {} });
const record = async (id: string): Promise<VisibleRecord> => valueOf(await recordOf(shop.engine, await clerk(), "Order", id));
const failed = async () => valueOf(await shop.engine.failedCalls.list(shop.owner)).items;

test("an action that waits for an answer continues with it, and a value in the path stays one segment", async () => {
  const order = valueOf(await place({ note: "a/../b?c", price: "2.50" }))!;
  expect(order).toMatchObject({ state: "placed", number: "O-001" });
  expect(outside.heard.map((h) => `${h.method} ${h.path}`)).toEqual(["GET /suppliers/a%2F..%2Fb%3Fc?q=2.5"]);
});

test.each([
  ["404", { status: 404 }],
  ["500", { status: 500 }],
  ["no answer in time", null],
] as const)("%s to it: the action fails with its code, and no record, number or second call is left", async (_, answer) => {
  outside.answer(answer);
  const before = valueOf(await listOf(shop.engine, await clerk(), { entity: "Order", count: true })).count;
  const outcome = await place({ note: "gone" });
  expect(resultOf(outcome)).toBe("call failed: UNCHECKED");
  expect(outcome.ok ? "" : outcome.refusal.errors[0]).toMatchObject({ detail: "Nobody knows gone.", status: 502 });
  expect(outside.heard).toHaveLength(1);
  expect(valueOf(await listOf(shop.engine, await clerk(), { entity: "Order", count: true })).count).toBe(before);
  outside.answer({ status: 200 });
  const [last, next] = [before ?? 0, valueOf(await place({ note: "known" }))!];
  expect(next.number).toBe(`O-${String(last + 1).padStart(3, "0")}`);
});

test("a refused change makes no call, and neither does a dry run", async () => {
  expect(resultOf(await place({ note: "dear", price: "100" }))).toMatch(/TOO_DEAR/);
  expect(resultOf(await shop.engine.perform(await clerk(), { kind: "create", entity: "Order", values: { note: "dry" }, action: "Place" }, { dryRun: true }))).toBe("done");
  expect(outside.heard).toEqual([]);
});

test("while one action waits for its answer, others continue, and numbers have no gaps", async () => {
  outside.answer(null, null, { status: 200 });
  const before = valueOf(await listOf(shop.engine, await clerk(), { entity: "Order", count: true })).count ?? 0;
  const slow = [place({ note: "slow" }), place({ note: "slow too" })];
  await until(
    () => outside.heard.length,
    (n) => n === 2,
  );
  let slowOnesDone = false;
  void Promise.race(slow).then(() => (slowOnesDone = true));
  const quick = valueOf(await place({ note: "quick" }))!;
  expect(slowOnesDone).toBe(false);
  expect((await Promise.all(slow)).map(resultOf)).toEqual(["call failed: UNCHECKED", "call failed: UNCHECKED"]);
  expect(quick.number).toBe(`O-${String(before + 1).padStart(3, "0")}`);
});

test("Then sets the answered values before the statements that follow", async () => {
  outside.answer({ status: 200, body: { id: "st-7" } });
  const order = valueOf(await place({ note: "stamped" }, "Draft"))!;
  expect(valueOf(await act(order.id, "Stamp"))).toMatchObject({ state: "placed", receipt: "st-7", note: "stamped st-7" });
  expect(outside.heard.map((h) => h.body)).toEqual(['{"note":"stamped"}']);
});

test("a signed call keeps its headers and key over all attempts: two retries make three attempts, then it is listed as failed, and a manual retry succeeds", async () => {
  const order = valueOf(await place({ note: "billed", price: "12.50" }))!;
  outside.heard.splice(0);
  outside.answer({ status: 500 }, { status: 200 }, null);
  valueOf(await act(order.id, "Bill"));
  const entry = (await until(failed, (list) => list.length === 1, 20))[0]!;
  expect(entry).toMatchObject({
    call: "Tell ledger",
    kind: "call",
    attempts: 3,
    why: "No answer within 1 seconds.",
    code: "LEDGER_FAILED",
    record: { entity: "Order", id: order.id },
  });
  expect(outside.heard).toHaveLength(3);
  expect(new Set(outside.heard.map((h) => h.headers["idempotency-key"])).size).toBe(1);
  const [first] = outside.heard;
  expect(JSON.parse(first!.body)).toEqual({ number: order.number, price: 12.5 });
  expect(first!.headers).toMatchObject({
    "x-shop": order.number,
    "x-key": "shop-secret",
    authorization: "Bearer shop-secret",
    "x-both": `no ${order.number} by shop-secret`,
    "x-signature": createHmac("sha256", "ledger-secret").update(first!.body).digest("base64"),
    "content-type": "application/json",
  });
  expect(await record(order.id)).toMatchObject({ receipt: null, trouble: "not told", state: "billed" });
  // What is kept and what can be read of it never holds a secret's value.
  expect(JSON.stringify([shop.engine.product.calls, entry])).not.toContain("shop-secret");

  expect(resultOf(await shop.engine.failedCalls.list(await clerk()))).toMatch(/^not permitted/);
  expect(resultOf(await shop.engine.failedCalls.retry(await clerk(), entry.id))).toMatch(/^not permitted/);
  outside.answer({ status: 201, body: { id: "late" } });
  expect(resultOf(await shop.engine.failedCalls.retry(shop.owner, entry.id))).toBe("done");
  await until(
    () => record(order.id),
    (r) => r.receipt === "late",
  );
  expect(outside.heard.at(-1)!.headers["idempotency-key"]).toBe(first!.headers["idempotency-key"]);
  expect(await failed()).toEqual([]);
  expect(resultOf(await shop.engine.failedCalls.retry(shop.owner, entry.id))).toMatch(/^not found/);
}, 40_000);

test("any text of a record can be sent in a header", async () => {
  const order = valueOf(await place({ note: "Žižka €5\r\nX-Evil: \u0007 東京" }))!;
  outside.heard.splice(0);
  outside.answer({ status: 201, body: { id: "told" } });
  valueOf(await act(order.id, "Bill"));
  await until(
    () => record(order.id),
    (r) => r.receipt === "told",
  );
  const { headers } = outside.heard.at(-1)!;
  expect(Buffer.from(String(headers["x-note"]), "latin1").toString("utf8")).toBe("Žižka €5 X-Evil:   東京");
  expect(headers).not.toHaveProperty("x-evil");
});

test("a header in the document overrides the default one", async () => {
  const order = valueOf(await place({ note: "knocked" }))!;
  outside.heard.splice(0);
  valueOf(await act(order.id, "Knock"));
  const [heard] = await until(
    () => outside.heard,
    (all) => all.length === 1,
  );
  expect(heard!.headers).toMatchObject({ "content-type": "application/vnd.door+json", accept: "text/plain", "idempotency-key": `knock ${String(order.number)}` });
});

test("a call that is no longer needed is dropped, and calls of one record are sent in order", async () => {
  const order = valueOf(await place({ note: "ordered" }))!;
  outside.heard.splice(0);
  outside.answer({ status: 500 }, { status: 201, body: { id: "a" } }, { status: 201, body: { id: "b" } });
  valueOf(await act(order.id, "Bill"));
  valueOf(await act(order.id, "Remind"));
  await until(
    () => record(order.id),
    (r) => r.receipt === "b",
  );
  const keys = outside.heard.map((h) => h.headers["idempotency-key"]);
  expect([keys[0] === keys[1], keys[1] === keys[2], keys.length]).toEqual([true, false, 3]);
  outside.answer({ status: 200 });
  const skipped = valueOf(await place({ note: "skipped", skip: true }))!;
  outside.heard.splice(0);
  valueOf(await act(skipped.id, "Bill"));
  await new Promise((later) => setTimeout(later, 1500));
  expect(outside.heard).toEqual([]);
  expect(await failed()).toEqual([]);
});

test("a missing secret fails the call at once, and is reported at the start", async () => {
  expect(shop.engine.missingSettings()).toEqual(["A secret isn't set, so calls that need it fail: set BELL."]);
  const order = valueOf(await place({ note: "rung" }))!;
  outside.heard.splice(0);
  valueOf(await act(order.id, "Ring"));
  const [entry] = await until(failed, (list) => list.length === 1);
  expect(entry).toMatchObject({ call: "Ring", attempts: 1, why: "The secret bell isn't set." });
  expect(resultOf(await shop.engine.failedCalls.drop(shop.owner, entry!.id))).toBe("done");
  expect(await failed()).toEqual([]);
  expect(outside.heard).toEqual([]);
});

test("an unreachable address: the call is retried and succeeds once the server is up", async () => {
  const order = valueOf(await place({ note: "refused" }))!;
  const { port } = outside;
  await outside.close();
  valueOf(await act(order.id, "Bill"));
  await new Promise((later) => setTimeout(later, 500));
  outside = await openOutside(port);
  outside.answer({ status: 201, body: { id: "back" } });
  expect(
    await until(
      () => record(order.id),
      (r) => r.receipt !== null,
    ),
  ).toMatchObject({ receipt: "back" });
});
