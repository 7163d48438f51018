/** A call that was answered as expected while a rule refuses its Then: it isn't repeated automatically, and is listed as failed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Orders

## 3. Entities and their fields

### Order

- name: text, required
- most: number, default 10
- paid: number, read-only
- receipt: text, read-only
- trouble: text, read-only

## 4. States and transitions

### Order

- Starts as: placed

| From | Action | To | Who | Then |
|---|---|---|---|---|
| placed | Charge | charged | Clerk | call Till |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too much | Order | \`paid = null or paid <= most\` | TOO_MUCH |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |

## 7. The calls it makes

### Till

- Request: POST \`https://till.example/charges\`
- Expects: status 200
- Then: set receipt = \`answer.id\`; set paid = \`answer.amount\`
- Retries: 3 times, waiting 1 second
- Otherwise: set trouble = "not charged"

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 422 | No more than {most}. |
`;

let house: Opened;
beforeAll(async () => {
  house = await openProduct(text, { rehearse: true });
}, 60_000);
afterAll(async () => {
  await house?.close();
});

test("nothing of Then is kept, Otherwise doesn't run, and the Owner can retry once no rule is violated", async () => {
  const { engine, owner } = house;
  const { actor } = valueOf(await engine.people.become("clerk@example.test"));
  await engine.rehearsal!.answer({ call: "Till", status: 200, body: { id: "R-1", amount: 50 } });
  const order = valueOf(await engine.perform(actor, { kind: "create", entity: "Order", values: { name: "Blue" } }))!;
  valueOf(await engine.perform(actor, { kind: "action", entity: "Order", id: order.id, action: "Charge", input: {} }));
  await engine.rehearsal!.settle();
  expect(valueOf(await recordOf(engine, actor, "Order", order.id))).toMatchObject({ state: "charged", receipt: null, paid: null, trouble: null });
  const { items } = valueOf(await engine.failedCalls.list(owner));
  expect(items).toMatchObject([{ call: "Till", attempts: 1, code: null, why: "The call was answered, but its Then was refused: TOO_MUCH." }]);
  // Readers of the record see what the refusal discloses of it.
  const reading = { ...(owner as Extract<Actor, { kind: "person" }>), roles: ["Clerk"] };
  expect(valueOf(await engine.failedCalls.list(reading)).items).toMatchObject([{ why: "The call was answered, but its Then was refused: No more than 10." }]);
  valueOf(await engine.perform(actor, { kind: "update", entity: "Order", id: order.id, values: { most: 60 }, ifVersion: "any" }));
  valueOf(await engine.failedCalls.retry(owner, items[0]!.id));
  await engine.rehearsal!.settle();
  expect(valueOf(await recordOf(engine, actor, "Order", order.id))).toMatchObject({ receipt: "R-1", paid: "50", trouble: null });
  expect(valueOf(await engine.failedCalls.list(owner)).count).toBe(0);
});
