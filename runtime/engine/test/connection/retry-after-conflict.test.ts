/** A query that runs in parallel may hit a serialization conflict first: the change is retried, and nothing else is reported. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { resultOf } from "../support/outcome.ts";

const text = `# Specification: Pots

## 3. Entities and their fields

### Pot

- name: text, required
- most: number, required

### Claim

- pot: Pot, required
- amount: number, required

## 4. States and transitions

### Claim

- Starts as: draft
- Ends as: paid

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Submit | submitted | Clerk | | send "Told" |
| submitted | Pay | paid | Clerk | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Within the pot | Pot | \`sum(Claim[pot = pot and state in ("submitted", "paid")].amount) <= most\` | TOO_MUCH |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Pot | all |
| Claim | all |

## 7. The calls it makes

### Told

- Email to: \`User[email != pot.name].email\`
- Subject: {amount} of {pot.most}
- Body: {sum(Claim[state = "submitted"].amount)} of {pot.name} by now.

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 409 | Too much. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text.replace("pot = pot", "pot = this"));
  clerk = await small.as("clerk");
});
afterAll(() => small.close());

test("eight concurrent submissions that lower one budget each get their result", async () => {
  const told = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const pot = await small.make(clerk, "Pot", { name: `p${round}`, most: 4 });
    const claims = await Promise.all(Array.from({ length: 6 }, () => small.make(clerk, "Claim", { pot: pot.id, amount: 1 })));
    const outcomes = await Promise.all([
      ...claims.map((claim) => small.does(clerk, { kind: "action", entity: "Claim", id: claim.id, action: "Submit", input: {} })),
      ...["3", "5"].map((most) => small.does(clerk, { kind: "update", entity: "Pot", id: pot.id, values: { most }, ifVersion: "any" })),
    ]);
    for (const outcome of outcomes) told.add(resultOf(outcome).replace(" at most", ""));
    expect(outcomes.slice(0, 6).filter((o) => o.ok).length).toBeLessThanOrEqual(5);
  }
  expect([...told].sort()).toEqual(["conflict: TOO_MUCH", "done"]);
});
