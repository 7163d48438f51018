/** Which numbers a list adds up below its rows. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { entityOf } from "@nonet/model";
import { columnTotal } from "../src/column-total.ts";

const text = `# Hire

## 1. What it does and for whom

- **Currency**: EUR

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Board | dashboard | everyone |

### Board

- Number "Seats": \`sum(Hire.seats)\`
- Chart "Weight": bars of \`sum(Hire.weight)\` by item

## 3. Entities

### Item

- name: text, required
- daily fee: money, required
- deposit: money, required
- limit: money
- price: money
- year: integer
- hires: list of Hire by item
- lead: duration
- minimum time: duration
- worth: money = \`sum(hires.fee)\`

### Hire

- item: Item, required
- fee: money, required
- unit price: money
- price: money
- seats: integer, required
- weight: number, required
- odometer: integer
- worked: duration
- currency: currency, required
- abroad: money in currency

## 6. Roles and permissions

- **Clerk** — works

| Entity | Clerk |
|---|---|
| Item, Hire | all |
`;

test("money is added up, unless it is a price list's or for one of something; numbers only where the document adds them up", () => {
  const { product, diagnostics } = compile([{ name: "hire.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  const totals = (name: string) => {
    const entity = entityOf(product, name)!;
    return Object.fromEntries(entity.fields.map((field) => [field.name, columnTotal({ product } as Parameters<typeof columnTotal>[0], entity, field).total ?? null]));
  };
  expect(totals("Item")).toEqual({
    name: null,
    "daily fee": "offered",
    deposit: "offered",
    limit: null,
    price: null,
    year: null,
    hires: null,
    lead: "offered",
    "minimum time": null,
    worth: "shown",
  });
  expect(totals("Hire")).toEqual({
    item: null,
    fee: "shown",
    worked: "offered",
    "unit price": null,
    price: "shown",
    seats: "offered",
    weight: "offered",
    odometer: null,
    currency: null,
    abroad: null,
  });
});
