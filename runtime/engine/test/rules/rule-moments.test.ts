/** Rules that are checked on an action, or on creation, only for records in some state. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Bills

## 1. What the product does and for whom

- **Name**: Bills
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — bills

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Bill

- name: text, required
- amount: number, required
- Shown as: \`name\`

## 4. States and transitions

### Bill

- Starts as: urgent when \`amount > 100\`, else draft
- Ends as: paid

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Send | sent | Clerk | | |
| urgent | Send | late | Clerk | | |
| sent, late | Pay | paid | Clerk | | |
| draft, sent | Note | the same state | Clerk | | set amount = \`amount + 1\` |
| paid | Refund | draft | Clerk | | set amount = \`amount - asked.back\` |
| draft | Refund twice | the same state | Clerk | | do Lower on this with by = 1; do Lower on this with by = 50; do Lower on this with by = 2 |
| draft | Lower | the same state | Clerk | | set amount = \`amount - asked.by\` |

- Refund asks for: back: number, required; reason: text
- Lower asks for: by: number, required

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Small at first | Bill, on create, while draft | \`amount > 5\` | TOO_SMALL |
| Sent when it is worth it | Bill, while sent, on Send | \`amount > 20\` | NOT_WORTH |
| Not more than was paid | Bill, on Refund | \`asked.back <= old.amount\` | TOO_MUCH_BACK |
| With a reason | Bill, on Refund | \`asked.back < 10 or asked.reason != null\` | REASON_MISSING |
| By little | Bill, on Lower | \`asked.by < 10\` | TOO_FAR |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Bill | all |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_SMALL | 422 | Too small. |
| NOT_WORTH | 422 | Not worth it. |
| TOO_MUCH_BACK | 422 | {asked.back} is too much. |
| REASON_MISSING | 422 | Say why. |
| TOO_FAR | 422 | Too far at once. |

## 9. Business constants and limits

none
`;

let small: Small;
beforeAll(async () => {
  small = await openSmall(text);
});
afterAll(async () => {
  await small?.close();
});

test("on creation, for records that start in the state", async () => {
  const clerk = await small.as("Clerk");
  const create = (amount: number) => small.does(clerk, { kind: "create", entity: "Bill", values: { name: "A", amount } });
  expect(resultOf(await create(5))).toBe("invalid: TOO_SMALL");
  expect(resultOf(await create(6))).toBe("done");
  // Urgent from the start, so that the rule isn't about it.
  expect(resultOf(await create(101))).toBe("done");
});

test("on an action, for records that it brings into the state", async () => {
  const clerk = await small.as("Clerk");
  const made = await small.make(clerk, "Bill", { name: "B", amount: 10 });
  const act = (id: string, action: string) => small.does(clerk, { kind: "action", entity: "Bill", id, action, input: {} });
  expect(resultOf(await act(made.id, "Send"))).toBe("invalid: NOT_WORTH");
  const urgent = await small.make(clerk, "Bill", { name: "C", amount: 200 });
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Bill", id: urgent.id, values: { amount: 1 }, ifVersion: "any" }))).toBe("done");
  expect(resultOf(await act(urgent.id, "Send"))).toBe("done");
});

test("a transition that keeps the state keeps each record in its own state", async () => {
  const clerk = await small.as("Clerk");
  const made = await small.make(clerk, "Bill", { name: "D", amount: 30 });
  const act = (action: string) => small.does(clerk, { kind: "action", entity: "Bill", id: made.id, action, input: {} });
  expect(valueOf(await act("Note"))).toMatchObject({ state: "draft" });
  expect(resultOf(await act("Send"))).toBe("done");
  expect(valueOf(await act("Note"))).toMatchObject({ state: "sent" });
});

test("with the action's input", async () => {
  const clerk = await small.as("Clerk");
  const act = (id: string, action: string, asked: Readonly<Record<string, unknown>> = {}) => small.does(clerk, { kind: "action", entity: "Bill", id, action, input: asked });
  const made = await small.make(clerk, "Bill", { name: "E", amount: 40 });
  for (const action of ["Send", "Pay"]) expect(resultOf(await act(made.id, action))).toBe("done");
  const refund = (back: number, reason?: string) => act(made.id, "Refund", { back, ...(reason ? { reason } : {}) });
  expect(resultOf(await refund(50, "wrong"))).toBe("invalid: TOO_MUCH_BACK");
  expect(resultOf(await refund(50))).toBe("invalid: TOO_MUCH_BACK, REASON_MISSING");
  expect(resultOf(await refund(20))).toBe("invalid: REASON_MISSING");
  expect(resultOf(await refund(20, "wrong"))).toBe("done");
});

test("each time the action runs in one change", async () => {
  const clerk = await small.as("Clerk");
  const made = await small.make(clerk, "Bill", { name: "F", amount: 90 });
  const act = (action: string, asked: Readonly<Record<string, unknown>> = {}) => small.does(clerk, { kind: "action", entity: "Bill", id: made.id, action, input: asked });
  expect(resultOf(await act("Lower", { by: 9 }))).toBe("done");
  // Neither the first nor the last of the three is too far.
  expect(resultOf(await act("Refund twice"))).toBe("invalid: TOO_FAR");
});
