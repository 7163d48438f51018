/** Decisions by votes: quorum, abstentions, ties, several groups of voters, cases by amount, `not by` a path, and what a no gives. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Panels

## 1. What the product does and for whom

- **Currency**: EUR

## 3. Entities and their fields

### Panel

- name: text, required
- members: list of User
- chair: User

### Motion

- panel: Panel
- visits: list of Visit by motion
- amount: money, default 100 EUR
- verdict: long text, read-only

### Visit

- motion: Motion, required
- visitor: User, required

## 4. States and transitions

### Motion

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Pass | passed | | |
| open | Agree | agreed | | |
| open | Spend | spent | | |
| open | Witness | witnessed | | set verdict = asked.words |
| open | Drop | dropped | system | set verdict = asked.why |

- Drop asks for: why: long text, required
- Pass is decided by: majority of panel.members, quorum 3, abstentions allowed, at a tie chair of the panel, refused by majority as Drop
- Agree is decided by: any 2 of (Manager, Caretaker), not by visits.visitor, refused by any as Drop
- Spend is decided by: Caretaker when amount <= 500 EUR; Manager when amount <= 10000 EUR; Manager then Director otherwise
- Witness asks for: words: text
- Witness is decided by: any 2 of Caretaker including a Manager

## 6. Roles and permissions

- **Clerk**
- **Caretaker** — includes Clerk
- **Manager** — includes Clerk
- **Director** — includes Clerk

| | Clerk |
|---|---|
| Panel | all |
| Motion | all, Pass, Agree, Spend, Witness |
| Visit | all |
| User | read |
`.replace("at a tie chair of the panel", "at a tie panel.chair");

let product: Opened;
const people: Record<string, Actor & { kind: "person" }> = {};
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  for (const [name, role] of [
    ["cora", "Caretaker"],
    ["dan", "Caretaker"],
    ["max", "Manager"],
    ["dina", "Director"],
    ["ann", "Clerk"],
    ["bob", "Clerk"],
    ["cid", "Clerk"],
    ["eve", "Clerk"],
  ] as const)
    people[name] = (await product.person(`${name}@people.test`, role)) as Actor & { kind: "person" };
}, 120_000);
afterAll(() => product.close());

const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> =>
  valueOf(await product.engine.perform(people["ann"]!, { kind: "create", entity, values }))!.id as string;
const panelOf = (names: readonly string[], chair: string): Promise<string> =>
  make("Panel", { name: "x", members: names.map((name) => people[name]!.id), chair: people[chair]!.id });
const say = async (name: string, id: string, action: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  resultOf(await product.engine.perform(people[name]!, { kind: "action", entity: "Motion", id, action, input }));
const current = async (id: string) => valueOf(await recordOf(product.engine, people["ann"]!, "Motion", id));
const yes = {};
const no = { decision: "no", why: "too dear" };
const abstain = { decision: "abstain" };

test("a majority of the votes cast decides once the quorum has voted; without it, the decision waits", async () => {
  const id = await make("Motion", { panel: await panelOf(["ann", "bob", "cid", "dan", "eve"], "ann") });
  for (const [name, said] of [
    ["ann", yes],
    ["bob", yes],
  ] as const)
    expect(await say(name, id, "Pass", said)).toBe("done");
  expect((await current(id))["state"]).toBe("open");
  expect(await say("cid", id, "Pass", abstain)).toBe("done");
  expect((await current(id))["state"]).toBe("passed");
});

test("a tie is decided by the chair; a no of the majority gives its reasons", async () => {
  const tied = await make("Motion", { panel: await panelOf(["ann", "bob", "cid", "dan"], "dina") });
  for (const [name, said] of [
    ["ann", yes],
    ["bob", no],
    ["cid", abstain],
    ["dan", abstain],
  ] as const)
    expect([name, await say(name, tied, "Pass", said)]).toEqual([name, "done"]);
  expect((await current(tied))["state"]).toBe("open");
  expect(await say("dina", tied, "Pass", yes)).toBe("done");
  expect((await current(tied))["state"]).toBe("passed");

  const lost = await make("Motion", { panel: await panelOf(["ann", "bob", "cid"], "ann") });
  expect(await say("ann", lost, "Pass", { decision: "no" })).toBe("invalid: required at why");
  expect(await say("ann", lost, "Pass", no)).toBe("done");
  expect(await say("bob", lost, "Pass", { decision: "no", why: "too late" })).toBe("done");
  expect(await current(lost)).toMatchObject({ state: "dropped", verdict: "too dear\ntoo late" });
});

test("two of several groups decide, but nobody whom a path excludes", async () => {
  const id = await make("Motion", {});
  await make("Visit", { motion: { id }, visitor: people["cora"]!.id });
  expect(await say("cora", id, "Agree")).toBe("not permitted: not-permitted");
  expect(await say("dan", id, "Agree")).toBe("done");
  expect(await say("dan", id, "Agree")).toBe("conflict: decided-already");
  expect(await say("max", id, "Agree")).toBe("done");
  expect((await current(id))["state"]).toBe("agreed");
});

test("the amount chooses who decides", async () => {
  const small = await make("Motion", { amount: "500" });
  expect(await say("max", small, "Spend")).toBe("not permitted: not-permitted");
  expect(await say("cora", small, "Spend")).toBe("done");
  const middle = await make("Motion", { amount: "500.01" });
  expect(await say("max", middle, "Spend")).toBe("done");
  const large = await make("Motion", { amount: "10000.01" });
  expect(await say("dina", large, "Spend")).toBe("conflict: not-your-turn");
  expect(await say("max", large, "Spend")).toBe("done");
  expect((await current(large))["state"]).toBe("open");
  expect(await say("dina", large, "Spend")).toBe("done");
  for (const id of [small, middle, large]) expect((await current(id))["state"]).toBe("spent");
});

test("a Manager must be among the two", async () => {
  const id = await make("Motion", {});
  for (const name of ["cora", "dan"]) expect(await say(name, id, "Witness", { words: `says ${name}` })).toBe("done");
  expect((await current(id))["state"]).toBe("open");
  const given = async (name: string) => valueOf(await product.engine.actions(people[name]!, "Motion", id)).find((one) => one.name === "Witness")!.decision!.given;
  // Different answers: the last yes counts, and those who have said yes before see it.
  expect(await given("cora")).toMatchObject({ by: { name: "dan" }, values: { words: "says dan" } });
  expect(await given("max")).toBe(null);
  expect(await say("max", id, "Witness", { words: "says max" })).toBe("done");
  expect(await current(id)).toMatchObject({ state: "witnessed", verdict: "says max" });
});
