/** Events of entering and leaving a state of a second machine. */
import { afterAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf } from "../support/outcome.ts";

const text = `# Specification: Paying

## 3. Entities and their fields

### Order

- name: text, required, unique
- trail: text, default ""
- On entering half, owed: set trail = \`trail + payment\`
- On leaving half: set trail = \`trail + "!"\`
- On entering sent: set trail = \`trail + state\`

## 4. States and transitions

### Order

- Starts as: open
- Ends as: sent

| From | Action | To | Who |
|---|---|---|---|
| open | Send | sent | Clerk |

### Order: payment

- Starts as: owed
- Ends as: paid

| From | Action | To | Who |
|---|---|---|---|
| owed | Advance | half | Clerk |
| half | Pay | paid | Clerk |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |
`;

let small: Small | undefined;
afterAll(() => small?.close());

test("each machine's events run at its own states", async () => {
  small = await openSmall(text);
  const clerk = await small.as("clerk");
  const order = await small.make(clerk, "Order", { name: "first" });
  for (const action of ["Advance", "Send", "Pay"]) expect(resultOf(await small.does(clerk, { kind: "action", entity: "Order", id: order.id, action, input: {} }))).toBe("done");
  expect(await recordOf(small.engine, clerk, "Order", order.id)).toMatchObject({ value: { trail: "owedhalfsent!", payment: "paid" } });
});
