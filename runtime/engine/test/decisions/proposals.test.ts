/** Who may propose a decision of several people: the people named by Who, voters or not; and the list of available actions agrees. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Asks

## 1. What the product does and for whom

- **Name**: Asks
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Guest** — asks
- **Boss** — decides
- **Chief** — decides after

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Ask

- title: text, required
- owner: User, required, default \`me\`, set once
- granted: integer, default 0, read-only
- Shown as: \`title\`

## 4. States and transitions

### Ask

- Starts as: open
- Ends as: agreed

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Agree | agreed | Guest own | set granted = \`granted + 1\` |
| open | Allow | agreed | Chief | set granted = \`granted + 1\` |

- Agree is decided by: any 1 of Boss, not by owner, reminded after 2 days
- Allow is decided by: any 1 of Boss then any 1 of Chief

## 6. Roles and permissions

- **Guest**
- **Boss**
- **Chief**

Own: an Ask is its owner's.

| Entity | Guest | Boss | Chief |
|---|---|---|---|
| Ask | create, read own, history own | read | read |
| User | read: name | read: name | read: name |
`;

let small: Small;
let guest: Actor;
let boss: Actor;
let chief: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  [guest, boss, chief] = [await small.as("Guest"), await small.as("Boss"), await small.as("Chief")];
}, 120_000);
afterAll(() => small?.close());

const ask = (by: Actor): Promise<VisibleRecord> => small.make(by, "Ask", { title: "L1" });
const say = async (by: Actor, on: VisibleRecord, action: string, asked: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  resultOf(await small.does(by, { kind: "action", entity: "Ask", id: on.id, action, input: asked }));
const shown = async (by: Actor, on: VisibleRecord, name: string): Promise<[boolean, boolean, string | null]> => {
  const { allowed, why, decision } = valueOf(await small.engine.actions(by, "Ask", on.id)).find((a) => a.name === name)!;
  return [allowed, decision!.turn, why];
};
const begun = async (on: VisibleRecord, name: string): Promise<boolean> => valueOf(await small.engine.actions(boss, "Ask", on.id)).find((a) => a.name === name)!.decision!.begun;
const current = async (on: VisibleRecord) => valueOf(await recordOf(small.engine, boss, "Ask", on.id));
const unproposed = (action: string): string => `Nobody has proposed ${action} on this Ask yet, and you may not propose it.`;
const excluded = 'You may not decide on this: you are listed under "owner".';

async function person(name: string, ...roles: string[]): Promise<Actor> {
  valueOf(await small.engine.people.invite(await small.owner(), { name, email: `${name}@people.test`, roles, password: "a long password" }));
  return valueOf(await small.engine.people.become(`${name}@people.test`)).actor;
}

test("a person excluded by `not by` proposes where Who names them, and the others vote", async () => {
  const one = await ask(guest);
  expect(await shown(guest, one, "Agree")).toEqual([true, false, null]);
  expect(await shown(boss, one, "Agree")).toEqual([false, false, unproposed("Agree")]);
  expect(await begun(one, "Agree")).toBe(false);
  for (const decision of ["yes", "no"]) expect(await say(boss, one, "Agree", { decision })).toBe("not permitted: not-permitted");
  expect(await say(guest, one, "Agree", { decision: "no" })).toBe("not permitted: not-permitted");
  expect(await say(guest, one, "Agree")).toBe("done");
  expect(await begun(one, "Agree")).toBe(true);
  expect(valueOf(await small.engine.history(guest, "Ask", one.id))[0]).toMatchObject({ action: "Agree: proposed", by: { name: "Guest" } });
  expect(await shown(guest, one, "Agree")).toEqual([false, false, excluded]);
  expect(await say(guest, one, "Agree")).toBe("conflict: decided-already");
  expect(await current(one)).toMatchObject({ state: "open", granted: 0 });
  expect(await shown(boss, one, "Agree")).toEqual([true, true, null]);
  expect(await say(boss, one, "Agree")).toBe("done");
  expect(await current(one)).toMatchObject({ state: "agreed", granted: 1 });
});

test("a person with the voters' role proposes their own request, and their yes doesn't count", async () => {
  const both = await person("bea", "Guest", "Boss");
  const one = await ask(both);
  expect(await shown(both, one, "Agree")).toEqual([true, false, null]);
  expect(await say(both, one, "Agree")).toBe("done");
  expect(await say(both, one, "Agree")).toBe("conflict: decided-already");
  expect((await current(one)).state).toBe("open");
  expect(await say(boss, one, "Agree")).toBe("done");
  expect((await current(one)).state).toBe("agreed");
});

test("a deputy proposes their own request, and doesn't decide it for the represented person", async () => {
  const deputy = await person("dee", "Guest", "Boss");
  const today = small.engine.rehearsal!.now().slice(0, 10);
  valueOf(await small.engine.deputies.name(boss, { deputy: { email: "dee@people.test" }, from: today, to: today }));
  const one = await ask(deputy);
  expect(await shown(deputy, one, "Agree")).toEqual([true, false, null]);
  expect(await say(deputy, one, "Agree")).toBe("done");
  expect(await shown(deputy, one, "Agree")).toEqual([false, false, excluded]);
  expect(await say(deputy, one, "Agree")).toBe("not permitted: not-permitted");
  expect((await current(one)).state).toBe("open");
});

test("a voter of a later step proposes where Who names them and nobody of the first step", async () => {
  const one = await ask(guest);
  expect(await shown(boss, one, "Allow")).toEqual([false, false, unproposed("Allow")]);
  expect(await say(boss, one, "Allow")).toBe("not permitted: not-permitted");
  expect((await shown(guest, one, "Allow"))[0]).toBe(false);
  expect(await say(guest, one, "Allow")).toBe("not permitted: not-permitted");
  expect(await shown(chief, one, "Allow")).toEqual([true, false, null]);
  expect(await say(chief, one, "Allow")).toBe("done");
  expect((await shown(chief, one, "Allow"))[0]).toBe(false);
  expect(await say(chief, one, "Allow")).toBe("conflict: not-your-turn");
  expect(await shown(boss, one, "Allow")).toEqual([true, true, null]);
  // The proposal was the chief's yes: whoever proposes and is asked has said yes.
  expect(await say(boss, one, "Allow")).toBe("done");
  expect(await current(one)).toMatchObject({ state: "agreed", granted: 1 });
  expect(await say(chief, one, "Allow")).toBe("conflict: wrong-state");
});

test("nobody is reminded before the proposal; the reminder counts from the proposal", async () => {
  const rehearsal = small.engine.rehearsal!;
  const one = await small.make(guest, "Ask", { title: "slow" });
  const reminders = async (): Promise<number> => (await rehearsal.mails()).filter((m) => m.subject === "Ask slow waits for your decision" && m.to === "boss@example.test").length;
  await rehearsal.moveClock({ forward: "P3D" });
  expect(await reminders()).toBe(0);
  expect(await say(guest, one, "Agree")).toBe("done");
  await rehearsal.moveClock({ forward: "P1D" });
  expect(await reminders()).toBe(0);
  await rehearsal.moveClock({ forward: "P1D" });
  expect(await reminders()).toBe(1);
  await rehearsal.moveClock({ forward: "P3D" });
  expect(await reminders()).toBe(1);
});
