/** What is archived is out of sight: its stretch is free again, by the rule and by the database, with its parts too. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, refused, type Small } from "./small.ts";
import type { Actor } from "../src/index.ts";

const text = `# Specification: Rooms

## 3. Entities and their fields

### Booking

- room: text
- from: date
- to: date
- Deleting: archives

### Course

- title: text
- lessons: list of Lesson by course
- Deleting: archives

### Lesson (part of Course)

- room: text
- from: date
- to: date

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One at a time | Booking | no overlap of [from..to] per room | TAKEN |
| One lesson at a time | Lesson | no overlap of [from..to] per room | TAKEN |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Booking | all |
| Course | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | The room is taken. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const stretch = { room: "red", from: "2026-03-01", to: "2026-03-05" };

test.each([
  ["Booking", stretch, "conflict: TAKEN at room"],
  ["Course", { title: "Clay", lessons: [stretch] }, "conflict: TAKEN at lessons/0/room"],
])("of a %s", async (entity, values, taken) => {
  const { id } = await small.make(clerk, entity, values);
  const again = async () => refused(await small.does(clerk, { kind: "create", entity, values }));
  expect(await again()).toBe(taken);
  expect(refused(await small.does(clerk, { kind: "delete", entity, id, ifVersion: "any" }))).toBe("done");
  expect(await again()).toBe("done");
  expect(await again()).toBe(taken);
});
