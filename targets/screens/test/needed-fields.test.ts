/** Which fields an action needs filled in, so that its button is shown until they have a value. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const { product, diagnostics } = compile([
  {
    name: "orders.md",
    text: `# Orders

## 3. Entities and their fields

### Order
- title: text, required
- garage email: email
- price: money in EUR

## 4. States and transitions

### Order
- Starts as: draft

| From | Action | To | Who | When |
|---|---|---|---|---|
| draft | Ask | asked | Clerk | \`garage email != null and price > 3\` |
| asked | Close | closed | Clerk | \`price > 3 or garage email != null\` |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |
`,
  },
]);

test("a field that must be filled in whatever else holds", () => {
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { entities } = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false });
  const { actions } = entities.find(({ name }) => name === "Order")!;
  expect(actions.map(({ name, needs }) => [name, needs])).toEqual([
    ["Ask", ["garageEmail"]],
    ["Close", []],
  ]);
});
