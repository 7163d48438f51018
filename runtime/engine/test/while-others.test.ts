/** `unique` and `no overlap` while a state: those that stand in it meet each other, whichever comes into it last, and nobody else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentences } from "@nonet/compiler";
import { productOf, valueOf } from "./open-desk.ts";
import { openSmall, refused, type Small } from "./small.ts";
import type { Actor } from "../src/index.ts";

const text = `# Specification: Bookings

## 3. Entities and their fields

### Booking

- room: text
- from: integer
- to: integer
- badge: text

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
| One at a time | Booking, while confirmed | no overlap of [from..to] per room | TAKEN |
| One badge each | Booking, while confirmed | unique badge | WORN |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Booking | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | The room is taken. |
| WORN | 409 | Somebody wears it. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const make = async (from: number, to: number) => valueOf(await small.does(clerk, { kind: "create", entity: "Booking", values: { room: "red", from, to, badge: "7" } }))!;
const act = async (id: string, action: string) => refused(await small.does(clerk, { kind: "action", entity: "Booking", id, action, asked: {} }));
const change = async (id: string, values: Readonly<Record<string, unknown>>) =>
  refused(await small.does(clerk, { kind: "update", entity: "Booking", id, values, ifVersion: "any" }));

test("who is in no such state stands in nobody's way", async () => {
  const [one, other] = [await make(1, 5), await make(3, 8)];
  expect(await act(one.id, "Confirm")).toBe("done");
  expect(await act(other.id, "Confirm")).toBe("conflict: TAKEN at room, WORN at badge");
  expect(await change(one.id, { from: 2, badge: "8" })).toBe("done");
  expect(await act(other.id, "Confirm")).toBe("conflict: TAKEN at room");
  expect([await act(one.id, "Give up"), await act(other.id, "Confirm"), await act(one.id, "Confirm")]).toEqual(["done", "done", "conflict: TAKEN at room"]);
});

test("the sentence says so", () => {
  const said = sentences(productOf(text)).map(({ sentence }) => sentence);
  expect(said.join("\n")).toContain("no other of the same room that is confirmed shares a moment");
});
