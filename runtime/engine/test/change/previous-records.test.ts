/** Records that a change only reaches: rules over `old`, and history entries for their computed fields. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Old

## 3. Entities and their fields

### Order

- name: text, required, unique
- lines: list of Line by order
- notes: list of Note by order
- total: integer = \`sum(lines.amount)\`
- noted: integer = \`count(notes)\`
- trail: text, default ""
- On change of total: set trail = \`trail + "t"\`
- On change of noted: set trail = \`trail + "n"\`

### Line (part of Order)

- amount: integer, required

### Note

- text: text, required, unique
- order: Order, required

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Never less | Order | \`old = null or total >= old.total\` | LESS |
| Notes stay | Order | \`old = null or noted >= old.noted\` | FEWER |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |
| Note | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| LESS | 422 | Less. |
| FEWER | 422 | Fewer. |
`;

let small: Small;
let clerk: Actor;
let order: VisibleRecord;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
  order = await small.make(clerk, "Order", { name: "first", lines: [{ amount: 5 }, { amount: 6 }] });
});
afterAll(() => small.close());

const now = async (): Promise<VisibleRecord> => valueOf(await recordOf(small.engine, clerk, "Order", order.id));
const change = (entity: string, id: string, values: Record<string, unknown>) => small.does(clerk, { kind: "update", entity, id, values, ifVersion: "any" });

test("a part that is written by itself", async () => {
  const [line] = (await now())["lines"] as { id: string }[];
  expect(resultOf(await change("Line", line!.id, { amount: 1 }))).toBe("invalid: LESS");
  expect(resultOf(await change("Line", line!.id, { amount: 9 }))).toBe("done");
  expect(await now()).toMatchObject({ total: 15, trail: "t" });
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Line", values: { order: order.id, amount: -3 } }))).toBe("invalid: LESS");
});

test("a record that refers to it: created, moved, imported and deleted", async () => {
  const other = await small.make(clerk, "Order", { name: "second" });
  const note = await small.make(clerk, "Note", { text: "n", order: order.id });
  expect(await now()).toMatchObject({ noted: 1, trail: "tn" });
  expect(resultOf(await change("Note", note.id, { order: other.id }))).toBe("invalid: FEWER");
  expect(resultOf(await small.engine.importRecords(clerk, "Note", [{ row: 2, values: { text: "n", order: "second" } }], { match: ["text"] }))).toBe("invalid: FEWER");
  expect(resultOf(await small.does(clerk, { kind: "delete", entity: "Note", id: note.id, ifVersion: "any" }))).toBe("invalid: FEWER");
  expect(await now()).toMatchObject({ noted: 1, trail: "tn" });
  const more = [3, 4].map((row) => ({ row, values: { text: `n${row}`, order: "first" } }));
  expect(resultOf(await small.engine.importRecords(clerk, "Note", more))).toBe("done");
  expect(await now()).toMatchObject({ noted: 3, trail: "tnnn" });
});

test("the history names the action that changed it", async () => {
  const actions = valueOf(await small.engine.history(clerk, "Order", order.id)).map((h) => h.action);
  expect(actions).toContain("on change of noted");
});
