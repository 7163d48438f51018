/** A synchronous call in rehearsal: its answers are scripted, it is listed, and something not shown blocks it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Orders

## 3. Entities and their fields

### Order

- number: gapless sequence \`O-{000}\`
- name: text, required

## 4. States and transitions

### Order

- Starts as: placed

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Place | placed | Clerk | call Check |
| placed | Keep | placed | Clerk | |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |

## 7. The calls it makes

### Check

- Request: GET \`{register}/names/{name}\`
- First: yes
- Otherwise: UNKNOWN

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| UNKNOWN | 502 | Nobody knows {name}. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| register | not shown | where names are known |
`;

let house: Opened;
beforeAll(async () => {
  house = await openProduct(text, { rehearse: true });
}, 60_000);
afterAll(async () => {
  await house?.close();
});

const place = async (name: string) =>
  house.engine.perform(valueOf(await house.engine.people.become("clerk@example.test")).actor, { kind: "create", entity: "Order", values: { name }, action: "Place" });

test("without an address the call is refused as not shown; a script answers it", async () => {
  expect(resultOf(await place("a"))).toBe("not shown: not-shown");
  await house.engine.rehearsal!.answer({ call: "Check", status: 200 });
  expect(valueOf(await place("b"))).toMatchObject({ number: "O-001" });
  await house.engine.rehearsal!.answer({ call: "Check", status: 404, times: 1 });
  expect(resultOf(await place("c"))).toBe("call failed: UNKNOWN");
  await house.engine.rehearsal!.answer({ call: "Check", outcome: "timeout", times: 1 });
  expect(resultOf(await place("d"))).toBe("call failed: UNKNOWN");
  expect(valueOf(await place("e"))).toMatchObject({ number: "O-002" });
  expect((await house.engine.rehearsal!.calls()).map((c) => [c.call, c.status, c.attempts])).toEqual([
    ["Check", "not shown", 1],
    ["Check", "done", 1],
    ["Check", "dropped", 1],
    ["Check", "dropped", 1],
    ["Check", "done", 1],
  ]);
});
