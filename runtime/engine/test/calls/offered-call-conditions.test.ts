/** The conditions and effects of an offered call see everything; what it answers is what its caller may read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Courts

## 1. What the product does and for whom

For whom:

- **Member** — plays
- **Clerk** — helps

## 3. Entities and their fields

### Booking

- day: date, required
- player: User, required, default \`me\`, set once
- bookings before: integer, read-only

## 4. States and transitions

none

## 6. Roles and permissions

- **Member**
- **Clerk**

Own: a Booking is its player's.

| | Member | Clerk |
|---|---|---|
| Booking | create, read own | all |

## 7. The calls it makes

### Book

- Offers: POST /book
- For: Member, Clerk
- Takes: day: date, required
- Does: stop with FULL when count(Booking[day = body.day]) >= 2; create Booking as b with day = body.day, bookings before = count(Booking)
- Answers: 201 \`{ mine: count(Booking[day = body.day]), before: b.bookings before }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| FULL | 409 | The day is full. |
`;

let product: Opened;
const people: Record<string, Actor> = {};

beforeAll(async () => {
  product = await openProduct(text);
  for (const name of ["ada", "bo", "cy"]) people[name] = await product.person(`${name}@example.test`, "Member");
});
afterAll(() => product.close());

const book = (name: string) => product.engine.callOffered(people[name]!, "Book", { body: { day: "2026-06-01" }, headers: {}, path: {}, query: {} });

test("a condition counts records that the caller may not read, an answer doesn't", async () => {
  expect(valueOf(await book("ada")).body).toMatchObject({ mine: 1, before: 0 });
  expect(valueOf(await book("bo")).body).toMatchObject({ mine: 1, before: 1 });
  const full = await book("cy");
  expect(full.ok || full.refusal.errors[0]?.code).toBe("FULL");
});
