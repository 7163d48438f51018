/** The refusal of a synchronous call: without values that the actor may not read, and without a record where there is none. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { freshFolder } from "../support/equipment-desk.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Orders

## 3. Entities and their fields

### Order

- name: text, required
- limit: number, default 7

## 4. States and transitions

### Order

- Starts as: placed

| From | Action | To | Who | Then |
|---|---|---|---|---|
| placed | Ask | kept | Clerk | call Check |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |
| Order: limit | – |

## 7. The calls it makes

### Check

- Request: GET \`https://register.example/names\`
- First: yes
- Otherwise: UNKNOWN

### Ping

- Offers: POST /ping
- For: Clerk
- Does: call Check
- Answers: 200 \`{ a: 1 }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| UNKNOWN | 502 | {name} is over {limit}. |
`;

let house: Opened;
beforeAll(async () => {
  house = await openProduct(text.replace(/### Ping[^#]*(?=##)/, ""), { rehearse: true });
  await house.engine.rehearsal!.answer({ call: "Check", status: 404 });
}, 60_000);
afterAll(async () => {
  await house?.close();
});

test("values that the actor may not read are not disclosed", async () => {
  const { actor } = valueOf(await house.engine.people.become("clerk@example.test"));
  const order = valueOf(await house.engine.perform(actor, { kind: "create", entity: "Order", values: { name: "Blue" } }));
  const refused = await house.engine.perform(actor, { kind: "action", entity: "Order", id: order!.id, action: "Ask", input: {} });
  expect(resultOf(refused)).toBe("call failed: UNKNOWN");
  expect(refused.ok ? [] : refused.refusal.errors.map((e) => e.detail)).toEqual(["Blue is over …."]);
});

test("without a record the checker reports it, and a product that runs anyway answers without its values", async () => {
  const { product, diagnostics } = compile([{ name: "orders.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.code)).toEqual(["call-without-record"]);
  const folder = freshFolder();
  const engine = valueOf(await openEngine({ product, database: await databaseOf(folder), files: join(folder, "files"), rehearse: true, environment: {} }));
  try {
    await engine.rehearsal!.answer({ call: "Check", status: 404 });
    const refused = await engine.callOffered(valueOf(await engine.people.become("clerk@example.test")).actor, "Ping", { body: {}, headers: {}, path: {}, query: {} });
    expect(refused.ok ? [] : refused.refusal.errors.map((e) => [e.code, e.detail])).toEqual([["UNKNOWN", " is over ."]]);
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
