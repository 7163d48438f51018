/** A demo issues orders although only an approved requisition may be ordered, an action makes the lines, and the address of the register isn't shown. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { clientOf } from "../api-client.ts";
import { type Running, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const text = `# Orders

## 1. What the product does and for whom

- Sign-in: email and password; by invitation
- **Buyer** — asks for goods and orders them

## 3. Data and fields

### Requisition

- number: sequence \`RQ-{0000}\`
- purpose: text, required

### Order

- number: sequence \`PO-{0000}\`
- requisition: Requisition, required, set once
- lines: list of Line by order

### Line (part of Order)

- description: text, required
- price: number, required

## 4. States and transitions

### Requisition

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Approve | approved | Buyer | | |
| approved | Order | ordered | system | | |

### Order

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Issue | issued | Buyer | \`requisition.state = "approved"\` | call Check register; create Line with order = \`order\`, description = \`requisition.purpose\`, price = \`1\`; do Order on \`requisition\` |
| issued | Close | closed | Buyer | | |

## 6. Roles and permissions

| Entity | Buyer |
|---|---|
| Requisition | create, read, Approve |
| Order | create, read, Issue, Close |
| Line: price | read |

## 7. The calls it makes

### Check register

- Request: GET \`{register address}/buyers\`
- Expects: status 200, within 5 seconds
- First: yes
- Otherwise: UNCHECKED

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| UNCHECKED | 409 | The register doesn't answer. |

## 9. Business constants and limits

| Name | Value | Unit | Meaning | Source |
|---|---|---|---|---|
| register address | not shown | | where the register answers | |
`;

const folder = temporaryFolder();
let product: Running;

beforeAll(async () => {
  const document = join(folder.path, "orders.md");
  writeFileSync(document, text);
  product = await runProduct([document, ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

test("the rehearsal has orders with lines, and afterwards the register's address is as open as before", async () => {
  await fillDemo(product.address, new Map());
  const buyer = await clientOf(product.address, "buyer@example.test");
  const orders = (await buyer("GET", "/api/orders?limit=100")).body.items as readonly { readonly lines: readonly unknown[] }[];
  expect(orders.length).toBeGreaterThanOrEqual(3);
  expect(orders.every(({ lines }) => lines.length === 1)).toBe(true);
  const requisition = (await buyer("POST", "/api/requisitions", { purpose: "Chairs" })).body as { readonly id: string };
  await buyer("POST", `/api/requisitions/${requisition.id}/approve`, {});
  expect(await buyer("POST", "/api/orders", { requisition: requisition.id })).toMatchObject({ status: 501, body: { code: "not-shown" } });
}, 240_000);
