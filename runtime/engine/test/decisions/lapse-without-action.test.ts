/** A decision that lapses without an action: its votes are discarded, the record stays as it is, and it can be asked for again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Waivers

## 3. Entities and their fields

### Fee

- name: text, required

## 4. States and transitions

### Fee

- Starts as: open
- Ends as: waived

| From | Action | To | Who |
|---|---|---|---|
| open | Waive | waived | Clerk |
| open | Cancel | waived | Manager |

- Waive is decided by: all of Manager, lapses after 10 days
- Cancel is decided by: all of Manager, reminded after 2 days, lapses after 10 days

## 6. Roles and permissions

- **Clerk**
- **Manager**

| | Clerk | Manager |
|---|---|---|
| Fee | create, read | read |
`;

let product: Opened;
let clerk: Actor;
let managers: readonly [Actor, Actor];
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  clerk = await product.person("clerk@people.test", "Clerk");
  managers = [await product.person("max@people.test", "Manager"), valueOf(await product.engine.people.become("manager@example.test")).actor];
}, 120_000);
afterAll(() => product.close());

const fee = async (): Promise<string> => valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Fee", values: { name: "reminder" } }))!.id;
const says = async (by: Actor, id: string, action: string): Promise<string> => resultOf(await product.engine.perform(by, { kind: "action", entity: "Fee", id, action, input: {} }));
const stateOf = async (id: string): Promise<unknown> => valueOf(await recordOf(product.engine, clerk, "Fee", id))["state"];
const later = async (days: number): Promise<void> => void valueOf(await product.engine.rehearsal!.moveClock({ forward: `P${days}D` }));

test("before its time, the votes count", async () => {
  const id = await fee();
  expect(await says(clerk, id, "Waive")).toBe("done");
  expect(await says(managers[0], id, "Waive")).toBe("done");
  await later(9);
  expect(await says(managers[1], id, "Waive")).toBe("done");
  expect(await stateOf(id)).toBe("waived");
});

test("after its time, it must be proposed again, and earlier votes don't count", async () => {
  const id = await fee();
  expect(await says(clerk, id, "Waive")).toBe("done");
  expect(await says(managers[0], id, "Waive")).toBe("done");
  await later(11);
  expect(await stateOf(id)).toBe("open");
  expect(await says(managers[1], id, "Waive")).toBe("not permitted: not-permitted");
  await later(30);
  expect(await says(clerk, id, "Waive")).toBe("done");
  await later(9);
  expect(await says(managers[1], id, "Waive")).toBe("done");
  expect(await stateOf(id)).toBe("open");
  expect(await says(managers[0], id, "Waive")).toBe("done");
  expect(await stateOf(id)).toBe("waived");
});

test("without a proposal, the next vote begins it again, with its own time", async () => {
  const id = await fee();
  expect(await says(managers[0], id, "Cancel")).toBe("done");
  await later(25);
  expect(await says(managers[1], id, "Cancel")).toBe("done");
  expect(await stateOf(id)).toBe("open");
  await later(9);
  expect(await says(managers[0], id, "Cancel")).toBe("done");
  expect(await stateOf(id)).toBe("waived");
});
