/** What the actions ask for that make a record comes in by every door: the plain form, their own address, a file, and the form of a whole. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "./open-product.ts";
import type { Client } from "./desk.ts";

const text = `# Specification: Library

## 3. Entities and their fields

### Box

- title: text, required

### Copy (part of Box)

- title: text, required
- price: number
- days: integer, required, default 7
- giver: text

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

## 6. Roles and permissions

- **Reader**
- **Desk**

| | Reader | Desk |
|---|---|---|
| Box | read, create, update | read, create |
| Copy | read, Buy | read, Inherit |
| User | read | read |
`;
let served: Served;
let reader: Client;
let desk: Client;
let box: string;
beforeAll(async () => {
  served = await serveProduct(text);
  reader = await served.person("reader@example.test", "Reader");
  desk = await served.person("desk@example.test", "Desk");
  box = (await reader("POST", "/api/boxes", { title: "Blue" })).body.id;
});
afterAll(() => served.close());

const fields = (body: { errors?: readonly { field: string; code: string }[] }): unknown => body.errors?.map((e) => `${e.field}: ${e.code}`);

test("a plain creation brings what is asked by the action that it is", async () => {
  const made = await reader("POST", "/api/copies", { title: "One", box, paid: 4 });
  expect([made.status, made.body.price, made.body.days, made.body.state]).toEqual([201, "4", 7, "bought"]);
  expect(fields((await reader("POST", "/api/copies", { title: "One", box })).body)).toEqual(["paid: required"]);
  expect(fields((await reader("POST", "/api/copies", { title: "One", box, paid: -1 })).body)).toEqual(["paid: invalid-value"]);
  const left = await desk("POST", "/api/copies", { title: "Two", box, from: "Ann" });
  expect([left.status, left.body.giver, left.body.state]).toEqual([201, "Ann", "left to us"]);
});

test("what another action asks for, or none, is refused", async () => {
  expect(fields((await desk("POST", "/api/copies", { title: "Two", box, paid: 4 })).body)).toEqual(["paid: unknown-field"]);
  expect(fields((await reader("POST", "/api/copies", { title: "Two", box, paid: 4, nope: 1 })).body)).toEqual(["nope: unknown-field"]);
  const made = await reader("POST", "/api/copies/buy", { title: "Three", box, paid: 4 });
  expect(made.status).toBe(201);
  const changed = await reader("PATCH", `/api/copies/${made.body.id}`, { paid: 5 }, { "if-match": "*" });
  expect([changed.status, fields(changed.body)]).toEqual([400, ["paid: unknown-field"]]);
});

test("a file has a column for it", async () => {
  const sent = await reader("POST", "/api/copies/import", `title,box,paid\nFour,Blue,12\nFive,Blue,\n`, { "content-type": "text/csv" });
  expect([sent.status, sent.body.errors.map((e: { row: number; field: string }) => `${e.row} ${e.field}`)]).toEqual([422, ["3 paid"]]);
  const imported = await reader("POST", "/api/copies/import", `title,box,paid\nFour,Blue,12\n`, { "content-type": "text/csv" });
  expect(imported.body).toEqual({ created: 1, updated: 0 });
  expect((await reader("GET", "/api/copies?title=Four")).body.items[0].price).toBe("12");
});

test("a part comes into being by its own rows, inside its whole too", async () => {
  const made = await reader("POST", "/api/boxes", { title: "Red", copies: [{ title: "One", paid: 3 }] });
  expect([made.status, made.body.copies?.map((c: { state: string; price: string }) => [c.state, c.price])]).toEqual([201, [["bought", "3"]]]);
  const left = await desk("POST", "/api/boxes", { title: "Green", copies: [{ title: "One", from: "Ann" }] });
  expect([left.status, left.body.copies?.map((c: { state: string; giver: string }) => [c.state, c.giver])]).toEqual([201, [["left to us", "Ann"]]]);
  const wrong = async (copy: object): Promise<unknown> => fields((await reader("POST", "/api/boxes", { title: "Grey", copies: [{ title: "ok", paid: 1 }, copy] })).body);
  expect(await wrong({ title: "no price" })).toEqual(["copies/1/paid: required"]);
  expect(await wrong({ title: "bad", paid: 1 })).toEqual(["copies/1: guard"]);
  expect(await wrong({ title: "from", paid: 1, from: "Ann" })).toEqual(["copies/1/from: unknown-field"]);
});

test("an effect answers what is asked, and the guard holds for it", async () => {
  expect((await reader("POST", `/api/boxes/${box}/fill`)).status).toBe(200);
  expect((await reader("GET", "/api/copies?title=bought%20by%20itself")).body.items.map((c: { price: string }) => c.price)).toEqual(["9"]);
  expect(fields((await reader("POST", `/api/boxes/${box}/overfill`)).body)).toEqual(["null: guard"]);
});

test("the description of the API says so", async () => {
  const { schemas } = (await served.owner("GET", "/api/openapi.json")).body.components;
  expect(Object.keys(schemas.CopyCreate.properties)).toEqual(["box", "title", "price", "days", "giver", "paid", "from"]);
  expect(schemas.CopyBuyCreate.required).toContain("paid");
});
