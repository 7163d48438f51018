/** Refusals and histories disclose only what the person may read; consequences of a change aren't checked by the change's own rules. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Purse

## 1. What the product does and for whom

- **Name**: Purse
- **Currency**: EUR
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

## 3. Entities and their fields

### Purse

- name: text, required
- amount: money, required
- wishes: list of Wish by purse
- spent: money = \`sum(wishes.price)\`

### Wish

- name: text, required
- purse: Purse, required
- price: money, required
- pieces: list of Piece by wish
- deliveries: list of Delivery by wish

### Piece (part of Wish)

- what: text, required
- cost: money

### Delivery

- wish: Wish, required
- last: yes/no, default no

## 4. States and transitions

### Wish

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | (when \`some d in deliveries satisfies d.last\`) | done | system |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Wish fits | Wish | \`purse.spent <= purse.amount\` | TOO_DEAR |
| Purse covers | Purse | \`spent <= amount\` | TOO_LITTLE |
| Still open | Delivery, on create | \`wish.state = "open"\` | NOT_OPEN |

## 6. Roles and permissions

- **Child**
- **Parent**

| Entity | Child | Parent |
|---|---|---|
| Purse | read: name | all |
| Wish | create, read, update | read, update |
| Piece: cost | – | read, create, update |
| Delivery | create, read | create, read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 409 | {purse.name} holds {purse.amount} and {purse.spent} would be spent. |
| TOO_LITTLE | 409 | {spent} is spent already. |
| NOT_OPEN | 409 | That has come already. |
`;

let small: Small;
let child: Actor;
let parent: Actor;
let purse: VisibleRecord;
beforeAll(async () => {
  small = await openSmall(text);
  [child, parent] = [await small.as("Child"), await small.as("Parent")];
  purse = await small.make(parent, "Purse", { name: "Blue", amount: "100" });
}, 120_000);
afterAll(() => small?.close());
const wish = (price: string, actor: Actor = child): Promise<Awaited<ReturnType<Small["does"]>>> =>
  small.does(actor, { kind: "create", entity: "Wish", values: { name: "a ball", purse: purse.id, price, pieces: [{ what: "skin" }] } });

test("a violation is reported once, at the changed record, without values that the person may not read", async () => {
  for (const price of ["40", "50"]) valueOf(await wish(price));
  const tooDear = await wish("10.01");
  expect(resultOf(tooDear)).toBe("conflict: TOO_DEAR");
  expect(tooDear.ok || tooDear.refusal.errors[0]!.detail).toBe("Blue holds … and … would be spent.");
  const lower = await small.does(parent, { kind: "update", entity: "Purse", id: purse.id, values: { amount: "89.99" }, ifVersion: "any" });
  expect(resultOf(lower)).toBe("conflict: TOO_LITTLE");
  expect(lower.ok || lower.refusal.errors[0]!.detail).toMatch(/^.*90\.00.* is spent already\.$/);
});

test("rules on creation apply to the creation, not to what follows from it", async () => {
  const [one] = valueOf(await listOf(small.engine, child, { entity: "Wish", limit: 1 })).items as [VisibleRecord];
  for (const last of [false, true]) await small.make(child, "Delivery", { wish: one.id, last });
  expect(valueOf(await recordOf(small.engine, child, "Wish", one.id))["state"]).toBe("done");
  expect(valueOf(await small.engine.blockedTransitions(parent, "Wish", one.id))).toEqual([]);
  expect(resultOf(await small.does(child, { kind: "create", entity: "Delivery", values: { wish: one.id } }))).toBe("conflict: NOT_OPEN");
});

test("an ungranted history is readable with its record, without unreadable fields of parts and names", async () => {
  const made = valueOf(await small.does(parent, { kind: "create", entity: "Purse", values: { name: "Red", amount: "1000" } }))!;
  const own = valueOf(await small.does(child, { kind: "create", entity: "Wish", values: { name: "a kite", purse: made.id, price: "5", pieces: [{ what: "tail" }] } }))!;
  const [part] = valueOf(await recordOf(small.engine, parent, "Wish", own.id))["pieces"] as { id: string }[];
  valueOf(await small.does(parent, { kind: "update", entity: "Wish", id: own.id, values: { price: "6", pieces: [{ id: part!.id, cost: "3.50" }] }, ifVersion: "any" }));
  const [childs, parents] = [
    JSON.stringify(valueOf(await small.engine.history(child, "Wish", own.id))),
    JSON.stringify(valueOf(await small.engine.history(parent, "Wish", own.id))),
  ];
  expect(parents).toMatch(/3\.50?"/);
  expect(childs).toMatch(/a kite.*tail|tail.*a kite/);
  expect(childs).not.toMatch(/3\.50?"|cost/);
  // The purse's history is granted, to parents: a child, who reads purses, has none of it.
  expect(valueOf(await small.engine.history(child, "Purse", made.id))).toEqual([]);
  expect(valueOf(await small.engine.history(parent, "Purse", made.id))).not.toEqual([]);
});

test("a row that grants the history to nobody is respected", async () => {
  const strict = await openSmall(text.replace("| Piece: cost |", "| Wish: history | – | – |\n| Piece: cost |"));
  try {
    const [asking, giving] = [await strict.as("Child"), await strict.as("Parent")];
    const of = await strict.make(giving, "Purse", { name: "Blue", amount: "100" });
    const made = await strict.make(asking, "Wish", { name: "a ball", purse: of.id, price: "1" });
    for (const actor of [asking, giving]) expect(valueOf(await strict.engine.history(actor, "Wish", made.id))).toEqual([]);
  } finally {
    await strict.close();
  }
}, 120_000);

test("an import finds a record by a field that may be set only once", async () => {
  const fixed = await openSmall(text.replace("- name: text, required\n- amount", "- name: text, required, set once\n- amount"));
  try {
    const giving = await fixed.as("Parent");
    const line = (amount: string) => fixed.engine.importRecords(giving, "Purse", [{ row: 2, values: { name: "Blue", amount } }], { match: ["name"] });
    expect([valueOf(await line("1")), valueOf(await line("2"))]).toEqual([
      { created: 1, updated: 0 },
      { created: 0, updated: 1 },
    ]);
  } finally {
    await fixed.close();
  }
}, 120_000);

test("a rehearsal may start at any moment until something was created, and then only moves forward", async () => {
  const fresh = await openSmall(text);
  try {
    const rehearsal = fresh.engine.rehearsal!;
    expect(valueOf(await rehearsal.moveClock({ now: "2020-02-03T09:00:00Z" }))).toEqual({ now: "2020-02-03T09:00:00.000Z", happened: [] });
    expect(valueOf(await rehearsal.moveClock({ now: "2019-02-03T09:00:00Z" }))).toEqual({ now: "2019-02-03T09:00:00.000Z", happened: [] });
    const made = await fresh.make(await fresh.as("Parent"), "Purse", { name: "Blue", amount: "100" });
    expect(made["createdAt"]).toBe("2019-02-03T09:00:00Z");
    expect(resultOf(await rehearsal.moveClock({ now: "2019-02-03T08:59:59Z" }))).toBe("conflict: clock-only-forward at now");
    expect(rehearsal.now()).toBe("2019-02-03T09:00:00.000Z");
    valueOf(await rehearsal.moveClock({ forward: "PT1H" }));
    await rehearsal.reset();
    expect(valueOf(await rehearsal.moveClock({ now: "2018-01-01T00:00:00Z" })).now).toBe("2018-01-01T00:00:00.000Z");
  } finally {
    await fresh.close();
  }
}, 120_000);
