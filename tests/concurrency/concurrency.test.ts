/** Twenty clients at once: gapless numbers without a gap or a double while a fifth of the creations fail, and a capacity that is never passed by one. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Answer, type Ask } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const tries = process.env["NONET_LONG"] ? 10_000 : 400;
const clients = 20;
const folder = temporaryFolder();
let product: Running;
let ask: Ask[];

const document = `# Specification: Theatre

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

## 3. Entities and their fields

### Evening

- name: text, required, unique
- seats: integer, required
- bookings: list of Booking by evening
- taken: integer = \`sum(bookings.people)\`

### Booking

- evening: Evening, required
- people: integer, required, at least 1, at most 4

### Ticket

- number: gapless sequence \`T-{00000}\`
- price: integer, required

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Never too many | Evening | \`taken <= seats\` | FULL |
| A price that is one | Ticket | \`price > 0\` | NO_PRICE at price |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Evening | all |
| Booking | all |
| Ticket | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| FULL | 409 | {name} has {seats} seats. |
| NO_PRICE | 422 | A ticket costs something. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 10000000 | per person |
`;

beforeAll(async () => {
  const file = join(folder.path, "theatre.md");
  writeFileSync(file, document);
  product = await runProduct([file, ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
  ask = await Promise.all(Array.from({ length: clients }, () => clientOf(product.address, "clerk@example.test")));
});

afterAll(async () => {
  await product?.stop();
  folder.remove();
});

/** Every client sends its share, one after the other; all clients at once. */
async function all(send: (ask: Ask, n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(
    ask.map(async (one, client) => {
      const own: Answer[] = [];
      for (let n = client; n < tries; n += clients) own.push(await send(one, n));
      return own;
    }),
  );
  return answers.flat();
}

async function everything(path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let after = ""; ;) {
    const page = await ask[0]!("GET", `${path}?limit=200${after}`);
    items.push(...page.body.items);
    if (!page.body.next) return items;
    after = `&after=${encodeURIComponent(page.body.next)}`;
  }
}

test(`${tries} creations at once, a fifth of them refused: no gap and no double`, { timeout: 1_200_000 }, async () => {
  const answers = await all((one, n) => one("POST", "/api/tickets", { price: n % 5 === 0 ? 0 : n }));
  expect(answers.filter((a) => a.status === 422)).toHaveLength(tries / 5);
  expect(answers.filter((a) => a.status === 201)).toHaveLength((tries * 4) / 5);
  const numbers = (await everything("/api/tickets")).map((ticket) => Number(String(ticket["number"]).slice(2))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: (tries * 4) / 5 }, (_, i) => i + 1));
});

test(`${tries} tries on a capacity: never one too many, and none left over`, { timeout: 1_200_000 }, async () => {
  const seats = Math.floor(tries / 4) + 1;
  const evening = (await ask[0]!("POST", "/api/evenings", { name: "Faust", seats })).body.id;
  const answers = await all((one, n) => one("POST", "/api/bookings", { evening, people: 1 + (n % 2) }));
  const wrong = answers.filter((a) => a.status !== 201 && !(a.status === 409 && a.body.code === "FULL"));
  expect(wrong.map((a) => a.body)).toEqual([]);
  const sold = (await everything("/api/bookings")).reduce((sum, booking) => sum + Number(booking["people"]), 0);
  expect(answers.filter((a) => a.status === 201).reduce((sum, a) => sum + a.body.people, 0)).toBe(sold);
  expect(sold).toBeLessThanOrEqual(seats);
  // Whoever asked for one when one was left got it.
  expect(sold).toBe(seats);
});
