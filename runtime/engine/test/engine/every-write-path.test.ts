/** Constraints of a record hold in every way of writing it: by itself, inside its owner, by an action's effects or a default. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Doors

## 3. Entities and their fields

### Ticket

- title: text, required
- keeper: User with role Boss
- watchers: list of User with role Boss
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

test("an effect can't put a person without the role into a reference that requires one", async () => {
  const { id } = await small.make(clerk, "Ticket", { title: "a" });
  const take = (actor: Actor) => small.does(actor, { kind: "action", entity: "Ticket", id, action: "Take", input: {} });
  expect(resultOf(await take(clerk))).toBe("invalid: invalid-value at keeper");
  expect(resultOf(await take(boss))).toBe("done");
  // A change of another field doesn't check the reference again.
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Ticket", id, values: { title: "b" }, ifVersion: "any" }))).toBe("done");
});

test("a list of people with a role refuses the person without it", async () => {
  const watched = (actor: Actor) => small.does(actor, { kind: "create", entity: "Ticket", values: { title: "w", watchers: actor.kind === "person" ? [actor.id] : [] } });
  expect(resultOf(await watched(clerk))).toBe("invalid: invalid-value at watchers");
  expect(resultOf(await watched(boss))).toBe("done");
});

test("neither can a default, which is reported once, at the part", async () => {
  const make = (actor: Actor, keeps: unknown) => small.does(actor, { kind: "create", entity: "Ticket", values: { title: "c", keeps } });
  expect(resultOf(await make(clerk, [{ name: "sweep" }]))).toBe("invalid: invalid-value at keeps/0/doer");
  expect(resultOf(await make(clerk, [{ name: "sweep", doer: clerk.kind === "person" ? clerk.id : "" }]))).toBe("invalid: invalid-value at keeps/0/doer");
  expect(resultOf(await make(boss, [{ name: "sweep" }]))).toBe("done");
});

test("a part that may not be deleted can't be left out of its owner, and is deleted with it", async () => {
  const made = await order({ name: "a", paid: true }, { name: "b" });
  const [a, b] = linesOf(made);
  expect(resultOf(await small.does(clerk, { kind: "delete", entity: "Line", id: a!.id, ifVersion: "any" }))).toBe("conflict: not-deletable");
  expect(resultOf(await change(made.id, { lines: [{ id: b!.id }] }))).toBe("conflict: not-deletable at lines");
  expect(resultOf(await change(made.id, { lines: [{ id: a!.id }] }))).toBe("done");
  expect(resultOf(await small.does(clerk, { kind: "delete", entity: "Order", id: made.id, ifVersion: "any" }))).toBe("done");
});

test("a part that archives is archived when left out, and deleted with its owner", async () => {
  const made = await order({ name: "a", slips: [{ text: "x" }, { text: "y" }] });
  const [a] = linesOf(made);
  const [x, y] = a!["slips"] as { id: string }[];
  const left = valueOf(await change(made.id, { lines: [{ id: a!.id, slips: [{ id: x!.id }] }] }))!;
  expect((linesOf(left)[0]!["slips"] as { id: string }[]).map((s) => s.id)).toEqual([x!.id]);
  expect(valueOf(await recordOf(small.engine, clerk, "Slip", y!.id))["archivedAt"]).not.toBeNull();
  expect(resultOf(await small.does(clerk, { kind: "delete", entity: "Order", id: made.id, ifVersion: "any" }))).toBe("done");
});

test("a part written by an action or an effect bumps its owner's version, history and events", async () => {
  const made = await order({ name: "a" });
  const [a] = linesOf(made);
  await small.does(clerk, { kind: "action", entity: "Line", id: a!.id, action: "Bump", input: {} });
  expect(resultOf(await change(made.id, { lines: [{ id: a!.id, quantity: 1 }] }, made.version))).toBe("changed meanwhile: changed-meanwhile");
  const bumped = await read(made.id);
  expect([bumped["seen"], linesOf(bumped)[0]!["quantity"]]).toEqual([1, 2]);
  const watch = await small.make(clerk, "Watch", { name: "w", order: made.id });
  await small.does(clerk, { kind: "action", entity: "Watch", id: watch.id, action: "Add", input: {} });
  const added = await read(made.id);
  expect([added["seen"], linesOf(added).length, added.version > bumped.version]).toEqual([2, 2, true]);
  const told = valueOf(await small.engine.history(clerk, "Order", made.id)).map((h) => h.changes.map((c) => c.field));
  expect(told.map((fields) => fields.includes("lines"))).toEqual([true, true, true]);
});

test("a part written by itself is in its owner's history, before and after", async () => {
  const made = await small.make(boss, "Ticket", { title: "d", keeps: [{ name: "sweep" }] });
  const [task] = made["keeps"] as { id: string }[];
  await small.does(boss, { kind: "update", entity: "Task", id: task!.id, values: { name: "mop" }, ifVersion: "any" });
  const [latest] = valueOf(await small.engine.history(boss, "Ticket", made.id));
  const keeps = latest!.changes.find((c) => c.field === "keeps");
  expect([keeps?.before, keeps?.after].map((rows) => (rows as { name: string }[] | undefined)?.map((r) => r.name))).toEqual([["sweep"], ["mop"]]);
});

test("a lock that the part's creation causes doesn't apply to the creation; an earlier one does", async () => {
  const made = await order({ name: "a" }, { name: "b" });
  const add = (name: string, whole: unknown = made.id) => small.does(clerk, { kind: "create", entity: "Line", values: { name, order: whole } });
  expect(resultOf(await add("c", { name: "nowhere" }))).toBe("invalid: invalid-value at order");
  expect(resultOf(await add("fixed", { name: made["name"] }))).toBe("done");
  expect(resultOf(await add("d"))).toBe("conflict: locked");
});

test("an empty field of a part stays empty inside its owner as by itself, unless it is required", async () => {
  const inside = await order({ name: "a", note: null, quantity: null }, { name: "b" });
  const [a, b] = linesOf(inside);
  const alone = await small.make(clerk, "Line", { name: "c", order: inside.id, note: null, quantity: null });
  expect([a!, b!, alone].map((line) => [line["note"], line["quantity"]])).toEqual([
    [null, 1],
    ["as usual", 1],
    [null, 1],
  ]);
});
