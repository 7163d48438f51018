/** A decision that leaves its record in the state takes effect once; the next one starts without votes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Praise

## 3. Entities and their fields

### Wish

- name: text, required
- times: integer, required, default 0

## 4. States and transitions

### Wish

- Starts as: open
- Ends as: over

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Praise | open | Clerk | set times = \`times + 1\` |
| open | Close | over | Clerk | |

- Praise is decided by: all of Manager

## 6. Roles and permissions

- **Clerk**
- **Manager**

| | Clerk | Manager |
|---|---|---|
| Wish | all | read |
`;

let product: Opened;
let clerk: Actor;
let manager: Actor;
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  [clerk, manager] = [await product.person("clerk@people.test", "Clerk"), valueOf(await product.engine.people.become("manager@example.test")).actor];
}, 120_000);
afterAll(() => product.close());

test("a later change doesn't repeat it, and the next decision asks again", async () => {
  const { id } = valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Wish", values: { name: "a kite" } }))!;
  const praise = async (actor: Actor) => void valueOf(await product.engine.perform(actor, { kind: "action", entity: "Wish", id, action: "Praise", input: {} }));
  const times = async () => valueOf(await recordOf(product.engine, clerk, "Wish", id))["times"];
  const rename = async (name: string) => {
    valueOf(await product.engine.perform(clerk, { kind: "update", entity: "Wish", id, values: { name }, ifVersion: "any" }));
    await product.engine.rehearsal!.settle();
  };
  await praise(clerk);
  await rename("a ball");
  expect(await times()).toBe(0);
  await praise(manager);
  expect(await times()).toBe(1);
  await rename("a boat");
  expect(await times()).toBe(1);
  await praise(clerk);
  expect(await times()).toBe(1);
  await praise(manager);
  await rename("a kite again");
  expect(await times()).toBe(2);
});
