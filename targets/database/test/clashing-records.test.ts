/** One pass over a table finds the same clashing records as asking for the others of each of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product } from "@nonet/model";
import { clashQuery } from "../src/rules/clashing-records.ts";
import { ruleQuery } from "../src/rules/rule-queries.ts";
import { openTestDatabase, productOf, type TestDatabase } from "./test-database.ts";

const text = (rules: string): string => `# Specification: Rooms

## 3. Entities and their fields

### Place

- town: text

### Lesson

- room: text
- place: Place
- day from: date
- day to: date
- from: date and time
- to: date and time
- first: integer
- last: integer
- low: number
- high: number
- mail: email

### Stay

- room: text
- from: date
- to: date
- Deleting: archives

## 4. States and transitions

### Lesson

- Starts as: wished

| From | Action | To | Who |
|---|---|---|---|
| wished | Confirm | confirmed | Clerk |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
${rules}

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Lesson | all |
| Place | all |
| Stay | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | Taken. |
`;

const rules = [
  "| Days | Lesson | no overlap of [day from..day to] per room | TAKEN |",
  "| Moments | Lesson | no overlap of [from..to) per room and place | TAKEN |",
  "| Numbers | Lesson, while confirmed | no overlap of [first..last) per room | TAKEN |",
  "| All | Lesson, while confirmed | no overlap of [low..high] | TAKEN |",
  "| Among | Lesson | no overlap of [first..last] per room among Lesson[high > 500] | TAKEN |",
  "| One mail | Lesson | unique mail | TAKEN |",
  "| One per place | Lesson, while confirmed | unique place and room | TAKEN |",
  "| Stays | Stay | no overlap of [from..to] per room | TAKEN |",
];

/** Random periods of every kind: empty, reversed, without an end, and with the same ends as others. */
const fill = `
  select setseed(0.5);
  insert into app.place (id, town) select gen_random_uuid(), (array['Ulm', 'Bonn', null])[1 + n % 3] from generate_series(1, 9) n;
  insert into app.lesson (id, state, room, place, day_from, day_to, "from", "to", first, last, low, high, mail)
  select gen_random_uuid(), case when random() < 0.5 then 'wished' else 'confirmed' end,
    case when random() < 0.9 then 'room ' || floor(random() * 12) end,
    case when random() < 0.9 then (select id from app.place order by id offset floor(random() * 9 + n * 0) limit 1) end,
    case when random() < 0.9 then date '2026-01-01' + floor(random() * 200)::int end, case when random() < 0.9 then date '2026-01-01' + floor(random() * 210)::int end,
    b, case when random() < 0.9 then b + (floor(random() * 6) - 1) * interval '1 hour' end,
    f, f + floor(random() * 6)::int - 1, l, case when random() < 0.9 then l + floor(random() * 4) - 1 end,
    case when random() < 0.9 then (case when random() < 0.5 then 'C' else 'c' end) || floor(random() * 600) || '@example.org' end
  from (select n, timestamptz '2026-01-01' + floor(random() * 300) * interval '1 hour' as b, floor(random() * 100)::int as f, floor(random() * 1000) as l from generate_series(1, 600) n) s;`;

let database: TestDatabase;
const product: Product = productOf(text(rules.join("\n")));
beforeAll(async () => {
  database = await openTestDatabase(productOf(text("")));
  await database.client.query(fill);
}, 120_000);
afterAll(() => database.close());

test.each(product.rules.filter(({ entity }) => entity === "Lesson").map((rule) => [rule.name, rule] as const))("%s", async (_, rule) => {
  const all = (await database.client.query<{ id: string }>("select id from app.lesson order by id")).rows.map(({ id }) => id);
  const asked = await database.run<{ id: string }>(ruleQuery(product, rule, all));
  const found = await database.run<{ id: string }>(clashQuery(product, rule)!);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThan(all.length);
  expect(found.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
});

test("records that are archived are asked for one by one", () => {
  expect(
    clashQuery(
      product,
      product.rules.find(({ name }) => name === "Stays")!,
    ),
  ).toBeNull();
});
