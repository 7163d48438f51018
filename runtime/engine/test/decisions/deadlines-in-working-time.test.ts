/**
 * Reminders and lapses of decisions counted in working hours and days: over pauses, a weekend, holidays and both daylight
 * saving changes, with working hours in the very night of the change. Each runs at its moment, not a second earlier, and once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, remove, type Desk } from "../support/equipment-desk.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const ways = {
  hours: "reminded after 5 working hours, lapses after 12 working hours as Drop",
  days: "reminded after 2 working days, lapses after 4 working days as Drop",
  named: "reminded after `patience`, lapses after `end of patience` as Drop",
};

const text = `# Specification: Requests

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin
- **Sign-in**: email and password; by invitation

## 3. Entities and their fields

### Request

- name: text, required, unique
- way: one of (${Object.keys(ways).join(", ")}), required
- amount: integer, default 0
- dropped at: date and time
- Shown as: \`name\`

### Closed day

- day: date, required

## 4. States and transitions

### Request

- Starts as: hours when \`way = "hours"\`, days when \`way = "days"\`, else named
- Ends as: agreed, dropped

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
${Object.keys(ways)
  .map((way) => `| ${way} | Agree by ${way} | agreed | Clerk | | |`)
  .join("\n")}
| ${Object.keys(ways).join(", ")} | Drop | dropped | system | | set dropped at = \`now()\` |

${Object.entries(ways)
  .map(([way, times]) => `- Agree by ${way} is decided by: any 1 of Clerk then any 1 of Chief, ${times}, starts again when amount changes`)
  .join("\n")}

## 6. Roles and permissions

- **Clerk**
- **Chief**

| | Clerk | Chief |
|---|---|---|
| Request | all | all |
| Closed day | all | all |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| patience | 6 working hours | before we ask again |
| end of patience | 3 working days | before we give up |

Working time: Monday to Friday, 09:00 to 12:00 and 13:00 to 17:00; Sunday, 01:00 to 05:00
Holidays: every Closed day by day

### Holidays

| Date | Name |
|---|---|
| 2026-04-03 | Good Friday |
| 2026-04-06 | Easter Monday |
`;

let desk: Desk;
let clerk: Actor;
let chief: Actor;
beforeAll(async () => {
  desk = await openDesk(text);
  clerk = await desk.as("Clerk");
  chief = await desk.as("Chief");
}, 120_000);
afterAll(async () => {
  await desk.close();
  remove(desk);
});

const clock = async (to: string): Promise<unknown> => valueOf(await desk.engine.rehearsal!.moveClock({ now: to }));
const ask = async (name: string, way: string): Promise<string> => valueOf(await desk.engine.perform(clerk, { kind: "create", entity: "Request", values: { name, way } }))!.id;
const agree = async (by: Actor, id: string, way: string): Promise<string> =>
  resultOf(await desk.engine.perform(by, { kind: "action", entity: "Request", id, action: `Agree by ${way}`, input: {} }));
const reminders = async (name: string): Promise<number> =>
  (await desk.engine.rehearsal!.mails()).filter((mail) => mail.subject === `Request ${name} waits for your decision`).length;
const stands = async (id: string): Promise<string> => {
  const request = valueOf(await recordOf(desk.engine, clerk, "Request", id));
  return request["state"] === "dropped" ? `dropped at ${String(request["droppedAt"])}` : String(request["state"]);
};
const second = (at: string, by: number): string => new Date(Date.parse(at) + by * 1000).toISOString();

/** In March 02:00 becomes 03:00 on Sunday the 29th, in October 03:00 becomes 02:00 on Sunday the 25th: three and five hours of work. */
const cases: readonly (readonly [from: string, way: keyof typeof ways, reminded: string, lapsed: string])[] = [
  // Two and a half hours on Friday, three on Sunday, six and a half on Monday.
  ["2026-03-27T13:30:00Z", "hours", "2026-03-29T02:30:00Z", "2026-03-30T14:30:00Z"],
  ["2026-03-27T13:00:00Z", "days", "2026-03-30T12:00:00Z", "2026-04-01T12:00:00Z"],
  // Half past two on the Sunday isn't there in March.
  ["2026-03-26T01:30:00Z", "days", "2026-03-29T01:30:00Z", "2026-03-31T00:30:00Z"],
  // Over Good Friday and Easter Monday, of which Easter Sunday is none.
  ["2026-04-02T13:00:00Z", "hours", "2026-04-05T02:00:00Z", "2026-04-07T14:00:00Z"],
  ["2026-04-02T12:00:00Z", "days", "2026-04-07T12:00:00Z", "2026-04-09T12:00:00Z"],
  ["2026-04-01T14:00:00Z", "named", "2026-04-02T13:00:00Z", "2026-04-07T14:00:00Z"],
  // Half past two comes twice in October: the first is meant.
  ["2026-10-22T00:30:00Z", "days", "2026-10-25T00:30:00Z", "2026-10-27T01:30:00Z"],
  ["2026-10-23T12:30:00Z", "hours", "2026-10-25T01:30:00Z", "2026-10-26T13:30:00Z"],
  // Asked while nobody works, and due at the very end of a stretch.
  ["2026-10-24T10:00:00Z", "hours", "2026-10-25T04:00:00Z", "2026-10-26T16:00:00Z"],
  ["2026-10-23T14:00:00Z", "named", "2026-10-25T04:00:00Z", "2026-10-27T15:00:00Z"],
];

test("each runs at its moment, not a second earlier, and once", async () => {
  const events = cases
    .flatMap(([from, way, reminded, lapsed], n) => [
      { n, way, at: from, want: null },
      { n, way, at: second(reminded, -1), want: `0 reminders, ${way}` },
      { n, way, at: reminded, want: `1 reminders, ${way}` },
      { n, way, at: second(lapsed, -1), want: `1 reminders, ${way}` },
      { n, way, at: lapsed, want: `1 reminders, dropped at ${lapsed}` },
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.n - b.n);
  const ids = new Map<number, string>();
  const wrong: string[] = [];
  await clock("2026-01-01T00:00:00Z");
  for (const { n, way, at, want } of events) {
    await clock(at);
    if (want === null) ids.set(n, await ask(`case ${n}`, way));
    else {
      const is = `${await reminders(`case ${n}`)} reminders, ${await stands(ids.get(n)!)}`;
      if (is !== want) wrong.push(`${cases[n]!.slice(0, 2).join(" ")}: ${is} at ${at}, not ${want}`);
    }
  }
  await clock("2026-12-01T00:00:00Z");
  for (const [n, id] of ids) {
    const is = `${await reminders(`case ${n}`)} reminders, ${await stands(id)}`;
    if (is !== `1 reminders, dropped at ${cases[n]![3]}`) wrong.push(`${cases[n]!.slice(0, 2).join(" ")}: in the end ${is}`);
  }
  expect(wrong).toEqual([]);
}, 240_000);

test("a reminder counts from the step's start, a lapse from the round's start; a change of the record restarts both", async () => {
  // Monday 1 March 2027, 09:00 in Berlin.
  await clock("2027-03-01T08:00:00Z");
  const id = await ask("steps", "hours");
  await clock("2027-03-01T11:00:00Z");
  expect(await agree(clerk, id, "hours")).toBe("done");
  // At noon: five hours from then are Monday's four and Tuesday's first.
  await clock("2027-03-02T08:59:59Z");
  expect([await reminders("steps"), await stands(id)]).toEqual([0, "hours"]);
  await clock("2027-03-02T09:00:00Z");
  expect([await reminders("steps"), await stands(id)]).toEqual([1, "hours"]);
  // At 11:30, when nine and a half of the twelve hours are over, it starts again.
  await clock("2027-03-02T10:30:00Z");
  valueOf(await desk.engine.perform(clerk, { kind: "update", entity: "Request", id, values: { amount: 7 }, ifVersion: "any" }));
  expect(await agree(chief, id, "hours")).toBe("conflict: not-your-turn");
  // Half an hour to noon, four in the afternoon, half an hour of Wednesday.
  await clock("2027-03-03T08:29:59Z");
  expect([await reminders("steps"), await stands(id)]).toEqual([1, "hours"]);
  await clock("2027-03-03T08:30:00Z");
  expect([await reminders("steps"), await stands(id)]).toEqual([2, "hours"]);
  // Twelve: seven more of Wednesday, of which half an hour is gone, and half an hour of Thursday.
  await clock("2027-03-04T08:29:59Z");
  expect(await stands(id)).toBe("hours");
  await clock("2027-03-04T08:30:00Z");
  expect([await reminders("steps"), await stands(id)]).toEqual([2, "dropped at 2027-03-04T08:30:00Z"]);
}, 120_000);

test("a new holiday postpones what is due, a removed one advances it", async () => {
  // Monday 8 March 2027, 10:00 in Berlin.
  await clock("2027-03-08T09:00:00Z");
  const id = await ask("closed", "days");
  const closed = valueOf(await desk.engine.perform(clerk, { kind: "create", entity: "Closed day", values: { day: "2027-03-09" } }))!.id;
  await clock("2027-03-10T09:00:00Z");
  expect([await reminders("closed"), await stands(id)]).toEqual([0, "days"]);
  await clock("2027-03-11T09:00:00Z");
  expect([await reminders("closed"), await stands(id)]).toEqual([1, "days"]);
  // Four days were Sunday; without the closed one they are Friday.
  valueOf(await desk.engine.perform(clerk, { kind: "delete", entity: "Closed day", id: closed, ifVersion: "any" }));
  await clock("2027-03-12T08:59:59Z");
  expect(await stands(id)).toBe("days");
  await clock("2027-03-12T09:00:00Z");
  expect(await stands(id)).toBe("dropped at 2027-03-12T09:00:00Z");
}, 120_000);
