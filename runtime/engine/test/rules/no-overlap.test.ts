/** Ranges that a rule `no overlap` keeps apart, and records to which `unique` and `no overlap` in a state apply. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentences } from "@nonet/compiler";
import { productOf } from "../support/equipment-desk.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const stretched = "- room: text\n- from: date\n- to: date";
const text = `# Specification: Rooms

## 3. Entities and their fields

### Lesson

- room: text
- from: date and time
- to: date and time
- first: integer
- last: integer

### Booking

- room: text
- from: integer
- to: integer
- badge: text

### Stay

${stretched}
- Deleting: archives

### Course

- title: text
- parties: list of Party by course
- Deleting: archives

### Party (part of Course, plural Parties)

${stretched}

## 4. States and transitions

### Booking

- Starts as: wished

| From | Action | To | Who |
|---|---|---|---|
| wished | Confirm | confirmed | Clerk |
| confirmed | Give up | wished | Clerk |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One at a time | Lesson | no overlap of [from..to) per room | TAKEN |
| Pages once | Lesson | no overlap of [first..last] per room | READ |
| One booking at a time | Booking, while confirmed | no overlap of [from..to] per room | TAKEN |
| One badge each | Booking, while confirmed | unique badge | WORN |
| One stay at a time | Stay | no overlap of [from..to] per room | TAKEN |
| One party at a time | Party | no overlap of [from..to] per room | TAKEN |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Lesson | all |
| Booking | all |
| Stay | all |
| Course | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | The room is taken. |
| READ | 409 | Those pages are read. |
| WORN | 409 | Somebody wears it. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const tries = (entity: string, values: Readonly<Record<string, unknown>>) => small.does(clerk, { kind: "create", entity, values });
const made = async (entity: string, values: Readonly<Record<string, unknown>>) => resultOf(await tries(entity, values));

test("an empty range contains no moment, inside and around another", async () => {
  const at = (hour: string): string => `2026-01-01T${hour}:00Z`;
  const lesson = (from: string, to: string) => made("Lesson", { room: "red", from: at(from), to: at(to) });
  expect(await lesson("12:00", "13:00")).toBe("done");
  for (const hour of ["12:00", "12:30", "13:00"]) expect(await lesson(hour, hour)).toBe("done");
  expect(await lesson("11:00", "14:00")).toBe("conflict: TAKEN");
});

test("a range closed at both ends contains its one moment, and a reversed one nothing", async () => {
  const pages = (first: number, last: number) => made("Lesson", { room: "blue", first, last });
  expect([await pages(1, 9), await pages(6, 4), await pages(9, 9), await pages(10, 10)]).toEqual(["done", "done", "conflict: READ", "done"]);
});

test("records in other states don't conflict", async () => {
  const booking = async (from: number, to: number) => valueOf(await tries("Booking", { room: "red", from, to, badge: "7" }))!;
  const act = async (id: string, action: string) => resultOf(await small.does(clerk, { kind: "action", entity: "Booking", id, action, input: {} }));
  const [one, other] = [await booking(1, 5), await booking(3, 8)];
  expect(await act(one.id, "Confirm")).toBe("done");
  expect(await act(other.id, "Confirm")).toBe("conflict: TAKEN, WORN");
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Booking", id: one.id, values: { from: 2, badge: "8" }, ifVersion: "any" }))).toBe("done");
  expect(await act(other.id, "Confirm")).toBe("conflict: TAKEN");
  expect([await act(one.id, "Give up"), await act(other.id, "Confirm"), await act(one.id, "Confirm")]).toEqual(["done", "done", "conflict: TAKEN"]);
});

test("the sentence says so", () => {
  const said = sentences(productOf(text)).map(({ sentence }) => sentence);
  expect(said.join("\n")).toContain('that is confirmed with the same "room" may overlap');
});

const march = { room: "red", from: "2026-03-01", to: "2026-03-05" };
test.each([
  ["Stay", march, "conflict: TAKEN"],
  ["Course", { title: "Clay", parties: [march] }, "conflict: TAKEN at parties/0"],
])("archived records don't count, and a %s may be created again", async (entity, values, taken) => {
  const { id } = await small.make(clerk, entity, values);
  expect(await made(entity, values)).toBe(taken);
  expect(resultOf(await small.does(clerk, { kind: "delete", entity, id, ifVersion: "any" }))).toBe("done");
  expect([await made(entity, values), await made(entity, values)]).toEqual(["done", taken]);
});
