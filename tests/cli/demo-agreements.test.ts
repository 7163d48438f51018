/** A demo makes invoices although rules want their supplier, their lines and their sum to be those of the order. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "@nonet/compiler";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agreements } from "../../apps/cli/src/demo/agreements.ts";
import { fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { clientOf } from "../api-client.ts";
import { type Running, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const text = `# Invoices

## 1. What the product does and for whom

- Sign-in: email and password; by invitation
- **Clerk** — orders and pays

## 3. Data and fields

### Supplier

- name: text, required, unique

### Order

- number: sequence \`PO-{0000}\`
- supplier: Supplier, required
- lines: list of Order line by order

### Order line (part of Order)

- description: text, required
- price: number, required, at least 1

### Invoice

- number: sequence \`IN-{0000}\`
- supplier: Supplier, required
- order: Order, required
- sum: number, required
- lines: list of Invoice line by invoice
- total: number = \`if count(lines) = 0 then 0 else sum(lines.price)\`

### Invoice line (part of Invoice)

- order line: Order line, required, unique within invoice
- price: number, required

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Something is ordered | Order | \`count(lines) >= 1\` | NO_LINES |
| Supplier of the order | Invoice | \`supplier = order.supplier\` | WRONG_SUPPLIER at supplier |
| Lines of the order | Invoice | \`every l in lines satisfies l.order line.order = invoice.order\` | WRONG_LINE |
| Adds up | Invoice | \`sum = total\` | WRONG_SUM at sum |

## 6. Roles and permissions

| Entity | Clerk |
|---|---|
| Supplier | create, read |
| Order | create, read |
| Order line | create, read |
| Invoice | create, read |
| Invoice line | create, read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_LINES | 422 | Nothing is ordered. |
| WRONG_SUPPLIER | 422 | {order.number} went to another supplier. |
| WRONG_LINE | 422 | A line belongs to another order. |
| WRONG_SUM | 422 | The lines come to {total}, not {sum}. |
`;

const { product: model } = compile([{ name: "invoices.md", text }]);
const folder = temporaryFolder();
let product: Running;

beforeAll(async () => {
  const document = join(folder.path, "invoices.md");
  writeFileSync(document, text);
  product = await runProduct([document, ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

test("the rules' comparisons are found: with a field of a record, and for each part of a list", () => {
  expect(
    agreements(model).map(({ entity, sides }) => `${entity}: ${sides.map(({ list, path }) => [...(list === null ? [] : [`${list}[]`]), ...path].join(".")).join(" = ")}`),
  ).toEqual(["Invoice: supplier = order.supplier", "Invoice: lines[].orderLine.order = order", "Invoice: sum = total"]);
});

test("there are invoices of several suppliers with lines", async () => {
  await fillDemo(product.address, new Map(), [], agreements(model));
  const clerk = await clientOf(product.address, "clerk@example.test");
  const invoices = (await clerk("GET", "/api/invoices?limit=100")).body.items as readonly { readonly supplier: { readonly id: string }; readonly lines: readonly unknown[] }[];
  expect(invoices.length).toBeGreaterThanOrEqual(8);
  expect(new Set(invoices.map(({ supplier }) => supplier.id)).size).toBeGreaterThan(1);
  expect(invoices.some(({ lines }) => lines.length > 0)).toBe(true);
}, 240_000);
