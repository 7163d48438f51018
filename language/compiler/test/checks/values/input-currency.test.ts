/** The currency that an amount must have when `do … with` passes it to another record's action. */
import { expect, test } from "vitest";
import { compile } from "../../../../../tests/compile-again.ts";

const document = (guard: string, then: string): string => `# Specification: Orders

## 1. What the product does and for whom

- **Currency**: CHF
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — pays

## 3. Entities and their fields

### Order

- name: text, required
- currency: one of (EUR, USD), required
- total: money in currency
- other: Order
- orders: list of Order by other

## 4. States and transitions

### Order

- Starts as: open
- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Settle | open | Clerk | ${guard} | ${then} |
| open | Pay | closed | Clerk | | set total = \`asked.paid\` |
| open | Give | closed | Clerk | | set currency = \`asked.currency\`; set total = \`asked.gift\` |

- Pay asks for: paid: money in currency, required
- Give asks for: currency; gift: money in currency, required

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Order | all |
`;

test.each([
  ["do Pay on other with paid = `12 EUR`", "`other.currency`"],
  ["do Pay on other with paid = `total`", "`other.currency`"],
  ["do Pay on orders with paid = `12 EUR`", "`currency`"],
  ["for each o in orders: do Pay on o with paid = `total`", "`o.currency`"],
  ['do Give on other with gift = `12 USD`, currency = "EUR"', "in EUR"],
  ['do Pay on other with paid = `12 USD` when `other.currency = "EUR"`', "in EUR"],
])("%s is in another currency", (then, expected) => {
  const errors = compile([{ name: "orders.md", text: document("", then) }]).diagnostics.filter((d) => d.severity === "error");
  expect(errors.map((d) => d.code)).toEqual(["unit-mismatch"]);
  expect(errors[0]!.message).toContain(expected);
});

test.each([
  ["", "do Pay on this with paid = `total`"],
  ["", "do Pay on other with paid = `other.total`"],
  ["", "do Pay on other with paid = `12`"],
  ["", "for each o in orders: do Pay on o with paid = `o.total`"],
  ["", "for each o in orders[currency = order.currency]: do Pay on o with paid = `total`"],
  ["", 'do Give on other with gift = `12 EUR`, currency = "EUR"'],
  ["", "do Give on other with gift = `total`, currency = `currency`"],
  ["", "do Pay on other with paid = `total` when `currency = other.currency`"],
  ["", 'do Pay on other with paid = `12 EUR` when `other.currency = "EUR"`'],
  ["`currency = other.currency`", "do Pay on other with paid = `total`"],
])("%s %s", (guard, then) => {
  expect(compile([{ name: "orders.md", text: document(guard, then) }]).diagnostics.filter((d) => d.severity === "error")).toEqual([]);
});
