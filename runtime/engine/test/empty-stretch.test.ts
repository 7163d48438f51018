/** A stretch that holds no moment, from noon up to noon or from the end to the start, shares none with another. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, refused, type Small } from "./small.ts";
import type { Actor } from "../src/index.ts";

const text = `# Specification: Lessons

## 3. Entities and their fields

### Lesson

- room: text
- from: date and time
- to: date and time
- first: integer
- last: integer

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One at a time | Lesson | no overlap of [from..to) per room | TAKEN |
| Pages once | Lesson | no overlap of [first..last] per room | READ |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Lesson | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | The room is taken. |
| READ | 409 | Those pages are read. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const make = async (room: string, values: Readonly<Record<string, unknown>>) => refused(await small.does(clerk, { kind: "create", entity: "Lesson", values: { room, ...values } }));
const at = (hour: string): string => `2026-01-01T${hour}:00Z`;

test("up to its own beginning, inside and around another", async () => {
  expect(await make("red", { from: at("12:00"), to: at("13:00") })).toBe("done");
  for (const hour of ["12:00", "12:30", "13:00"]) expect(await make("red", { from: at(hour), to: at(hour) })).toBe("done");
  expect(await make("red", { from: at("11:00"), to: at("14:00") })).toBe("conflict: TAKEN at room");
});

test("one closed at both ends holds its one moment, and reversed none", async () => {
  expect(await make("blue", { first: 1, last: 9 })).toBe("done");
  expect(await make("blue", { first: 6, last: 4 })).toBe("done");
  expect(await make("blue", { first: 9, last: 9 })).toBe("conflict: READ at room");
  expect(await make("blue", { first: 10, last: 10 })).toBe("done");
});
