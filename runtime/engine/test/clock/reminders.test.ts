/** Timers that keep the record in its state: once for each moment, again where the moment moves or the state is entered again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";
import type { Actor } from "../../src/contract/actor.ts";

const text = `# Specification: Repairs

## 1. What the product does and for whom

- **Time zone**: UTC

## 3. Entities and their fields

### Job

- name: text, required
- due on: date, required
- muted: yes/no, default no

## 4. States and transitions

### Job

- Starts as: waiting
- Ends as: done, lapsed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| waiting | (after 7 days) | the same state | system | not muted | send "Reminder" |
| waiting | (at \`due on\`) | the same state | system | | send "Due" |
| waiting | Put off | waiting | Keeper | | set due on = asked.due on |
| waiting | Rest | resting | Keeper | | |
| resting | Return | waiting | Keeper | | |
| resting | (after 2 days) | resting again | system | | send "Still resting" |
| waiting | (after 30 days) | lapsed | system | | |
| waiting | Finish | done | Keeper | | |

- Put off asks for: due on

## 6. Roles and permissions

- **Keeper**

| | Keeper |
|---|---|
| Job | all |

## 7. The calls it makes

### Reminder

- Email to: all@example.test
- Subject: Reminder {name}
- Body: It waits.

### Due

- Email to: all@example.test
- Subject: Due {name}
- Body: It is due.

### Still resting

- Email to: all@example.test
- Subject: Resting {name}
- Body: It rests.
`;

let house: Opened;
let keeper: Actor;
beforeAll(async () => {
  house = await openProduct(text, { rehearse: true });
  keeper = valueOf(await house.engine.people.become("keeper@example.test")).actor;
}, 60_000);
afterAll(async () => {
  await house?.close();
});

const pace = async (days: number) => valueOf(await house.engine.rehearsal!.moveClock({ forward: `P${days}D` }));
const day = (days: number): string => new Date(Date.parse(house.engine.rehearsal!.now()) + days * 86_400_000).toISOString().slice(0, 10);
const make = async (name: string, values: Readonly<Record<string, unknown>> = {}) =>
  valueOf(await house.engine.perform(keeper, { kind: "create", entity: "Job", values: { name, dueOn: day(100), ...values } }))!.id;
const run = async (id: string, action: string, input: Readonly<Record<string, unknown>> = {}) =>
  valueOf(await house.engine.perform(keeper, { kind: "action", entity: "Job", id, action, input }));
const mails = async (name: string): Promise<string[]> => (await house.engine.rehearsal!.mails()).map(({ subject }) => subject).filter((one) => one.endsWith(` ${name}`));

test("a reminder comes once per stay in the state, and the other timers of the state go on", async () => {
  const id = await make("a");
  await pace(6);
  expect(await mails("a")).toEqual([]);
  await pace(10);
  expect(await mails("a")).toEqual(["Reminder a"]);
  await pace(15);
  expect(await mails("a")).toEqual(["Reminder a"]);
  expect(
    valueOf(await house.engine.history(keeper, "Job", id))
      .at(0)!
      .changes.map(({ after }) => after),
  ).toContain("lapsed");
});

test("where the state is entered again, or the moment moves on, it comes again", async () => {
  const again = await make("b");
  await pace(8);
  await run(again, "Rest");
  await pace(1);
  await run(again, "Return");
  await pace(8);
  expect(await mails("b")).toEqual(["Reminder b", "Reminder b"]);
  const put = await make("c", { dueOn: day(2) });
  await pace(4);
  await run(put, "Put off", { dueOn: day(2) });
  await pace(2);
  expect(await mails("c")).toEqual(["Due c", "Due c"]);
});

test("a guard that doesn't hold leaves it due; then it comes once", async () => {
  const id = await make("d", { muted: true });
  await pace(9);
  expect(await mails("d")).toEqual([]);
  valueOf(await house.engine.perform(keeper, { kind: "update", entity: "Job", id, values: { muted: false }, ifVersion: "any" }));
  await pace(1);
  await pace(1);
  expect(await mails("d")).toEqual(["Reminder d"]);
});

test("`STATE again` repeats", async () => {
  const id = await make("e");
  await run(id, "Rest");
  await pace(5);
  expect(await mails("e")).toEqual(["Resting e", "Resting e"]);
});
