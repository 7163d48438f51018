/** A reference that can't be resolved is reported, also where the guard of the `(new)` row reads it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";

const text = `# Specification: Concerts

## 1. What the product does and for whom

For whom:

- **Guest** — listens

## 3. Entities and their fields

### Concert

- name: text, required, unique
- open: yes/no, required, default yes

### Seat

- concert: Concert, required

## 4. States and transitions

### Seat

| From | Action | To | Who | When |
|---|---|---|---|---|
| (new) | Reserve | reserved | Guest | \`concert.open\`, else SOLD_OUT |

## 6. Roles and permissions

- **Guest**

| | Guest |
|---|---|
| Concert | all |
| Seat | read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| SOLD_OUT | 409 | Nothing is left. |
`;

let small: Small;
beforeAll(async () => void (small = await openSmall(text)), 120_000);
afterAll(() => small?.close());

const reserve = async (values: Readonly<Record<string, unknown>>): Promise<readonly (string | null)[]> => {
  const outcome = await small.does(await small.as("Guest"), { kind: "create", entity: "Seat", values });
  return outcome.ok ? [] : outcome.refusal.errors.flatMap(({ code, field }) => [code, field]);
};

test("the reference is what is wrong, not the guard", async () => {
  const guest = await small.as("Guest");
  const { id } = await small.make(guest, "Concert", { name: "Mass" });
  await small.make(guest, "Concert", { name: "Opera", open: false });
  expect(await reserve({ concert: { name: "Massse" } })).toEqual(["invalid-value", "concert"]);
  expect(await reserve({ concert: { name: "Opera" } })).toEqual(["SOLD_OUT", null]);
  expect(await reserve({ concert: id })).toEqual([]);
});
