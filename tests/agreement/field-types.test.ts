/** The types of fields: what the compiler checks expressions with is what a compiled product says of its records. */
import { readFileSync } from "node:fs";
import { compile } from "@nonet/compiler";
import { describe, type Expression, type Type } from "@nonet/feel";
import { entityOf, type Product, recordType } from "@nonet/model";
import { expect, it } from "vitest";

const text = `# Specification: Types

## 1. What the product does and for whom

Types.

- **Currency**: EUR

For whom:

- **Clerk** — writes orders

## 3. Data

### Order

- number: sequence \`O-{0000}\`
- mail: email
- price: money in USD, required
- currency: one of (EUR, CHF)
- amount: money in currency
- share: percent
- kind: one of (small, large), required
- tags: any of (a, b)
- due: date
- at: date and time
- lasts: duration
- clerk: User, required
- lines: list of Line
- total: number = \`sum(lines.count)\`

### Line

- order: Order, required
- count: integer, required

## 4. States and transitions

### Order

| From | Action | To | Who |
|---|---|---|---|
| open | Close | closed | Clerk |

- Starts as: open

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | create, read, update |
| Line | create, read, update |
`;

function compiled(name: string, document: string): Product {
  const { product, diagnostics } = compile([{ name, text: document }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return product;
}

const typesOf = (product: Product, name: string): string[] =>
  [...recordType(product, entityOf(product, name)!)].map(([field, { type, nullable }]) => `${field}: ${describe(type)}${nullable ? ", or null" : ""}`);

it("a record has the product's own fields and those of the document", () => {
  const product = compiled("types.md", text);
  expect(typesOf(product, "Order")).toMatchInlineSnapshot(`
    [
      "id: text",
      "version: a number",
      "state: text",
      "created at: an instant",
      "created by: a User, or null",
      "updated at: an instant",
      "number: text",
      "mail: text, or null",
      "price: an amount in USD",
      "currency: text, or null",
      "amount: an amount in the currency given by \`currency\`, or null",
      "share: a number, or null",
      "kind: text",
      "tags: a list of texts",
      "due: a date, or null",
      "at: an instant, or null",
      "lasts: a duration in days or hours, or null",
      "clerk: a User",
      "lines: a list of Line records",
      "total: a number",
    ]
  `);
  expect(typesOf(product, "User")).toMatchInlineSnapshot(`
    [
      "id: text",
      "version: a number",
      "created at: an instant",
      "created by: a User, or null",
      "updated at: an instant",
      "name: text",
      "email: text",
      "roles: a list of texts",
      "active: yes or no",
    ]
  `);
});

interface Read {
  readonly entity: string;
  readonly field: string;
  readonly type: Type;
}

/** Every `record.field` in the expressions of a product. */
function readsIn(value: unknown, found: Read[] = []): readonly Read[] {
  if (Array.isArray(value)) for (const each of value) readsIn(each, found);
  else if (value !== null && typeof value === "object") {
    const e = value as Partial<Expression & { kind: "path" }>;
    if (e.kind === "path" && e.of?.type?.kind === "record" && e.field !== undefined && e.type) found.push({ entity: e.of.type.name, field: e.field, type: e.type });
    for (const each of Object.values(value)) readsIn(each, found);
  }
  return found;
}

/** The checker replaces the path of an amount's currency by the whole path, or by the currency that a condition fixes. */
const withoutCurrencyPath = (type: Type, of: Type | undefined): Type => (of?.kind === "number" && of.unitIn !== undefined && type.kind === "number" ? of : type);

it.each(["equipment-desk", "open-museum", "outlay", "purchasing", "ward-rota", "shelter", "fleet"])(
  "the expressions of %s read fields with the types that its records have",
  (name) => {
    const product = compiled(`${name}.md`, readFileSync(new URL(`../../examples/${name}/${name}.md`, import.meta.url), "utf8"));
    const reads = readsIn(product);
    expect(reads.length).toBeGreaterThan(20);
    for (const { entity, field, type } of reads) {
      const of = recordType(product, entityOf(product, entity)!).get(field)?.type;
      expect([entity, field, withoutCurrencyPath(type, of)]).toEqual([entity, field, of]);
    }
  },
);
