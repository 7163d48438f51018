/** What users can't change any more, over HTTP: locked records and parts, set-once fields, archived records. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { become, type Client, type ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Agreements

## 1. What the product does and for whom

- **Name**: Agreements
- **Time zone**: Europe/Berlin
- **Currency**: EUR
- **Sign-in**: email and password

For whom:

- **Clerk** — keeps them

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Agreements | list of Agreement | Clerk |
| /accounts | Accounts | list of Account | Clerk |

### Accounts

- Import: csv

## 3. Entities and their fields

### Agreement

- name: text, required
- terms: text
- clauses: list of Clause by agreement
- Locked while: agreed

### Clause (part of Agreement)

- agreement: Agreement, required
- text: text, required
- signed: yes/no, default no
- notes: list of Note by clause
- Locked while: \`signed\`

### Note (part of Clause)

- clause: Clause, required
- text: text, required

### Holder

- name: text, required

### Account

- name: text, required, unique
- holder: Holder
- balance: integer, default 0
- code: text, set once
- pin: text, secret, set once
- twin: Account
- entries: list of Entry by account
- Deleting: archives
- When holder is deleted: empty it

### Entry (part of Account)

- account: Account, required
- amount: integer, required

### Slip

- holder: Holder, required
- Deleting: archives
- When holder is deleted: delete too

### Tag

- slip: Slip
- changes: integer, default 0
- When slip is deleted: empty it
- On change of slip: set changes to changes + 1

### Booking

- account: Account, required
- amount: integer, default 1
- code: text

## 4. States and transitions

### Agreement

- Starts as: draft
- Ends as: torn

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Agree | agreed | Clerk | | |
| agreed | Tear up | torn | Clerk | | delete this |

### Entry

- Starts as: fresh
- Ends as: stale

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| fresh | (after 2 days) | stale | system | | |

### Account

- Starts as: open
- Ends as: old

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | (after 3 days) | old | system | | |
| open | Put by | old | Clerk | | |
| open | Give a code | open | Clerk | | |

- Give a code asks for: code

### Booking

- Starts as: planned
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| planned | Book | done | Clerk | | set account.balance = \`account.balance + amount\` |
| planned | Book each | done | Clerk | | for each e in account.entries: set e.amount = \`amount\` |
| planned | Drop | done | Clerk | | delete account |
| planned | Push | done | Clerk | | do Put by on account |
| planned | Drop and book | done | Clerk | | delete account; set account.balance = 7 |
| planned | Name | done | Clerk | | set account.code = \`code\` |

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Agreement | all |
| Account | all |
| Holder | all |
| Slip | all |
| Tag | all |
| Booking | all |
| User | read |

## 7. The calls it makes

### Daily

- Every: day at 07:00, for each Account where \`name = "first" or name = "second"\`
- Then: set balance = \`balance + 1\`; delete twin

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;
const lineOf = (words: string): number => text.split("\n").findIndex((l) => l.startsWith(words)) + 1;
const lockedLine = lineOf("- Locked while: agreed");

let served: Served;
let clerk: Client;
beforeAll(async () => {
  served = await serveProduct(text, {}, { rehearse: true });
  clerk = await become(served.server.address, "clerk");
}, 120_000);
afterAll(() => served.close());

const any = { "if-match": "*" };
const make = async (path: string, values: unknown): Promise<ClientResponse["body"]> => {
  const made = await clerk("POST", `/api/${path}`, values);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const get = async (path: string, id: string): Promise<ClientResponse["body"]> => (await clerk("GET", `/api/${path}/${id}`)).body;
const patch = (path: string, id: string, values: unknown) => clerk("PATCH", `/api/${path}/${id}`, values, any);
const remove = (path: string, id: string) => clerk("DELETE", `/api/${path}/${id}`, undefined, any);
const act = (path: string, id: string, action: string, values: unknown = {}) => clerk("POST", `/api/${path}/${id}/${action}`, values, any);
const said = ({ status, body }: ClientResponse): unknown[] => [
  status,
  ...(body.errors ?? []).flatMap((e: { code: string; field?: string }) => [e.code, ...(e.field ? [e.field] : [])]),
];

test("a locked record can be deleted by an effect only", async () => {
  const made = await make("agreements", { name: "A", clauses: [{ text: "one" }] });
  expect((await act("agreements", made.id, "agree")).status).toBe(200);
  for (const refused of [await remove("agreements", made.id), await patch("agreements", made.id, { terms: "other" })]) {
    expect(said(refused)).toEqual([409, "locked"]);
    expect(refused.body.errors[0]).toMatchObject({ line: lockedLine, detail: "This Agreement is locked while agreed." });
  }
  const batch = await clerk("POST", "/api/agreements:batch", { action: "delete", ids: [made.id] });
  expect(batch.body.results).toMatchObject([{ ok: false, problem: { status: 409, code: "locked", errors: [{ line: lockedLine }] } }]);
  expect(await get("agreements", made.id)).toMatchObject({ name: "A", state: "agreed" });
  expect((await act("agreements", made.id, "tear-up")).status).toBeLessThan(300);
  expect((await clerk("GET", `/api/agreements/${made.id}`)).status).toBe(404);
  const draft = await make("agreements", { name: "B" });
  expect((await remove("agreements", draft.id)).status).toBeLessThan(300);
});

test("a part's own lock also applies to changes through its owner record", async () => {
  const made = await make("agreements", { name: "C", clauses: [{ text: "one", notes: [{ text: "n" }] }, { text: "two" }] });
  const [one, two] = made.clauses;
  // What locks it is brought about together with its last change.
  const signed = await patch("agreements", made.id, { clauses: [{ id: one.id, text: "last", signed: true, notes: [{ id: one.notes[0].id, text: "m" }] }, { id: two.id }] });
  expect(signed.body.clauses).toMatchObject([{ text: "last", signed: true, notes: [{ text: "m" }] }, { text: "two" }]);
  const send = async (clauses: unknown) => said(await patch("agreements", made.id, { name: "D", clauses }));
  expect(await send([{ id: one.id, text: "later" }, { id: two.id }])).toEqual([409, "locked", "clauses/0"]);
  expect(await send([{ id: two.id }])).toEqual([409, "locked", "clauses"]);
  expect(await send([{ id: one.id, notes: [] }, { id: two.id }])).toEqual([409, "locked", "clauses/0/notes"]);
  expect(await send([{ id: one.id, notes: [{ id: one.notes[0].id, text: "x" }] }, { id: two.id }])).toEqual([409, "locked", "clauses/0/notes/0"]);
  expect(await send([{ id: one.id, notes: [{ id: one.notes[0].id }, { text: "y" }] }, { id: two.id }])).toEqual([409, "locked", "clauses/0/notes/1"]);
  expect(said(await remove("clauses", one.id))).toEqual([409, "locked"]);
  expect((await get("agreements", made.id)).name).toBe("C");
  expect(
    await send([
      { id: one.id, text: "last" },
      { id: two.id, text: "2" },
    ]),
  ).toEqual([200]);
});

test("a set-once field that was left empty can't be filled in later, by a change or an import", async () => {
  const [empty, full] = [await make("accounts", { name: "empty" }), await make("accounts", { name: "full", code: "F", pin: "1234" })];
  for (const [id, values, field] of [
    [empty.id, { code: "E" }, "code"],
    [empty.id, { pin: "9" }, "pin"],
    [full.id, { code: "G" }, "code"],
    [full.id, { code: null }, "code"],
    [full.id, { pin: "9" }, "pin"],
  ] as const) {
    const refused = await patch("accounts", id, values);
    expect(said(refused)).toEqual([422, "read-only", field]);
    expect(refused.body.errors[0].line).toBe(lineOf(`- ${field}: text`));
  }
  const send = (csv: string) => clerk("POST", "/api/accounts/import?match=name", csv, { "content-type": "text/csv" });
  expect(said(await send("name,code\nempty,E\n"))).toEqual([422, "read-only", "code"]);
  expect((await send("name,code,balance\nempty,,3\nfull,F,4\nnew,N,5\n")).body).toEqual({ created: 1, updated: 2 });
  expect((await patch("accounts", empty.id, { code: null, balance: 1 })).status).toBe(200);
  expect([await get("accounts", empty.id), await get("accounts", full.id)]).toMatchObject([{ code: null }, { code: "F" }]);
  // An action that asks for it, and an effect, are the document's own.
  expect((await act("accounts", empty.id, "give-a-code", { code: "asked" })).body).toMatchObject({ code: "asked" });
  const other = await make("accounts", { name: "other" });
  const booking = await make("bookings", { account: other.id, code: "set" });
  expect((await act("bookings", booking.id, "name")).status).toBe(200);
  expect((await get("accounts", other.id)).code).toBe("set");
});

test("an effect can't change an archived record, and the whole change is rolled back", async () => {
  const made = await make("accounts", { name: "gone", entries: [{ amount: 1 }] });
  const bookings = await Promise.all(["book", "book-each", "drop", "push"].map(async (action) => ({ action, id: (await make("bookings", { account: made.id })).id as string })));
  expect((await remove("accounts", made.id)).status).toBeLessThan(300);
  const before = await get("accounts", made.id);
  expect(before).toMatchObject({ archivedAt: expect.stringMatching(/Z$/), balance: 0 });
  for (const { action, id } of bookings) {
    const refused = await act("bookings", id, action);
    expect([action, ...said(refused)]).toEqual([action, 409, "archived"]);
    expect(refused.body.errors[0]).toMatchObject({ line: lineOf("- Deleting: archives"), detail: "This Account is archived and can't be changed." });
    expect((await get("bookings", id)).state).toBe("planned");
  }
  for (const refused of [
    await patch("accounts", made.id, { balance: 3 }),
    await remove("accounts", made.id),
    await act("accounts", made.id, "put-by"),
    await patch("entries", before.entries[0].id, { amount: 3 }),
    await remove("entries", before.entries[0].id),
  ])
    expect(said(refused)).toEqual([409, "archived"]);
  expect((await clerk("POST", "/api/entries", { account: made.id, amount: 2 })).status).toBe(422);
  const within = await make("accounts", { name: "within" });
  const both = await make("bookings", { account: within.id });
  expect(said(await act("bookings", both.id, "drop-and-book"))).toEqual([409, "archived"]);
  expect(await get("accounts", within.id)).toMatchObject({ archivedAt: null, balance: 0 });
  // Neither does the clock.
  const moved = await make("accounts", { name: "moved", entries: [{ amount: 1 }] });
  await served.engine.rehearsal!.moveClock({ forward: "P4D" });
  expect((await get("accounts", moved.id)).state).toBe("old");
  expect((await get("accounts", moved.id)).entries).toMatchObject([{ state: "stale" }]);
  expect(await get("accounts", made.id)).toEqual(before);
  expect(before.entries).toMatchObject([{ state: "fresh" }]);
}, 60_000);

test("a record that an archived record refers to can still be deleted", async () => {
  const holder = await make("holders", { name: "H" });
  const made = await make("accounts", { name: "held", holder: holder.id });
  const slip = await make("slips", { holder: holder.id });
  const kept = await make("slips", { holder: holder.id });
  const tag = await make("tags", { slip: kept.id });
  for (const [path, id] of [
    ["accounts", made.id],
    ["slips", slip.id],
  ] as const)
    expect((await remove(path, id)).status).toBeLessThan(300);
  expect((await remove("holders", holder.id)).status).toBeLessThan(300);
  expect(await get("accounts", made.id)).toMatchObject({ holder: null, archivedAt: expect.stringMatching(/Z$/) });
  for (const { id } of [slip, kept]) expect((await clerk("GET", `/api/slips/${id}`)).status).toBe(404);
  // What refers to one that goes along is emptied as by any other deletion.
  expect(await get("tags", tag.id)).toMatchObject({ slip: null, changes: 1 });
});

test("a schedule skips records that it has just archived", async () => {
  const second = await make("accounts", { name: "first" });
  const twin = await make("accounts", { name: "second" });
  expect((await patch("accounts", second.id, { twin: twin.id })).status).toBe(200);
  await served.engine.rehearsal!.moveClock({ forward: "P1D" });
  expect(await get("accounts", second.id)).toMatchObject({ balance: 1, archivedAt: null });
  expect(await get("accounts", twin.id)).toMatchObject({ balance: 0, archivedAt: expect.stringMatching(/Z$/) });
  expect(await served.engine.failedCalls.list({ kind: "system" })).toMatchObject({ ok: true, value: { count: 0 } });
}, 60_000);
