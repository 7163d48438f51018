/** Deactivated people don't vote: the others complete the decision, and where nobody is left the Owner is notified. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Panels

## 1. What the product does and for whom

- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Guest** — asks
- **Judge** — decides

## 3. Entities and their fields

### Ask

- title: text, required
- judges: list of User
- Shown as: \`title\`

## 4. States and transitions

### Ask

- Starts as: open
- Ends as: agreed, gone

| From | Action | To | Who |
|---|---|---|---|
| open | Agree | agreed | Guest |
| open | Allow | agreed | Guest |
| open | Expire | gone | system |

- Agree is decided by: all of \`judges\`, lapses after 5 days as Expire
- Allow is decided by: all of Judge

## 6. Roles and permissions

- **Guest**
- **Judge**

| Entity | Guest | Judge |
|---|---|---|
| Ask | create, read, update | read |
| User | read | read |
`;

let small: Small;
let guest: Actor;
let owner: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  [guest, owner] = [await small.as("Guest"), await small.owner()];
}, 120_000);
afterAll(() => small?.close());

type Person = Extract<Actor, { kind: "person" }>;
let count = 0;
async function judge(): Promise<Person> {
  const email = `judge${++count}@example.test`;
  valueOf(await small.engine.people.invite(owner, { email, name: email, roles: ["Judge"], password: "a long password" }));
  return valueOf(await small.engine.people.signIn({ email, password: "a long password" })).actor as Person;
}
const ask = async (title: string, ...judges: Person[]): Promise<VisibleRecord> => small.make(guest, "Ask", { title, judges: judges.map((p) => p.id) });
const say = async (by: Actor, on: VisibleRecord, action = "Agree"): Promise<string> =>
  resultOf(await small.does(by, { kind: "action", entity: "Ask", id: on.id, action, input: {} }));
const stateOf = async (on: VisibleRecord): Promise<unknown> => valueOf(await recordOf(small.engine, guest, "Ask", on.id))["state"];
/** What the Owner may not read isn't named to them. */
const told = async (): Promise<number> => (await small.engine.rehearsal!.mails()).filter((m) => m.to === "owner@example.test" && m.body.startsWith("Agree of Ask waits")).length;

test("the last pending voter is deactivated: the decision of the others takes effect", async () => {
  const [one, two] = [await judge(), await judge()];
  const on = await ask("both", one, two);
  expect([await say(guest, on), await say(one, on)]).toEqual(["done", "done"]);
  expect(await stateOf(on)).toBe("open");
  valueOf(await small.engine.people.change(owner, two.id, { active: false }));
  expect(await stateOf(on)).toBe("agreed");
});

test("nobody is left: it waits, the Owner is notified once, and a reactivated person is asked again", async () => {
  const [one, two] = [await judge(), await judge()];
  const on = await ask("empty", one, two);
  expect(await say(guest, on)).toBe("done");
  for (const person of [one, two]) valueOf(await small.engine.people.change(owner, person.id, { active: false }));
  await small.engine.rehearsal!.settle();
  expect([await stateOf(on), await told()]).toEqual(["open", 1]);
  valueOf(await small.engine.people.change(owner, two.id, { active: true }));
  const back = valueOf(await small.engine.people.signIn({ email: two.email, password: "a long password" })).actor;
  expect(await say(back, on)).toBe("done");
  expect(await stateOf(on)).toBe("agreed");
});

test("an earlier yes stays valid", async () => {
  const [one, two] = [await judge(), await judge()];
  const on = await ask("kept", one, two);
  expect([await say(guest, on), await say(one, on)]).toEqual(["done", "done"]);
  valueOf(await small.engine.people.change(owner, one.id, { active: false }));
  expect(await stateOf(on)).toBe("open");
  expect([await say(two, on), await stateOf(on)]).toEqual(["done", "agreed"]);
});

test("a person who loses the role, or is erased, isn't waited for either", async () => {
  const [one, two] = [await judge(), await judge()];
  const on = await ask("erased", one, two);
  expect([await say(guest, on), await say(one, on)]).toEqual(["done", "done"]);
  valueOf(await small.engine.erasePerson(owner, two.id));
  expect(await stateOf(on)).toBe("agreed");
  const other = await ask("role");
  const people = valueOf(await small.engine.people.list(owner)).filter((p) => p.active && p.roles.includes("Judge") && p.id !== one.id);
  expect([await say(guest, other, "Allow"), await say(one, other, "Allow")]).toEqual(["done", "done"]);
  expect(await stateOf(other)).toBe("open");
  for (const person of people) valueOf(await small.engine.people.change(owner, person.id, { roles: [] }));
  expect(await stateOf(other)).toBe("agreed");
});

test("a last yes and a deactivation at the same time take effect in either order", async () => {
  for (let round = 0; round < 8; round++) {
    const [one, two] = [await judge(), await judge()];
    const on = await ask(`race ${round}`, one, two);
    expect(await say(guest, on)).toBe("done");
    await Promise.all([say(one, on), small.engine.people.change(owner, two.id, { active: false })]);
    expect(await stateOf(on)).toBe("agreed");
  }
}, 60_000);

test("it lapses after the proposal's time, not after the record entered the state", async () => {
  const one = await judge();
  const on = await ask("slow", one);
  const clock = small.engine.rehearsal!;
  await clock.moveClock({ forward: "P6D" });
  expect(await stateOf(on)).toBe("open");
  expect(await say(guest, on)).toBe("done");
  await clock.moveClock({ forward: "P4D" });
  expect(await stateOf(on)).toBe("open");
  await clock.moveClock({ forward: "P1D" });
  expect(await stateOf(on)).toBe("gone");
});
