/** Point 4 on the real engine: second machines, automatic transitions, statements, initial states. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Orders

## 1. What the product does and for whom

- **Name**: Orders
- **Time zone**: Europe/Berlin
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — does everything

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Order

- title: text, required
- total: money, required
- limit: money, default 1000
- note: text
- secret note: text
- shelf: Shelf
- due: date
- until: date and time
- lines: list of Order line by order
- weight: number = \`sum(lines.weight)\`
- Shown as: \`title\`

### Order line (part of Order)

- name: text, required
- weight: number, required

### Shelf

- name: text, required, unique
- room: number, required
- last order: text, read-only
- orders: list of Order by shelf

### Ticket

- about: Order, required
- text: text, required
- Shown as: \`text\`

## 4. States and transitions

### Order

- Starts as: large when \`total >= 500\`, else small
- Ends as: gone

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| small | (when \`total >= 500\`) | large | system | | |
| large | (when \`total < 500\`) | small | system | | |
| small, large | Store | stored | Clerk | \`shelf != null\`, else NO_SHELF | set shelf.last order = \`title\` |
| stored | (when \`weight > shelf.room\`) | heavy | system | | set note = \`"too heavy"\` |
| heavy | (when \`weight <= shelf.room\`) | stored | system | | |
| stored | (when \`due != null and today() > due\`) | late | system | | |
| late | (when \`until != null and now() >= until\`) | small | system | | |
| any | Check | small | Clerk | | stop with BROKEN when \`note = "broken"\`; record it |
| small | Split | small | Clerk | | create Order as o with title = \`title + " copy"\`, total = 1; create Ticket with about = \`o\`, text = \`o.title\`; for each l in lines: delete \`l\` |
| small | Close all | small | Clerk | | do Cancel on \`Order[title = this.title]\` |
| small, large | Cancel | gone | Clerk | | forget secret note |
| small | Remove | (deleted) | Clerk | | |

- record it does: create Ticket with about = \`this\`, text = \`"checked " + title\`; set note = \`"checked"\`

### Order: payment

- Starts as: unpaid
- Ends as: paid, waived

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| unpaid | Pay | paid | Clerk | | set note = \`"paid"\` |
| unpaid | (after 3 days) | overdue | system | | |
| unpaid, overdue | Waive | waived | system | | |
| overdue | Settle | paid | Clerk | | |

### Ticket

- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Open | fresh | Clerk | \`text != "bad"\`, else BAD_TEXT | |
| fresh | Close | closed | Clerk | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Within the limit | Order, while large | \`total <= limit\` | OVER_LIMIT |

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Order | all |
| Order line | all |
| Shelf | all |
| Ticket | create, read, history |
| User | read |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_SHELF | 409 | {title} has no shelf. |
| BROKEN | 409 | {title} is broken. |
| BAD_TEXT | 422 | Not that. |
| OVER_LIMIT | 409 | Too much. |

## 9. Business constants and limits

none
`;

let engine: Engine;
let clerk: Actor;
const folder = freshFolder();
beforeAll(async () => {
  engine = valueOf(await openEngine({ product: productOf(text), database: await databaseOf(folder), files: join(folder, "files"), rehearse: true, environment: {} }));
  clerk = valueOf(await engine.people.become("clerk@example.test")).actor;
}, 60_000);
afterAll(async () => {
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const create = (entity: string, values: Readonly<Record<string, unknown>>) => engine.perform(clerk, { kind: "create", entity, values });
const order = async (more: Readonly<Record<string, unknown>> = {}): Promise<VisibleRecord> => valueOf(await create("Order", { title: `O${++made}`, total: "10", ...more }))!;
const shelf = async (room: number): Promise<VisibleRecord> => valueOf(await create("Shelf", { name: `S${++made}`, room: String(room) }))!;
const act = (id: string, action: string, entity = "Order") => engine.perform(clerk, { kind: "action", entity, id, action, input: {} });
const edit = (id: string, values: Readonly<Record<string, unknown>>, entity = "Order") => engine.perform(clerk, { kind: "update", entity, id, values, ifVersion: "any" });
const read = async (id: string, entity = "Order"): Promise<VisibleRecord> => valueOf(await recordOf(engine, clerk, entity, id));
const all = async (entity: string, equals: Readonly<Record<string, string>>): Promise<readonly VisibleRecord[]> =>
  valueOf(await listOf(engine, clerk, { entity, equals, limit: 100 })).items;

test("a record starts in the state whose condition holds", async () => {
  expect((await order()).state).toBe("small");
  expect((await order({ total: "600" })).state).toBe("large");
});

test("a second machine has its own state, actions and timer, and nothing else writes its state", async () => {
  const one = await order();
  expect(one).toMatchObject({ state: "small", payment: "unpaid" });
  expect(resultOf(await edit(one.id, { payment: "paid" }))).toBe("invalid: read-only at payment");
  expect(resultOf(await create("Order", { title: "x", total: "1", payment: "paid" }))).toBe("invalid: read-only at payment");
  expect(valueOf(await act(one.id, "Pay"))).toMatchObject({ state: "small", payment: "paid", note: "paid" });
  expect(resultOf(await act(one.id, "Pay"))).toBe("conflict: wrong-state");
  const two = await order();
  expect(resultOf(await act(two.id, "Waive"))).toBe("not permitted: not-permitted");
  valueOf(await engine.rehearsal!.moveClock({ forward: "P3D" }));
  expect((await read(two.id)).payment).toBe("overdue");
  expect((await read(one.id)).payment).toBe("paid");
  expect(valueOf(await engine.actions(clerk, "Order", two.id)).find((a) => a.name === "Settle")?.allowed).toBe(true);
  expect(valueOf(await engine.history(clerk, "Order", two.id)).flatMap((h) => h.changes.filter((c) => c.field === "payment").map((c) => c.after))).toContain("overdue");
});

test("automatic transitions follow a change of what they read, in whichever record", async () => {
  const one = await order();
  expect(valueOf(await edit(one.id, { total: "500" }))!.state).toBe("large");
  expect(valueOf(await edit(one.id, { total: "499" }))!.state).toBe("small");
  expect(resultOf(await act(one.id, "Store"))).toBe("conflict: NO_SHELF");
  const place = await shelf(10);
  valueOf(await edit(one.id, { shelf: place.id, lines: [{ name: "a", weight: "5" }] }));
  expect(valueOf(await act(one.id, "Store"))!.state).toBe("stored");
  expect((await read(place.id, "Shelf")).lastOrder).toBe(one.title);
  valueOf(await edit(place.id, { room: "4" }, "Shelf"));
  expect(await read(one.id)).toMatchObject({ state: "heavy", note: "too heavy" });
  valueOf(await edit(one.id, { lines: [] }));
  expect((await read(one.id)).state).toBe("stored");
});

test("the clock runs them when their moment comes", async () => {
  const now = Date.parse(engine.rehearsal!.now());
  const day = (n: number): string => new Date(now + n * 86_400_000).toISOString();
  const one = await order({ shelf: (await shelf(10)).id, due: day(2).slice(0, 10), until: day(5) });
  valueOf(await act(one.id, "Store"));
  valueOf(await engine.rehearsal!.moveClock({ forward: "P1D" }));
  expect((await read(one.id)).state).toBe("stored");
  valueOf(await engine.rehearsal!.moveClock({ forward: "P10D" }));
  const history = valueOf(await engine.history(clerk, "Order", one.id)).filter((h) => h.action.startsWith("(when"));
  expect(history.map((h) => [h.changes.find((c) => c.field === "state")?.after, h.by])).toEqual([
    ["small", null],
    ["late", null],
  ]);
  expect(Date.parse(history[0]!.at)).toBe(Date.parse(day(5)));
});

test("a transition blocked by a rule stays due, is listed, and runs once the rule allows it", async () => {
  const one = await order({ limit: "600" });
  const limited = await edit(one.id, { total: "700" });
  expect(resultOf(limited)).toBe("done");
  expect((await read(one.id)).state).toBe("small");
  expect(valueOf(await engine.blockedTransitions(clerk, "Order", one.id))).toMatchObject([{ transition: "(when total >= 500)", why: [{ code: "OVER_LIMIT" }] }]);
  valueOf(await edit(one.id, { limit: "800" }));
  expect((await read(one.id)).state).toBe("large");
  expect(valueOf(await engine.blockedTransitions(clerk, "Order", one.id))).toEqual([]);
});

test("statements: named blocks, create as, for each, delete, do, stop, all or nothing", async () => {
  const one = await order({
    lines: [
      { name: "a", weight: "1" },
      { name: "b", weight: "2" },
    ],
  });
  valueOf(await act(one.id, "Check"));
  expect((await read(one.id)).note).toBe("checked");
  expect(await all("Ticket", { text: `checked ${one.title}` })).toMatchObject([{ state: "fresh" }]);
  valueOf(await act(one.id, "Split"));
  expect((await read(one.id)).lines).toEqual([]);
  const [copy] = await all("Order", { title: `${one.title} copy` });
  expect(copy).toMatchObject({ total: "1.00", payment: "unpaid" });
  expect(await all("Ticket", { text: `${one.title} copy` })).toMatchObject([{ about: { id: copy!.id }, state: "fresh" }]);
  valueOf(await edit(one.id, { note: "broken" }));
  expect(resultOf(await act(one.id, "Check"))).toBe("conflict: BROKEN");
  expect(await all("Ticket", { text: `checked ${one.title}` })).toHaveLength(1);
  valueOf(await act(one.id, "Close all"));
  expect((await read(one.id)).state).toBe("gone");
});

test("forgotten fields are gone from the history too", async () => {
  const one = await order({ secretNote: "whisper" });
  valueOf(await edit(one.id, { secretNote: "louder" }));
  valueOf(await act(one.id, "Cancel"));
  expect((await read(one.id)).secretNote).toBeNull();
  const history = JSON.stringify(valueOf(await engine.history(clerk, "Order", one.id)));
  expect(history).not.toMatch(/whisper|louder/);
  expect(history).toContain("Cancel");
});

test("(deleted) deletes; an entity with (new) rows is only created by them", async () => {
  const one = await order();
  expect(resultOf(await act(one.id, "Remove"))).toBe("done");
  expect(resultOf(await recordOf(engine, clerk, "Order", one.id))).toBe("not found: not-found");
  const two = await order();
  expect(resultOf(await create("Ticket", { about: two.id, text: "bad" }))).toBe("conflict: BAD_TEXT");
  expect(valueOf(await create("Ticket", { about: two.id, text: "good" }))!.state).toBe("fresh");
});
