/** Received and offered calls over real HTTP: signatures, found and created records, once per key, permissions, envelopes, API keys. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { productOf, serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Shop

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin
- **Currency**: EUR

## 3. Entities and their fields

### Order

- number: gapless sequence \`O-{000}\`
- buyer: User, default \`me\`
- reference: text, unique
- note: text
- total: money, at least 0
- paid on: date, read-only
- lines: list of Line by order
- Shown as: \`number\`

### Line (part of Order)

- sku: text, required
- quantity: integer, required, at least 1
- gift: yes/no, default no

### Stray

- text: text, required
- On create: stop with NO_STRAY when \`text = "nothing"\`

## 4. States and transitions

### Order

- Starts as: open
- Ends as: done

| From | Action | To | Who | When |
|---|---|---|---|---|
| open | Finish | done | system | \`paid on != null\`, else NOT_PAID |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too dear | Order | \`total = null or total <= 1000\` | TOO_DEAR at total |

## 6. Roles and permissions

- **Buyer**
- **Clerk**

Own: an Order is its buyer's.

| | Buyer | Clerk |
|---|---|---|
| Order | read own | all |
| Stray | – | all |
| User | read: name | read |

## 7. The calls it makes

### Order came

- Receives: POST /hooks/:shop/orders
- Signed with: HMAC-SHA256 of the body by \`secret hook\` in header X-Signature
- Counts once per: \`body.id\`
- Finds: Order where \`reference = path.shop + "/" + body.order.ref\`, or creates one with reference = \`path.shop + "/" + body.order.ref\`, total = \`body.order.total\`
- Then: set note = \`header.x source + " " + query.via\`; set total = \`body.order.total\`; for each l in \`body.order.lines\`: create Line with order = \`order\`, sku = \`l.sku\`, quantity = \`l.n\`
- Answers: status 202, \`{ number: number, count: count(Order) }\`

### Paid

- Receives: POST /hooks/paid
- Signed with: header X-Key: \`secret pay\`
- Finds: Order where \`reference = body.ref\`
- Then: stop with PAID_TWICE when \`paid on != null\`; set paid on = \`date(body.at)\`; do Finish on \`order\`
- Otherwise: UNKNOWN_ORDER; create Stray with text = \`body.ref\`

### Marked

- Receives: POST /hooks/marks
- Signed with: header X-Key: \`secret pay\`
- Takes: name: text; mark: text
- Counts once per: body.name and body.mark
- Then: create Stray with text = \`"mark" + (if body.name = null then "" else body.name)\`

### Make an order

- Offers: POST /v1/orders
- For: Buyer, Clerk
- Takes:
  - ref: text, required, at most 10 characters
  - lines: list
    - sku: text, required
    - quantity: integer, required
  - address:
    - street name: text, required
- Counts once per: \`asked.ref\`
- Does: create Order as o with reference = \`asked.ref\`, note = \`asked.address.street name\`; for each l in asked.lines: create Line with order = \`o\`, sku = \`l.sku\`, quantity = \`l.quantity\`
- Answers: status 201, \`{ order: { number: o.number, lines: for l in o.lines return { sku: l.sku, quantity: l.quantity }, by: me.name } }\`
- Errors: \`{ ok: false, error: { code: code, status: status, message: message, field: field }, all: for e in errors return e.field }\`
- Signed in by: header Authorization: Token …

### Read an order

- Offers: GET /v1/orders/:ref
- For: everyone
- Takes: words: text
- Does: stop with NOT_FOUND when \`count(Order[reference = path.ref]) = 0\`
- Answers: \`{ note: Order[reference = path.ref][1].note, words: asked.words, seen: count(Order) }\`
- Signed in by: header X-Key

### Seen on

- Offers: GET /v1/seen/:on-day/:words
- For: anyone
- Takes: on day: date, required; words: text, required
- Answers: \`{ next: asked.on day + 1 day, words: asked.words }\`

### Call back

- Offers: PUT /v1/back/:ref
- For: anyone
- Takes: ref: integer, required; full name: text, required
- Answers: \`{ ref: asked.ref + 1, name: body.fullName }\`

### List orders

- Offers: GET /v1/orders/all
- For: anyone
- Answers: \`{ seen: count(Order) }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 422 | {total} is too dear. |
| NOT_PAID | 409 | It isn't paid. |
| UNKNOWN_ORDER | 404 | We don't know this order. |
| PAID_TWICE | 409 | {number} was paid on {paid on}. |
| NO_STRAY | 422 | "{text}" is no text. |
`;

let shop: Served;
let clerk: Client;
let buyer: Client;
const key: Record<string, string> = {};
beforeAll(async () => {
  shop = await serveProduct(text, { HOOK: "hook-secret", PAY: "pay-secret" });
  clerk = await shop.person("clerk@example.test", "Clerk");
  buyer = await shop.person("bea@example.test", "Buyer");
  for (const [name, who] of [
    ["clerk", clerk],
    ["bea", buyer],
  ] as const)
    key[name] = (await who("POST", "/api/me/keys", { name: "a script" })).body.key as string;
}, 60_000);
afterAll(async () => {
  await shop?.close();
});

const anyone = (): Client => clientOf(shop.server.address);
function hook(body: unknown, form: "hex" | "base64" | "prefixed" = "hex", secret = "hook-secret") {
  const raw = JSON.stringify(body);
  const mac = createHmac("sha256", secret).update(raw);
  const sign = form === "base64" ? mac.digest("base64") : form === "prefixed" ? `sha256=${mac.digest("hex").toUpperCase()}` : mac.digest("hex");
  return anyone()("POST", "/hooks/north/orders?via=web", Buffer.from(raw), { "content-type": "application/json", "x-signature": sign, "x-source": "till" });
}
const orders = async () => (await clerk("GET", "/api/orders?sort=number&fields=reference,note,total,paidOn")).body.items;

test("a received call creates the record that it doesn't find, finds it the next time, and runs once per key", async () => {
  const first = await hook({ id: 1, order: { ref: "a", total: 12.5 } });
  expect([first.status, first.body]).toEqual([202, { number: "O-001", count: 1 }]);
  expect(await orders()).toMatchObject([{ reference: "north/a", note: "till web", total: "12.50" }]);
  expect((await hook({ id: 2, order: { ref: "a", total: "20" } }, "base64")).body).toEqual({ number: "O-001", count: 1 });
  expect((await hook({ id: 3, order: { ref: "b", total: 1 } }, "prefixed")).body).toEqual({ number: "O-002", count: 2 });
  // The first one again: answered as then, and nothing happens.
  const again = await hook({ id: 1, order: { ref: "zzz", total: 99 } });
  expect([again.status, again.body]).toEqual([202, { number: "O-001", count: 1 }]);
  expect(await orders()).toMatchObject([{ reference: "north/a", total: "20.00" }, { reference: "north/b" }]);
});

test("invalid signatures, invalid values and violated rules are refused, store nothing, and the call may be sent again", async () => {
  expect((await hook({ id: 9, order: { ref: "c", total: 1 } }, "hex", "other")).status).toBe(401);
  const wrong = await hook({ id: 9, order: { ref: "c", total: { amount: 1 } } });
  expect([wrong.status, wrong.body.errors[0].code, wrong.body.errors[0].field]).toEqual([422, "invalid-value", "total"]);
  const dear = await hook({ id: 9, order: { ref: "c", total: 5000 } });
  expect([dear.status, dear.body.code]).toEqual([422, "TOO_DEAR"]);
  expect(await orders()).toHaveLength(2);
  expect((await hook({ id: 9, order: { ref: "c", total: 5 } })).status).toBe(202);
  expect(await orders()).toHaveLength(3);
  const two = await Promise.all([1, 2, 3, 4].map(() => hook({ id: 10, order: { ref: "d", total: 5 } })));
  expect(two.map((t) => t.status)).toEqual([202, 202, 202, 202]);
  expect(await orders()).toHaveLength(4);
});

test("a key in a header; a record that isn't found runs Otherwise, whose statements are kept and whose code is returned", async () => {
  const pay = (body: unknown, secret = "pay-secret") => anyone()("POST", "/hooks/paid", body, { "x-key": secret });
  expect((await pay({ ref: "north/a", at: "2026-03-01T23:30:00Z" }, "nope")).status).toBe(401);
  const lost = await pay({ ref: "south/x", at: "2026-03-01T23:30:00Z" });
  expect([lost.status, lost.body.code]).toEqual([404, "UNKNOWN_ORDER"]);
  expect((await clerk("GET", "/api/strays")).body.items).toMatchObject([{ text: "south/x" }]);
  const found = await pay({ ref: "north/a", at: "2026-03-01T23:30:00Z" });
  expect([found.status, found.body]).toEqual([200, {}]);
  expect((await orders())[0]).toMatchObject({ paidOn: "2026-03-02" });
  expect((await pay({ ref: "north/b", at: null })).body.code).toBe("NOT_PAID");
});

test("a call that counts once per two values runs once for each pair of them, and each time where both are missing", async () => {
  const mark = async (body: unknown) => (await anyone()("POST", "/hooks/marks", body, { "x-key": "pay-secret" })).status;
  const sent = [{ name: "a b", mark: "c" }, { name: "a", mark: "b c" }, { name: "a b", mark: "c" }, { name: "a" }, { name: "a" }, {}, {}];
  for (const body of sent) expect(await mark(body)).toBe(200);
  const strays = (await clerk("GET", "/api/strays?sort=createdAt")).body.items.map(({ text }: { text: string }) => text);
  expect(strays.filter((one: string) => one.startsWith("mark"))).toEqual(["marka b", "marka", "marka", "mark", "mark"]);
});

test("an error raised by a received call or an event names its record", async () => {
  const again = await anyone()("POST", "/hooks/paid", { ref: "north/a", at: "2026-03-01T23:30:00Z" }, { "x-key": "pay-secret" });
  expect([again.status, again.body.detail]).toEqual([409, "O-001 was paid on 2 March 2026."]);
  const stray = await clerk("POST", "/api/strays", { text: "nothing" });
  expect([stray.status, stray.body.detail]).toEqual([422, '"nothing" is no text.']);
});

const token = (who: string) => ({ authorization: `Token ${key[who]}` });

test("an offered call takes nested values, runs its statements as the actor and returns its own body", async () => {
  const sent = {
    ref: "own-1",
    lines: [
      { sku: "a", quantity: 2 },
      { sku: "b", quantity: 1 },
    ],
    address: { streetName: "Elm" },
  };
  const made = await anyone()("POST", "/v1/orders", sent, token("bea"));
  expect([made.status, made.body]).toEqual([
    201,
    {
      order: {
        number: "O-005",
        by: "bea",
        lines: [
          { sku: "a", quantity: 2 },
          { sku: "b", quantity: 1 },
        ],
      },
    },
  ]);
  expect((await buyer("GET", "/api/orders")).body.items).toMatchObject([{ reference: "own-1", note: "Elm", buyer: { shownAs: "bea" } }]);
  // Counts once per reference and person.
  expect((await anyone()("POST", "/v1/orders", sent, token("bea"))).body).toEqual(made.body);
  expect(await orders()).toHaveLength(5);
  const history = (await clerk("GET", `/api/orders/own-1/history`)).body;
  expect((history.items ?? history)[0].by).toMatchObject({ name: "bea" });
});

test("its errors are in its envelope: not signed in, missing or unknown values, violated rules", async () => {
  const post = (body: unknown, headers: Record<string, string>) => anyone()("POST", "/v1/orders", body, headers);
  expect((await post({}, {})).body).toMatchObject({ ok: false, error: { code: "not-signed-in", status: 401 } });
  expect((await post({}, { authorization: "Token nonsense" })).body.error.status).toBe(401);
  expect((await post({}, { authorization: `Bearer ${key["bea"]}` })).status).toBe(401);
  const missing = await post({ lines: [{ sku: "", quantity: "x" }, 3] }, token("bea"));
  expect([missing.status, missing.body.all]).toEqual([422, ["ref", "lines/0/sku", "lines/0/quantity", "lines/1", "address"]]);
  expect((await post({ ref: "r", adress: {} }, token("bea"))).body.error).toMatchObject({ status: 400, message: expect.stringContaining('Did you mean "address"?') });
  expect((await post({ ref: "a very long reference", address: { streetName: "x" } }, token("bea"))).body.error).toMatchObject({ field: "ref", status: 422 });
  const rule = await post({ ref: "r", lines: [{ sku: "a", quantity: 0 }], address: { streetName: "x" } }, token("bea"));
  expect([rule.status, rule.body.ok]).toEqual([422, false]);
  expect((await post("{", token("bea"))).body).toMatchObject({ ok: false });
  expect(await orders()).toHaveLength(5);
  expect(shop.bugs).toEqual([]);
});

test("it reads what the actor may read; a literal path comes before a parameter", async () => {
  const read = (ref: string, headers: Record<string, string>) => anyone()("GET", `/v1/orders/${ref}?words=hi&other=1`, undefined, headers);
  expect((await read("own-1", { "x-key": key["bea"]! })).body).toEqual({ note: "Elm", words: "hi", seen: 1 });
  expect((await read("own-1", { "x-key": key["clerk"]! })).body).toEqual({ note: "Elm", words: "hi", seen: 5 });
  const hidden = await read(encodeURIComponent("north/a"), { "x-key": key["bea"]! });
  // The document's own condition sees the order; what the call answers is what its caller may read.
  expect([hidden.status, hidden.body]).toEqual([200, { note: null, words: "hi", seen: 1 }]);
  expect((await read("own-1", {})).status).toBe(401);
  expect((await anyone()("GET", "/v1/orders/all")).body).toEqual({ seen: 0 });
  // What the path names is the value of the field of that name, whatever else is sent.
  expect(await anyone()("GET", "/v1/seen/2026-01-31/hi?words=no&onDay=2020-01-01")).toMatchObject({ status: 200, body: { next: "2026-02-01", words: "hi" } });
  expect(await anyone()("GET", "/v1/seen/soon/hi")).toMatchObject({ status: 422, body: { errors: [{ field: "onDay", code: "invalid-value" }] } });
  expect(await anyone()("PUT", "/v1/back/7", { fullName: "Ada" })).toMatchObject({ status: 200, body: { ref: 8, name: "Ada" } });
});

test("a single value in place of a list is taken as a list of one, and refused if it is invalid", async () => {
  const lines = async (ref: string, sent: unknown) => {
    const { status } = await hook({ id: `lines ${ref}`, order: { ref, total: 1, lines: sent } });
    return [status, ...((await clerk("GET", `/api/orders?reference=north/${ref}`)).body.items[0]?.lines ?? []).map((l: { sku: string }) => l.sku)];
  };
  expect(
    await lines("l1", [
      { sku: "x", n: 1 },
      { sku: "y", n: 2 },
    ]),
  ).toEqual([202, "x", "y"]);
  expect(await lines("l2", { sku: "x", n: 1 })).toEqual([202, "x"]);
  expect(await lines("l3", [])).toEqual([202]);
  expect(await lines("l4", null)).toEqual([202]);
  expect(await lines("l5", "x")).toEqual([422]);
});

test("an API key is shown once, authenticates its user until it is deleted, and only its user can list it", async () => {
  const made = await buyer("POST", "/api/me/keys", { name: "phone" });
  expect(made.status).toBe(201);
  const listed = await buyer("GET", "/api/me/keys");
  expect(listed.body.items.map((k: { name: string }) => k.name)).toEqual(["a script", "phone"]);
  expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
  const byKey = clientOf(shop.server.address, made.body.key);
  expect((await byKey("GET", "/api/me")).body).toMatchObject({ signedIn: true, email: "bea@example.test" });
  expect((await clerk("DELETE", `/api/me/keys/${made.body.id}`)).status).toBe(404);
  expect((await buyer("DELETE", `/api/me/keys/${made.body.id}`)).status).toBe(204);
  expect((await byKey("GET", "/api/orders")).status).toBe(401);
  expect((await anyone()("POST", "/api/me/keys", { name: "x" })).status).toBe(401);
});

test("the API description lists it, and a new version of the document changes its path at once", async () => {
  const described = (await anyone()("GET", "/api/openapi.json")).body;
  expect(described.paths["/v1/orders"].post).toMatchObject({ summary: "Make an order", responses: { 201: {} } });
  expect(described.paths["/v1/seen/{on-day}/{words}"].get.parameters.map((p: { name: string; in: string }) => [p.name, p.in])).toEqual([
    ["on-day", "path"],
    ["words", "path"],
  ]);
  expect(Object.keys(described.paths["/v1/back/{ref}"].put.requestBody.content["application/json"].schema.properties)).toEqual(["fullName"]);
  expect(described.paths["/v1/orders/{ref}"].get.parameters.map((p: { name: string }) => p.name)).toEqual(["ref", "words"]);
  const schema = described.paths["/v1/orders"].post.requestBody.content["application/json"].schema;
  expect(schema.required).toEqual(["ref", "address"]);
  expect(Object.keys(schema.properties)).toEqual(["ref", "lines", "address"]);
  const changed = await shop.engine.switchVersion({ ...productOf(text.replace("GET /v1/orders/all", "GET /v1/everything")), version: "2" });
  expect(changed.ok).toBe(true);
  expect((await anyone()("GET", "/v1/everything")).body).toEqual({ seen: 0 });
});

test("only the Owner can list failed calls", async () => {
  expect((await shop.owner("GET", "/api/outbox/failed")).body).toEqual({ items: [], count: 0 });
  expect((await clerk("GET", "/api/outbox/failed")).status).toBe(403);
  expect((await anyone()("GET", "/api/outbox/failed")).status).toBe(401);
  expect((await shop.owner("POST", "/api/outbox/failed/0193d5f0-0000-7000-8000-000000000000/retry", {})).status).toBe(404);
});
