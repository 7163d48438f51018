/** What is said of a record holds whichever way it is written: by itself, inside its whole, by an action's effects or a default. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { valueOf } from "../support/equipment-desk.ts";
import { openSmall, refused, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";

const text = `# Specification: Doors

## 3. Entities and their fields

### Ticket

- title: text, required
- keeper: User with role Boss
- keeps: list of Task by ticket

### Task (part of Ticket)

- name: text, required
- doer: User with role Boss, default \`me\`

### Order

- name: text, required, unique
- seen: integer, default 0, read-only
- closed: yes/no, default no
- lines: list of Line by order
- Locked while: \`closed or count(lines) >= 3\`
- On change: set seen = \`old.seen + 1\`

### Line (part of Order)

- name: text, required
- quantity: integer, required, default 1
- note: text, default "as usual"
- paid: yes/no, default no
- Deleting: not allowed while \`paid\`
- Locked while: \`name = "fixed"\`

### Slip (part of Line)

- text: text, required
- Deleting: archives

### Watch

- name: text, required
- order: Order, required

## 4. States and transitions

### Ticket

- Starts as: new

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Take | new | | | set keeper = \`me\` |

### Line

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Bump | open | | | set quantity = \`quantity + 1\` |

### Watch

- Starts as: idle

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| idle | Add | idle | | | create Line with order = \`order\`, name = "added" |

## 6. Roles and permissions

- **Clerk**
- **Boss** — includes Clerk

| | Clerk | Boss |
|---|---|---|
| Ticket | all | all |
| Order | all | all |
| Line | all | all |
| Watch | all | all |
`;

let small: Small;
let clerk: Actor;
let boss: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
  boss = await small.as("boss");
}, 120_000);
afterAll(() => small.close());

let orders = 0;
const order = (...lines: Readonly<Record<string, unknown>>[]) => small.make(clerk, "Order", { name: `order ${++orders}`, lines });
const linesOf = (shown: VisibleRecord) => shown["lines"] as (Readonly<Record<string, unknown>> & { readonly id: string })[];
const read = async (id: string) => valueOf(await recordOf(small.engine, clerk, "Order", id));
const change = (id: string, values: Readonly<Record<string, unknown>>, ifVersion: number | "any" = "any") =>
  small.does(clerk, { kind: "update", entity: "Order", id, values, ifVersion });

test("an effect puts nobody without the role into a reference that asks for one", async () => {
  const { id } = await small.make(clerk, "Ticket", { title: "a" });
  const take = (actor: Actor) => small.does(actor, { kind: "action", entity: "Ticket", id, action: "Take", input: {} });
  expect(refused(await take(clerk))).toBe("invalid: invalid-value at keeper");
  expect(refused(await take(boss))).toBe("done");
  // Who stands there isn't judged again by a change of something else.
  expect(refused(await small.does(clerk, { kind: "update", entity: "Ticket", id, values: { title: "b" }, ifVersion: "any" }))).toBe("done");
});

test("a default puts nobody without the role there either, and is told once and where the part stands", async () => {
  const make = (actor: Actor, keeps: unknown) => small.does(actor, { kind: "create", entity: "Ticket", values: { title: "c", keeps } });
  expect(refused(await make(clerk, [{ name: "sweep" }]))).toBe("invalid: invalid-value at keeps/0/doer");
  expect(refused(await make(clerk, [{ name: "sweep", doer: clerk.kind === "person" ? clerk.id : "" }]))).toBe("invalid: invalid-value at keeps/0/doer");
  expect(refused(await make(boss, [{ name: "sweep" }]))).toBe("done");
});

test("a part that may not be deleted isn't left out of its whole, and goes with it", async () => {
  const made = await order({ name: "a", paid: true }, { name: "b" });
  const [a, b] = linesOf(made);
  expect(refused(await small.does(clerk, { kind: "delete", entity: "Line", id: a!.id, ifVersion: "any" }))).toBe("conflict: not-deletable");
  expect(refused(await change(made.id, { lines: [{ id: b!.id }] }))).toBe("conflict: not-deletable at lines");
  expect(refused(await change(made.id, { lines: [{ id: a!.id }] }))).toBe("done");
  expect(refused(await small.does(clerk, { kind: "delete", entity: "Order", id: made.id, ifVersion: "any" }))).toBe("done");
});

test("a part that archives is archived where it is left out, and goes with its whole for good", async () => {
  const made = await order({ name: "a", slips: [{ text: "x" }, { text: "y" }] });
  const [a] = linesOf(made);
  const [x, y] = a!["slips"] as { id: string }[];
  const left = valueOf(await change(made.id, { lines: [{ id: a!.id, slips: [{ id: x!.id }] }] }))!;
  expect((linesOf(left)[0]!["slips"] as { id: string }[]).map((s) => s.id)).toEqual([x!.id]);
  expect(valueOf(await recordOf(small.engine, clerk, "Slip", y!.id))["archivedAt"]).not.toBeNull();
  expect(refused(await small.does(clerk, { kind: "delete", entity: "Order", id: made.id, ifVersion: "any" }))).toBe("done");
});

test("a part that an action or an effect writes raises its whole, whose history and events tell", async () => {
  const made = await order({ name: "a" });
  const [a] = linesOf(made);
  await small.does(clerk, { kind: "action", entity: "Line", id: a!.id, action: "Bump", input: {} });
  expect(refused(await change(made.id, { lines: [{ id: a!.id, quantity: 1 }] }, made.version))).toBe("changed meanwhile: changed-meanwhile");
  const bumped = await read(made.id);
  expect([bumped["seen"], linesOf(bumped)[0]!["quantity"]]).toEqual([1, 2]);
  const watch = await small.make(clerk, "Watch", { name: "w", order: made.id });
  await small.does(clerk, { kind: "action", entity: "Watch", id: watch.id, action: "Add", input: {} });
  const added = await read(made.id);
  expect([added["seen"], linesOf(added).length, added.version > bumped.version]).toEqual([2, 2, true]);
  const told = valueOf(await small.engine.history(clerk, "Order", made.id)).map((h) => h.changes.map((c) => c.field));
  expect(told.map((fields) => fields.includes("lines"))).toEqual([true, true, true]);
});

test("a part that is written by itself stands in its whole's history as it was and is", async () => {
  const made = await small.make(boss, "Ticket", { title: "d", keeps: [{ name: "sweep" }] });
  const [task] = made["keeps"] as { id: string }[];
  await small.does(boss, { kind: "update", entity: "Task", id: task!.id, values: { name: "mop" }, ifVersion: "any" });
  const [latest] = valueOf(await small.engine.history(boss, "Ticket", made.id));
  const keeps = latest!.changes.find((c) => c.field === "keeps");
  expect([keeps?.before, keeps?.after].map((rows) => (rows as { name: string }[] | undefined)?.map((r) => r.name))).toEqual([["sweep"], ["mop"]]);
});

test("what locks a whole or a part by the part's making doesn't bind its making; what locked the whole before does", async () => {
  const made = await order({ name: "a" }, { name: "b" });
  const add = (name: string, whole: unknown = made.id) => small.does(clerk, { kind: "create", entity: "Line", values: { name, order: whole } });
  expect(refused(await add("c", { name: "nowhere" }))).toBe("invalid: invalid-value at order");
  expect(refused(await add("fixed", { name: made["name"] }))).toBe("done");
  expect(refused(await add("d"))).toBe("conflict: locked");
});

test("a part's field that is sent empty stays empty inside its whole as by itself, but for what is required", async () => {
  const inside = await order({ name: "a", note: null, quantity: null }, { name: "b" });
  const [a, b] = linesOf(inside);
  const alone = await small.make(clerk, "Line", { name: "c", order: inside.id, note: null, quantity: null });
  expect([a!, b!, alone].map((line) => [line["note"], line["quantity"]])).toEqual([
    [null, 1],
    ["as usual", 1],
    [null, 1],
  ]);
});
