/** The input of actions that create a record, by every way to create one: a plain creation, the action's path, an import, parts, effects and received calls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";
import { clientOf, type Client } from "../desk.ts";

const text = `# Specification: Library

## 3. Entities and their fields

### Box

- title: text, required

### Copy (part of Box)

- title: text, required
- price: number
- days: integer, required, default 7
- giver: text

### Guest

- name: text, required, unique
- told: text

### Badge

- name: text, required
- printed no: gapless sequence \`P-{0000}\` taken on Print
- written no: sequence \`W-{0000}\` taken on Write

## 4. States and transitions

### Box

- Starts as: up
- Ends as: up

| From | Action | To | Who | Then |
|---|---|---|---|---|
| up | Fill | up | Reader | create Copy with box = this, title = "bought by itself", Paid = 9 |
| up | Overfill | up | Reader | create Copy with box = this, title = "bad", paid = 9 |

### Copy

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Buy | bought | Reader | \`title != "bad"\` | set price = \`asked.paid\` |
| (new) | Inherit | left to us | Desk | | set giver = \`asked.from\` |

- Buy asks for: paid: number, required, at least 0; days
- Inherit asks for: from: text

### Guest

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Invite | invited | Reader | |
| (new) | Announce | announced | Desk | set told = \`asked.word\` |
| invited | Receive | announced | Desk | |

- Announce asks for: word: text, required

### Badge

| From | Action | To | Who |
|---|---|---|---|
| (new) | Print | printed | Reader |
| (new) | Write | written | Desk |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Short | Badge, on Print | \`string length(name) < 9\` | LONG |

## 6. Roles and permissions

- **Reader**
- **Desk**

| | Reader | Desk |
|---|---|---|
| Box | read, create, update, history | read, create |
| Copy | read, Buy | read, Inherit |
| Guest | read | read, update |
| Badge | read, Print, history | read, Write, history |
| User | read | read |

## 7. The calls it makes

### Door

- Receives: POST /door
- Signed with: bearer secret DOOR
- Finds: Guest where \`name = body.name\`, or creates one with name = \`body.name\`, word = \`body.word\`
- Answers: 200

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| LONG | 422 | Too long for the printer. |
`;
let served: Served;
let reader: Client;
let desk: Client;
let box: string;
beforeAll(async () => {
  served = await serveProduct(text, { DOOR: "bell" });
  reader = await served.person("reader@example.test", "Reader");
  desk = await served.person("desk@example.test", "Desk");
  box = (await reader("POST", "/api/boxes", { title: "Blue" })).body.id;
});
afterAll(() => served.close());

const fields = (body: { errors?: readonly { field: string; code: string }[] }): unknown => body.errors?.map((e) => `${e.field}: ${e.code}`);

test("a plain creation takes the input of its action", async () => {
  const made = await reader("POST", "/api/copies", { title: "One", box, paid: 4 });
  expect([made.status, made.body.price, made.body.days, made.body.state]).toEqual([201, "4", 7, "bought"]);
  expect(fields((await reader("POST", "/api/copies", { title: "One", box })).body)).toEqual(["paid: required"]);
  expect(fields((await reader("POST", "/api/copies", { title: "One", box, paid: -1 })).body)).toEqual(["paid: invalid-value"]);
  const left = await desk("POST", "/api/copies", { title: "Two", box, from: "Ann" });
  expect([left.status, left.body.giver, left.body.state]).toEqual([201, "Ann", "left to us"]);
});

test("the input of another action is refused", async () => {
  expect(fields((await desk("POST", "/api/copies", { title: "Two", box, paid: 4 })).body)).toEqual(["paid: unknown-field"]);
  expect(fields((await reader("POST", "/api/copies", { title: "Two", box, paid: 4, nope: 1 })).body)).toEqual(["nope: unknown-field"]);
  const made = await reader("POST", "/api/copies/buy", { title: "Three", box, paid: 4 });
  expect(made.status).toBe(201);
  const changed = await reader("PATCH", `/api/copies/${made.body.id}`, { paid: 5 }, { "if-match": "*" });
  expect([changed.status, fields(changed.body)]).toEqual([400, ["paid: unknown-field"]]);
});

test("an import has a column for it", async () => {
  const sent = await reader("POST", "/api/copies/import", `title,box,paid\nFour,Blue,12\nFive,Blue,\n`, { "content-type": "text/csv" });
  expect([sent.status, sent.body.errors.map((e: { row: number; field: string }) => `${e.row} ${e.field}`)]).toEqual([422, ["3 paid"]]);
  const imported = await reader("POST", "/api/copies/import", `title,box,paid\nFour,Blue,12\n`, { "content-type": "text/csv" });
  expect(imported.body).toEqual({ created: 1, updated: 0 });
  expect((await reader("GET", "/api/copies?title=Four")).body.items[0].price).toBe("12");
});

test("a part is created by its own rows, also through its owner record", async () => {
  const made = await reader("POST", "/api/boxes", { title: "Red", copies: [{ title: "One", paid: 3 }] });
  expect([made.status, made.body.copies?.map((c: { state: string; price: string }) => [c.state, c.price])]).toEqual([201, [["bought", "3"]]]);
  const [{ changes }] = (await reader("GET", `/api/boxes/${made.body.id}/history`)).body.items;
  expect(changes.find((c: { field: string }) => c.field === "copies").after.map((c: { state: string }) => c.state)).toEqual(["bought"]);
  const left = await desk("POST", "/api/boxes", { title: "Green", copies: [{ title: "One", from: "Ann" }] });
  expect([left.status, left.body.copies?.map((c: { state: string; giver: string }) => [c.state, c.giver])]).toEqual([201, [["left to us", "Ann"]]]);
  const wrong = async (copy: object): Promise<unknown> => fields((await reader("POST", "/api/boxes", { title: "Grey", copies: [{ title: "ok", paid: 1 }, copy] })).body);
  expect(await wrong({ title: "no price" })).toEqual(["copies/1/paid: required"]);
  expect(await wrong({ title: "bad", paid: 1 })).toEqual(["copies/1: guard"]);
  expect(await wrong({ title: "from", paid: 1, from: "Ann" })).toEqual(["copies/1/from: unknown-field"]);
});

test("an effect gives the input, and the guard applies to it", async () => {
  expect((await reader("POST", `/api/boxes/${box}/fill`)).status).toBe(200);
  expect((await reader("GET", "/api/copies?title=bought%20by%20itself")).body.items.map((c: { price: string }) => c.price)).toEqual(["9"]);
  expect(fields((await reader("POST", `/api/boxes/${box}/overfill`)).body)).toEqual(["null: guard"]);
});

test("a received call that creates a record gives the input", async () => {
  const ring = (body: object) => clientOf(served.server.address, "bell")("POST", "/door", body);
  expect((await ring({ name: "Ann", word: "hello" })).status).toBe(200);
  expect((await reader("GET", "/api/guests?name=Ann")).body.items.map((g: { state: string; told: string }) => [g.state, g.told])).toEqual([["announced", "hello"]]);
  expect(fields((await ring({ name: "Bob" })).body)).toEqual(["word: required"]);
});

test("an import may contain new and existing records", async () => {
  const lines = (csv: string) => desk("POST", "/api/guests/import?match=name", csv, { "content-type": "text/csv" });
  expect((await lines("name,word\nCid,hi\n")).body).toEqual({ created: 1, updated: 0 });
  expect((await lines("name,told,word\nCid,again,\nDot,,hello\n")).body).toEqual({ created: 1, updated: 1 });
  expect(fields((await lines("name,word\nCid,no\n")).body)).toEqual(["word: unknown-field"]);
});

test("of several creating actions, the actor's own one is used", async () => {
  const made = async (who: Client, name: string): Promise<unknown> => {
    const { status, body } = await who("POST", "/api/badges", { name });
    if (status !== 201) return fields(body);
    const history = (await who("GET", `/api/badges/${body.id}/history`)).body.items;
    return [body.state, body.printedNo, body.writtenNo, ...history.map((h: { action: string }) => h.action)];
  };
  expect(await made(reader, "Ada")).toEqual(["printed", "P-0001", null, "Print"]);
  expect(await made(desk, "Wilhelmina")).toEqual(["written", null, "W-0001", "Write"]);
  expect(await made(reader, "Wilhelmina")).toEqual(["null: LONG"]);
  expect(await made(reader, "Bo")).toEqual(["printed", "P-0002", null, "Print"]);
});

test("the API description lists the input", async () => {
  const { schemas } = (await served.owner("GET", "/api/openapi.json")).body.components;
  expect(Object.keys(schemas.CopyCreate.properties)).toEqual(["box", "title", "price", "days", "giver", "paid", "from"]);
  expect(schemas.CopyBuyCreate.required).toContain("paid");
});
