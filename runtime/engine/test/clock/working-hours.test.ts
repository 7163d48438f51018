/** Timers in working hours: nights, weekends, holidays and pauses of the calendar don't count. */
import { expect, test } from "vitest";
import { does, openDesk, remove } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Desk

## 1. What the product does and for whom

- **Name**: Desk
- **Time zone**: Europe/Berlin

For whom:

- **Clerk** — answers

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Tickets | list of Ticket | Clerk |

## 3. Entities and their fields

### Ticket

- name: text, required

## 4. States and transitions

### Ticket

- Starts as: open
- Ends as: late

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | (after 5 working hours) | due | system | | |
| due | (after patience) | late | system | | |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Ticket | all |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| patience | 12 working hours | before it is late |

Working time: Monday to Thursday, 09:00 to 12:00 and 13:00 to 17:00; Friday, 09:00 to 13:00

### Holidays

| Date | Name |
|---|---|
| 2030-05-06 | closed |
`;

test("a timer in working hours doesn't advance outside them", async () => {
  const desk = await openDesk(text);
  const clerk = await desk.as("Clerk");
  const clock = desk.engine.rehearsal!;
  const state = async () => valueOf(await listOf(desk.engine, clerk, { entity: "Ticket" })).items.map((t) => t["state"]);
  // Thursday 2 May 2030, 15:00 in Berlin: two hours on Thursday, three of Friday's four.
  await clock.moveClock({ now: "2030-05-02T13:00:00Z" });
  expect(resultOf(await does(desk, clerk, { kind: "create", entity: "Ticket", values: { name: "a" } }))).toBe("done");
  await clock.moveClock({ now: "2030-05-03T09:59:00Z" });
  expect(await state()).toEqual(["open"]);
  await clock.moveClock({ now: "2030-05-03T10:00:00Z" });
  expect(await state()).toEqual(["due"]);
  // Twelve more: one on Friday, none on the closed Monday, seven on Tuesday, four on Wednesday with its pause.
  await clock.moveClock({ now: "2030-05-08T11:59:00Z" });
  expect(await state()).toEqual(["due"]);
  await clock.moveClock({ now: "2030-05-08T12:00:00Z" });
  expect(await state()).toEqual(["late"]);
  await desk.close();
  remove(desk);
});
