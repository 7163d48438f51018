/** A change that is decided on values at hand and sent as one statement gives the same result as with a transaction, also where many run at once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Change, Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { type Opened, openProduct } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";
import { listOf, recordOf } from "../support/read.ts";

const text = `# Specification: Desk

## 3. Entities and their fields

### Item

- name: text, required
- keeper: User
- retired: yes/no, default no

### Loan

- number: sequence \`L{0000}\`
- item: Item, required
- borrower: User, default me
- start date: date, required
- end date: date, required
- fee: money in EUR, default 0
- purpose: text, required, at most 20 characters

### Room

- name: text, required
- seats: integer, required
- closed: yes/no, default no
- bookings: list of Booking by room

### Booking

- number: gapless sequence \`B{0000}\`
- room: Room, required
- people: integer, required

## 4. States and transitions

### Loan

- Starts as: requested
- Ends as: returned

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| requested | Hand out | out | Clerk | \`fee < 100\` | |
| out | Return | returned | Clerk | | |

### Booking

- Starts as: waiting
- Ends as: inside

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| waiting | Enter | inside | Clerk | \`not(room.closed)\` | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| In order | Loan | \`end date >= start date\` | DATES_REVERSED |
| Not too long | Loan | \`end date < start date + longest loan\` | TOO_LONG |
| Enough seats | Room | \`sum(bookings.people) <= seats\` | FULL |
| Nobody is locked in | Room | \`not(closed) or count(bookings[state = "inside"]) = 0\` | LOCKED_IN |

## 6. Roles and permissions

- **Borrower**
- **Clerk**
- **Keeper**

Own: a Loan is its borrower's.

| | Borrower | Clerk | Keeper |
|---|---|---|---|
| User | read (name) | read (name) | read (name) |
| Item | read | all | read |
| Loan | read own, create own, update own | all | read where \`item.keeper = me\`, update where \`item.keeper = me\` |
| Room | read | all | read |
| Booking | read | all | read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| DATES_REVERSED | 422 | The end is before the start. |
| TOO_LONG | 422 | A loan lasts at most 14 days. |
| FULL | 409 | The room has {seats} seats. |
| LOCKED_IN | 409 | Somebody is in the room. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| longest loan | 14 days | |
`;

let opened: Opened;
const sent: string[] = [];
let [borrower, clerk, keeper]: Actor[] = [];

const does = (actor: Actor, change: Change, more: object = {}): Promise<Outcome<VisibleRecord | null>> => opened.engine.perform(actor, change, more);
const make = async (actor: Actor, entity: string, values: object): Promise<VisibleRecord> => valueOf(await does(actor, { kind: "create", entity, values: { ...values } }))!;
/** With an idempotency key, a change runs in a transaction. */
const slowly = (): object => ({ idempotencyKey: randomUUID() });
const isAtOnce = (): boolean => sent.some((sql) => /^with m as .*, (r|w) as \((insert|update)/.test(sql)) && !sent.some((sql) => /for update of r/.test(sql));

beforeAll(async () => {
  opened = await openProduct(text, { slowStatements: { overMilliseconds: 0, report: (statement) => sent.push(statement.text) } });
  borrower = await opened.person("borrower@example.test", "Borrower");
  clerk = await opened.person("clerk@example.test", "Clerk");
  keeper = await opened.person("keeper@example.test", "Keeper");
});
beforeEach(() => void sent.splice(0));
afterAll(() => opened?.close());

const days = { startDate: "2026-03-01", endDate: "2026-03-05", purpose: "a film" };

/** Everything but what differs from record to record. */
const common = (record: VisibleRecord): unknown => ({ ...record, id: "", number: "", createdAt: "", updatedAt: "" });

async function historyOf(id: string): Promise<unknown> {
  const entries = valueOf(await opened.engine.history(clerk!, "Loan", id));
  return JSON.parse(
    JSON.stringify(entries, (key, value: unknown) => (["at", "position", "id", "record", "number", "createdAt", "updatedAt"].includes(key) ? "" : value))
      .replaceAll(id, "")
      .replaceAll(/"L\d{4}"/g, '""'),
  );
}

test("a creation, an update and a transition give the same record and the same history as with a transaction", async () => {
  const item = await make(clerk!, "Item", { name: "Camera" });
  const records: unknown[] = [];
  for (const more of [(): object => ({}), slowly]) {
    sent.splice(0);
    const loan = valueOf(await does(borrower!, { kind: "create", entity: "Loan", values: { item: item.id, ...days } }, more()))!;
    const updated = valueOf(await does(borrower!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "two films" }, ifVersion: 1 }, more()))!;
    const out = valueOf(await does(clerk!, { kind: "action", entity: "Loan", id: loan.id, action: "Hand out", input: {} }, more()))!;
    expect(isAtOnce()).toBe(records.length === 0);
    const read = valueOf(await recordOf(opened.engine, clerk!, "Loan", loan.id));
    expect(out).toEqual(read);
    records.push([common(loan), common(updated), common(out), await historyOf(loan.id)]);
  }
  expect(records[0]).toEqual(records[1]);
});

test("who may read the whole record is answered with what was written, not by another read", async () => {
  const item = await make(clerk!, "Item", { name: "Bench" });
  const loanReads = (): number => sent.splice(0).filter((sql) => / from app\.loan r\b/.test(sql)).length;
  loanReads();
  const loan = await make(borrower!, "Loan", { item: item.id, ...days });
  expect(loanReads()).toBe(0);
  // The read before the change is the only one: the record is changed in the version that it finds.
  const changes: readonly (readonly [Actor, Change])[] = [
    [borrower!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "mine" }, ifVersion: 1 }],
    [clerk!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "theirs" }, ifVersion: 2 }],
    [clerk!, { kind: "action", entity: "Loan", id: loan.id, action: "Hand out", input: {} }],
  ];
  for (const [actor, change] of changes) {
    const answered = valueOf(await does(actor, change));
    expect(loanReads()).toBe(1);
    expect(answered).toEqual(valueOf(await recordOf(opened.engine, actor, "Loan", loan.id)));
    sent.splice(0);
  }
});

test("what isn't allowed is refused with the same code and the same field, and stores nothing", async () => {
  const item = await make(clerk!, "Item", { name: "Tripod" });
  const loan = await make(borrower!, "Loan", { item: item.id, ...days });
  const other = await make(clerk!, "Loan", { item: item.id, ...days, fee: "150.00" });
  const create = (values: object): Change => ({ kind: "create", entity: "Loan", values: { item: item.id, ...days, ...values } });
  const refused: readonly (readonly [Actor, Change, string])[] = [
    [borrower!, create({ endDate: "2026-02-01" }), "invalid: DATES_REVERSED"],
    [borrower!, create({ endDate: "2026-03-15" }), "invalid: TOO_LONG"],
    [borrower!, create({ item: randomUUID() }), "invalid: invalid-value at item"],
    [borrower!, create({ purpose: "far more than twenty characters" }), "invalid: invalid-value at purpose"],
    [borrower!, { kind: "update", entity: "Loan", id: other.id, values: { purpose: "mine" }, ifVersion: "any" }, "not found: not-found"],
    [borrower!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "late" }, ifVersion: 7 }, "changed meanwhile: changed-meanwhile"],
    [borrower!, { kind: "update", entity: "Loan", id: loan.id, values: { endDate: "2026-02-01" }, ifVersion: "any" }, "invalid: DATES_REVERSED"],
    [borrower!, { kind: "action", entity: "Loan", id: loan.id, action: "Hand out", input: {} }, "not permitted: not-permitted"],
    [clerk!, { kind: "action", entity: "Loan", id: other.id, action: "Hand out", input: {} }, "conflict: guard"],
    [clerk!, { kind: "action", entity: "Loan", id: loan.id, action: "Return", input: {} }, "conflict: wrong-state"],
  ];
  const count = async (): Promise<number | null> => valueOf(await listOf(opened.engine, clerk!, { entity: "Loan", count: true })).count;
  const before = await count();
  for (const [actor, change, result] of refused) {
    expect(resultOf(await does(actor, change))).toBe(result);
    expect(resultOf(await does(actor, change, slowly()))).toBe(result);
  }
  expect(await count()).toBe(before);
  expect(valueOf(await recordOf(opened.engine, clerk!, "Loan", loan.id)).version).toBe(1);
});

test("a permission that reads another record is decided by the database", async () => {
  const mine = await make(clerk!, "Item", { name: "Mine", keeper: (keeper as { id: string }).id });
  const theirs = await make(clerk!, "Item", { name: "Theirs" });
  const [kept, foreign] = [await make(clerk!, "Loan", { item: mine.id, ...days }), await make(clerk!, "Loan", { item: theirs.id, ...days })];
  const change = ({ id }: VisibleRecord): Change => ({ kind: "update", entity: "Loan", id, values: { purpose: "kept" }, ifVersion: "any" });
  expect(resultOf(await does(keeper!, change(foreign)))).toBe("not found: not-found");
  expect(resultOf(await does(keeper!, change(kept)))).toBe("done");
});

test("many updates of one record at once: each sees the one before, and of those with a version one wins", async () => {
  const item = await make(clerk!, "Item", { name: "Ladder" });
  const loan = await make(clerk!, "Loan", { item: item.id, ...days });
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) => does(clerk!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: `purpose ${n}` }, ifVersion: "any" })),
  );
  expect(all.map(resultOf)).toEqual(all.map(() => "done"));
  const entries = valueOf(await opened.engine.history(clerk!, "Loan", loan.id));
  expect(entries).toHaveLength(31);
  const version = valueOf(await recordOf(opened.engine, clerk!, "Loan", loan.id)).version!;
  expect(version).toBe(31);
  const racing = await Promise.all(
    Array.from({ length: 20 }, (_, n) => does(clerk!, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: `version ${n}` }, ifVersion: version })),
  );
  expect(racing.filter((one) => one.ok)).toHaveLength(1);
  expect(new Set(racing.filter((one) => !one.ok).map(resultOf))).toEqual(new Set(["changed meanwhile: changed-meanwhile"]));
});

test("a transition runs once, however many ask for it at once", async () => {
  const item = await make(clerk!, "Item", { name: "Lamp" });
  const loan = await make(clerk!, "Loan", { item: item.id, ...days });
  const all = await Promise.all(Array.from({ length: 20 }, () => does(clerk!, { kind: "action", entity: "Loan", id: loan.id, action: "Hand out", input: {} })));
  expect(all.filter((one) => one.ok)).toHaveLength(1);
  expect(new Set(all.filter((one) => !one.ok).map(resultOf))).toEqual(new Set(["conflict: wrong-state"]));
});

test("many people change the same records in different orders at once: every change is done, once", async () => {
  const item = await make(clerk!, "Item", { name: "Rope" });
  const loans = await Promise.all(Array.from({ length: 6 }, () => make(clerk!, "Loan", { item: item.id, ...days })));
  const change = (id: string, purpose: string): Promise<Outcome<unknown>> => does(clerk!, { kind: "update", entity: "Loan", id, values: { purpose }, ifVersion: "any" });
  const orders = [loans, [...loans].reverse(), [...loans.slice(3), ...loans.slice(0, 3)]];
  const all = await Promise.all(Array.from({ length: 5 }, (_, round) => orders.map((order, i) => order.map(({ id }) => change(id, `${i} in ${round}`)))).flat(2));
  expect(all.map(resultOf)).toEqual(all.map(() => "done"));
  for (const { id } of loans) expect(valueOf(await recordOf(opened.engine, clerk!, "Loan", id)).version).toBe(1 + orders.length * 5);
});

test("a record that is deleted while others refer to it: none refers to nothing", async () => {
  for (let round = 0; round < 5; round++) {
    const item = await make(clerk!, "Item", { name: `Round ${round}` });
    const all = await Promise.all([
      ...Array.from({ length: 6 }, () => does(clerk!, { kind: "create", entity: "Loan", values: { item: item.id, ...days } })),
      does(clerk!, { kind: "delete", entity: "Item", id: item.id, ifVersion: "any" }),
      ...Array.from({ length: 6 }, () => does(clerk!, { kind: "create", entity: "Loan", values: { item: item.id, ...days } })),
    ]);
    const made = all.filter((one, n) => one.ok && n !== 6);
    const isDeleted = all[6]!.ok;
    if (isDeleted) expect(made).toHaveLength(0);
    for (const one of made) expect((valueOf(one) as { item?: { id: string } }).item?.id).toBe(item.id);
  }
});

test("rules over each other's records hold, whatever changes at once", async () => {
  const room = await make(clerk!, "Room", { name: "Blue", seats: 10 });
  const book = (): Promise<Outcome<unknown>> => does(clerk!, { kind: "create", entity: "Booking", values: { room: room.id, people: 2 } });
  const seats = (n: number): Promise<Outcome<unknown>> => does(clerk!, { kind: "update", entity: "Room", id: room.id, values: { seats: n }, ifVersion: "any" });
  await Promise.all([book(), book(), seats(6), book(), book(), seats(12), book(), seats(4), book(), book()]);
  const now = valueOf(await recordOf(opened.engine, clerk!, "Room", room.id)) as VisibleRecord & { seats: number };
  const { items } = valueOf(await listOf(opened.engine, clerk!, { entity: "Booking" }));
  const taken = items.filter((one) => (one as { room?: { id: string } }).room?.id === room.id).length * 2;
  expect(taken).toBeLessThanOrEqual(now.seats);
  expect(items.length).toBeGreaterThan(0);
});

test("a guard over another record: nobody enters a room that is closed at the same time", async () => {
  for (let round = 0; round < 5; round++) {
    const room = await make(clerk!, "Room", { name: `Round ${round}`, seats: 10 });
    const booking = await make(clerk!, "Booking", { room: room.id, people: 1 });
    const [entered, closed] = await Promise.all([
      does(clerk!, { kind: "action", entity: "Booking", id: booking.id, action: "Enter", input: {} }),
      does(clerk!, { kind: "update", entity: "Room", id: room.id, values: { closed: true }, ifVersion: "any" }),
    ]);
    expect([entered.ok, closed.ok].filter(Boolean)).toHaveLength(1);
  }
});

test("numbers of a sequence are taken once each, and a refused creation leaves none out", async () => {
  const item = await make(clerk!, "Item", { name: "Counted" });
  const numberOf = (record: VisibleRecord | null): number => Number(String((record as { number?: string }).number).slice(1));
  const first = numberOf(await make(clerk!, "Loan", { item: item.id, ...days }));
  expect((await does(clerk!, { kind: "create", entity: "Loan", values: { item: item.id, ...days, endDate: "2026-02-01" } })).ok).toBe(false);
  expect(numberOf(valueOf(await does(clerk!, { kind: "create", entity: "Loan", values: { item: item.id, ...days } }, { dryRun: true })))).toBe(first + 1);
  expect(numberOf(await make(clerk!, "Loan", { item: item.id, ...days }))).toBe(first + 1);
  const many = await Promise.all(Array.from({ length: 60 }, () => make(clerk!, "Loan", { item: item.id, ...days })));
  expect(new Set(many.map(numberOf)).size).toBe(60);
  expect(Math.min(...many.map(numberOf))).toBeGreaterThan(first + 1);
});
