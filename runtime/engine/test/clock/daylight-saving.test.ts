/**
 * Timed transitions across both daylight saving changes, at skipped and repeated moments, past holidays and weekends, and
 * where nothing ran at the moment: each runs at its moment, not a second earlier, and once.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const ways = {
  "after a day": "(after 1 day)",
  "after 24 hours": "(after 24 hours)",
  "after a month": "(after 1 month)",
  "at the day": "(at `day`)",
  "a day past the day": "(after 1 day past `day`)",
  "at the time": "(at `alarm`)",
  "two days before the day": "(at `day - 2 days`)",
  "after two working days": "(after 2 working days)",
  "two working days past the day": "(after 2 working days past `day`)",
  "an hour past the moment": "(after 1 hour past `moment`)",
};

const text = `# Specification: Clocks

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin
- **Sign-in**: email and password; by invitation

## 3. Entities and their fields

### Timer

- way: one of (${Object.keys(ways).join(", ")}), required
- day: date
- hour: time
- moment: date and time
- alarm: date and time = \`date and time(day, hour)\`
- rang: integer, default 0
- rang at: date and time

## 4. States and transitions

### Timer

- Starts as: ${Object.keys(ways)
  .slice(0, -1)
  .map((way) => `${way} when \`way = "${way}"\``)
  .join(", ")}, else ${Object.keys(ways).at(-1)}
- Ends as: rung

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
${Object.entries(ways)
  .map(([way, trigger]) => `| ${way} | ${trigger} | rung | system | | set rang = \`rang + 1\`; set rang at = \`now()\` |`)
  .join("\n")}

## 6. Roles and permissions

- **Keeper**

| | Keeper |
|---|---|
| Timer | all |

## 9. Business constants and limits

Working time: Monday to Friday, 09:00 to 17:00

### Holidays

| Date | Name |
|---|---|
| 2026-04-03 | Good Friday |
| 2026-04-06 | Easter Monday |
`;

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = freshFolder();
  postgres = await serverOf(folder);
}, 120_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (): Promise<Engine> =>
  valueOf(await openEngine({ product: productOf(text), database: { url: postgres.url }, files: join(folder, "files"), rehearse: true, environment: {} }));
const keeper = async (engine: Engine): Promise<Actor> => valueOf(await engine.people.become("keeper@example.test")).actor;
const clock = async (engine: Engine, to: string): Promise<unknown> => valueOf(await engine.rehearsal!.moveClock({ now: to }));
const start = async (engine: Engine, values: Record<string, unknown>): Promise<string> =>
  valueOf(await engine.perform(await keeper(engine), { kind: "create", entity: "Timer", values }))!.id;
const rung = async (engine: Engine, id: string): Promise<string | null> => {
  const timer = valueOf(await recordOf(engine, await keeper(engine), "Timer", id));
  return timer["rang"] === 0 || timer["rang"] === "0" ? null : `${String(timer["rang"])} at ${String(timer["rangAt"])}`;
};

/** From when, by which way, with what; and the moment. In March 02:00 becomes 03:00 on the 29th, in October 03:00 becomes 02:00 on the 25th. */
const cases: readonly (readonly [from: string, way: keyof typeof ways, values: Record<string, unknown>, due: string])[] = [
  ["2026-03-28T13:30:00Z", "after a day", {}, "2026-03-29T12:30:00Z"],
  ["2026-03-28T13:30:00Z", "after 24 hours", {}, "2026-03-29T13:30:00Z"],
  ["2026-03-28T01:30:00Z", "after a day", {}, "2026-03-29T01:30:00Z"],
  ["2026-02-28T01:30:00Z", "after a month", {}, "2026-03-28T01:30:00Z"],
  ["2026-03-01T09:00:00Z", "after a month", {}, "2026-04-01T08:00:00Z"],
  ["2026-01-31T09:00:00Z", "after a month", {}, "2026-02-28T09:00:00Z"],
  ["2026-03-27T09:00:00Z", "at the day", { day: "2026-03-29" }, "2026-03-28T23:00:00Z"],
  ["2026-03-27T09:00:00Z", "at the day", { day: "2026-03-30" }, "2026-03-29T22:00:00Z"],
  ["2026-03-27T09:00:00Z", "a day past the day", { day: "2026-03-29" }, "2026-03-29T22:00:00Z"],
  ["2026-03-27T09:00:00Z", "two days before the day", { day: "2026-03-31" }, "2026-03-28T23:00:00Z"],
  ["2026-03-27T09:00:00Z", "at the time", { day: "2026-03-29", hour: "02:30" }, "2026-03-29T01:30:00Z"],
  ["2026-03-27T09:00:00Z", "at the time", { day: "2026-03-29", hour: "03:30" }, "2026-03-29T01:30:00Z"],
  ["2026-03-27T09:00:00Z", "at the time", { day: "2026-03-29", hour: "01:59" }, "2026-03-29T00:59:00Z"],
  ["2026-03-27T13:00:00Z", "after two working days", {}, "2026-03-31T12:00:00Z"],
  ["2026-04-02T13:00:00Z", "after two working days", {}, "2026-04-08T13:00:00Z"],
  ["2026-03-27T09:00:00Z", "two working days past the day", { day: "2026-03-28" }, "2026-03-30T22:00:00Z"],
  ["2026-04-02T09:00:00Z", "two working days past the day", { day: "2026-04-02" }, "2026-04-07T22:00:00Z"],
  ["2026-03-28T09:00:00Z", "an hour past the moment", { moment: "2026-03-29T00:30:00Z" }, "2026-03-29T01:30:00Z"],
  ["2026-10-24T12:30:00Z", "after a day", {}, "2026-10-25T13:30:00Z"],
  ["2026-10-24T12:30:00Z", "after 24 hours", {}, "2026-10-25T12:30:00Z"],
  ["2026-10-24T00:30:00Z", "after a day", {}, "2026-10-25T00:30:00Z"],
  ["2026-10-24T09:00:00Z", "at the day", { day: "2026-10-25" }, "2026-10-24T22:00:00Z"],
  ["2026-10-24T09:00:00Z", "at the day", { day: "2026-10-26" }, "2026-10-25T23:00:00Z"],
  ["2026-10-24T09:00:00Z", "at the time", { day: "2026-10-25", hour: "02:30" }, "2026-10-25T00:30:00Z"],
  ["2026-10-24T09:00:00Z", "at the time", { day: "2026-10-25", hour: "03:00" }, "2026-10-25T02:00:00Z"],
  ["2026-10-24T09:00:00Z", "an hour past the moment", { moment: "2026-10-25T00:30:00Z" }, "2026-10-25T01:30:00Z"],
  ["2026-10-23T12:00:00Z", "after two working days", {}, "2026-10-27T13:00:00Z"],
];

const second = (at: string, by: number): string => new Date(Date.parse(at) + by * 1000).toISOString();

test("each transition runs at its moment, not a second earlier, and once", async () => {
  const engine = await open();
  const events = cases
    .flatMap(([from, way, values, due], n) => [
      { n, at: from, does: "start" as const, way, values, due },
      { n, at: second(due, -1), does: "wait" as const, way, values, due },
      { n, at: second(due, 0), does: "ring" as const, way, values, due },
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.n - b.n);
  const ids = new Map<number, string>();
  const wrong: string[] = [];
  await clock(engine, "2026-01-01T00:00:00Z");
  for (const { n, at, does, way, values, due } of events) {
    await clock(engine, at);
    if (does === "start") ids.set(n, await start(engine, { way, ...values }));
    else {
      const is = await rung(engine, ids.get(n)!);
      const want = does === "wait" ? null : `1 at ${due}`;
      if (is !== want) wrong.push(`${cases[n]!.slice(0, 2).join(" ")} ${JSON.stringify(values)}: ${is ?? "not yet"} at ${at}, due ${due}`);
    }
  }
  await clock(engine, "2026-12-01T00:00:00Z");
  for (const [n, id] of ids) if ((await rung(engine, id)) !== `1 at ${cases[n]![3]}`) wrong.push(`${cases[n]!.slice(0, 2).join(" ")}: ${(await rung(engine, id)) ?? "never"}`);
  expect(wrong).toEqual([]);
  await engine.close();
});

test("where nothing ran at the moment it runs at the next start, once, even when two processes start together", async () => {
  const before = await open();
  await clock(before, "2027-03-27T12:00:00Z");
  // In 2027 the clock goes on on 28 March.
  const id = await start(before, { way: "at the time", day: "2027-03-28", hour: "02:30" });
  const other = await start(before, { way: "after a day" });
  await before.close();
  const both = await Promise.all([open(), open()]);
  await Promise.all(both.map((e) => clock(e, "2027-04-02T12:00:00Z").catch(() => undefined)));
  await Promise.all(both.map((e) => e.rehearsal!.settle()));
  expect((await rung(both[0]!, id))?.slice(0, 4)).toBe("1 at");
  expect((await rung(both[0]!, other))?.slice(0, 4)).toBe("1 at");
  await Promise.all(both.map((e) => e.close()));
});
