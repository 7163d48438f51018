/** Thousands separators: `1,250.50` is a value in all values; in expressions commas separate arguments. */
import { expect, test } from "vitest";
import { compiled } from "../desk.ts";

const text = (cell: string, expression = "price < 5000"): string => `# Specification: T

## 1. What the product does and for whom

- **Currency**: EUR

## 3. Entities and their fields

### Item

- name: text, required, unique
- price: money, required, default 1,250.50, at least 1,000.25, at most 1,250,000.50
- size: number, between 1,000 and 2,000.5

| Field | Type | Default | At most |
|---|---|---|---|
| weight | number | 1,250.50 | 2,250.50 |

Initial records:

| Name | Price |
|---|---|
| Saw | 1,250.50 |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Dear | Item | \`${expression} and price < most and cost(price) > 0 EUR\` | DEAR |

Example: values
- Given an Item "Axe" with price 1,250.50
- Then the price of the Item "Axe" is 1,250.50

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| DEAR | 422 | Dear. |

## 9. Business constants and limits

| Name | Value |
|---|---|
| most | 1,250.50 EUR; 2,250.50 EUR from 2030-01-01 |

### cost

| price: money | → fee |
|---|---|
| ${cell} | 1,000.50 EUR |
| - | 3 EUR |
`;

const errors = (document: string): string[] => compiled(document).diagnostics.flatMap((d) => (d.severity === "error" ? [`${d.code}: ${d.message}`] : []));

test.each(["< 1,250.50", "<= 1,250", "[1,250.50..2,000]", "(1,000..2,000.50]", "> 1,000"])("a cell %s", (cell) => {
  expect(errors(text(cell))).toEqual([]);
});

test.each(["price < 1,250.50", "price < 1,250 EUR", "max(price, 1,250 EUR) > 0 EUR", "count(Item[size > 1,500]) < 5"])("an expression %s", (expression) => {
  expect(errors(text("< 1,250", expression))).toEqual([]);
});

test("the fix offered for an ambiguous comma is accepted", () => {
  for (const document of [text("1,250"), text("< 1,250", "weight < max(1,250.50, 3)"), text("< 1,250", "weight in (1,250, 2,000)")]) {
    let now = document;
    for (let rounds = 0; rounds < 3; rounds++) {
      const told = compiled(now).diagnostics.find((d) => d.severity === "error");
      if (!told) break;
      expect(`${told.code}: ${now.slice(told.span.from, told.span.to)}`).toMatch(/^ambiguous-commas/);
      const [edit] = told.fixes![0]!.edits;
      now = now.slice(0, edit!.span.from) + edit!.text + now.slice(edit!.span.to);
    }
    expect(now).not.toBe(document);
    expect(errors(now)).toEqual([]);
  }
});
