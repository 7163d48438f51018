/** Working time, time zones and values at a date: PostgreSQL and the evaluator of `@nonet/feel` give the same, expected values. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile as run, type Environment, readDate, readDateTime, toJson, type Value, withNames } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { unsupportedIn } from "../src/expressions/supported.ts";
import { recordQuery } from "../src/reads/record-query.ts";
import { dueQuery } from "../src/time/due-queries.ts";
import { system } from "../src/system/system-queries.ts";
import { openTestDatabase, productOf, store, type TestDatabase } from "./test-database.ts";

/** Type, expression and value of each computed field. */
const cases: readonly (readonly [type: string, expression: string, value: unknown])[] = [
  // 2026-04-03 is Good Friday and 2026-04-06 Easter Monday, both holidays.
  ["date", "day + 1 working day in Main", "2026-04-07"],
  ["date", "day + 3 working days in Main", "2026-04-09"],
  ["date", "day + 0 working days in Main", "2026-04-02"],
  ["date", "day - 2 working days in Main", "2026-03-31"],
  ["date", "day + 2 * 2 working days in Main", "2026-04-10"],
  ["date", "day + patience in Main", "2026-04-09"],
  ["date", "day + 1 working day in Weekend", "2026-04-04"],
  ["date", "day + 1 working day in place", "2026-04-04"],
  ["date", "day + 1 working day in nowhere", null],
  ["date", "nothing + 1 working day in Main", null],
  ["integer", "working days(day, day + 10 days, place)", 4],
  ["date", "next working day(day, place)", "2026-04-04"],
  ["date and time", "at + 4 working hours in Main", "2026-04-07T09:00:00Z"],
  ["date and time", "at + 1 working day in Main", "2026-04-07T14:00:00Z"],
  ["date and time", "at - 9 working hours in Main", "2026-04-01T14:00:00Z"],
  ["date and time", "at + 0 working hours in Main", "2026-04-02T14:00:00Z"],
  ["date and time", "day + 9 working hours in Main", "2026-04-02T15:00:00Z"],
  ["date and time", "at + 30 working hours in Weekend", "2026-04-05T04:00:00Z"],
  ["date and time", "at + repair time(kind) in Main", "2026-04-07T09:00:00Z"],
  ["date and time", 'at + repair time("minor") in Main', "2026-04-14T14:00:00Z"],
  ["yes/no", "at + 4 working hours in Main > at + 4 hours", true],
  ["integer", "months between(day, day + 45 days)", 1],
  ["integer", "months between(day, day - 45 days)", -1],
  ["integer", "years between(born, day)", 11],
  ["integer", "months between(nothing, day)", null],
  ["date and time", "end of(day)", "2026-04-02T22:00:00Z"],
  ["date and time", "end of(at)", "2026-04-02T22:00:00Z"],
  ["date", 'today("Asia/Tokyo")', "2026-04-03"],
  ["date", "today(zone)", "2026-04-03"],
  ["date", "today(nowhere)", null],
  ["date", 'date(at, "Pacific/Auckland")', "2026-04-03"],
  ["date", "date(at, zone)", "2026-04-02"],
  ["date", 'date(day, "Asia/Tokyo")', "2026-04-02"],
  ["date and time", 'date and time(day, time("09:00:00@Europe/Berlin"))', "2026-04-02T07:00:00Z"],
  ["date and time", 'date and time(day, time("09:00:00@America/New_York"))', "2026-04-02T13:00:00Z"],
  ["date and time", 'date and time(day, time("09:00:00+02:00"))', "2026-04-02T07:00:00Z"],
  ["date and time", 'date and time(day, if day > born then time("09:00:00Z") else time("10:00:00Z"))', "2026-04-02T09:00:00Z"],
  ["date and time", 'date and time(day, time("09:00:00"), zone)', "2026-04-02T00:00:00Z"],
  ["date and time", 'date and time(day, time("09:00:00"), office)', "2026-04-02T13:00:00Z"],
  ["date and time", 'date and time(day, time("09:00:00"), nowhere)', null],
  ["date and time", "date and time(day, opens, zone)", "2026-04-01T23:30:00Z"],
  ["date and time", "date and time(written)", "2026-07-01T10:00:00Z"],
  ["date and time", 'date and time("2026-07-01T12:00:00@Asia/Tokyo")', "2026-07-01T03:00:00Z"],
  ["date and time", "date and time(nowhere)", null],
  ["percent", "vat rate at (day)", "0.19"],
  ["percent", "vat rate at (nothing)", null],
  ["number", "rate(kind) at (day)", 4],
  ["number", "rate(kind) at (day + 365 days)", 5],
  ["number", "rate(kind)", 4],
  ["number", "rate(kind) at (nothing)", null],
  ["number", "both(kind) at (day + 365 days).second", 7],
  ["number", "gross(100) at (day + 365 days)", 120],
  ["number", "gross(100)", 119],
];

const letters = (n: number): string => (n < 26 ? "" : letters(Math.floor(n / 26) - 1)) + String.fromCodePoint(97 + (n % 26));
const nameOf = (i: number): string => `v ${letters(i)}`;

const text = `# Shop

## 1. What the product does and for whom

- Name: Shop
- Time zone: Europe/Berlin
- Currency: EUR
- **Clerk** — sells

## 2. Screens and routes

none

## 3. Entities and their fields

### Probe

- name: text, required, unique
- day: date, required
- born: date, required
- nothing: date
- at: date and time, required
- opens: time, required
- place: text
- nowhere: text
- zone: text, required
- kind: one of (critical, minor), required
- written: text
${cases.map(([type, expression], i) => `- ${nameOf(i)}: ${type} = \`${expression}\``).join("\n")}

### Closed day

- date: date, required
- location: text, required

## 4. States and transitions

### Probe

- Starts as: new
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | (after 4 working hours in Weekend) | done | | | |
| new | (after 1 working day in Main past at) | done | | | |
| new | (after patience in the calendar Main past \`at\`) | done | | | |
| new | (after repair time(kind) in place past at) | done | | | |
| new | (at at + 4 working hours in Main) | done | | | |

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Probe | all |
| Closed day | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| Name | Value |
|---|---|
| patience | 3 working days |
| office | "America/New_York" |
| vat rate | 19 %; 20 % from 2027-01-01 |
| gross(net: number) | net * (1 + vat rate) |

### Repair time

| severity | → time |
|---|---|
| "critical" | 4 working hours |
| "minor" | 6 working days |

### Rate

| kind | → rate |
|---|---|
| "critical" | 4; 5 from 2027-01-01 |
| - | 1 |

### Both

| kind | → first | → second |
|---|---|---|
| "critical" | 1 | 6; 7 from 2027-01-01 |
| - | 0 | 0 |

### Calendar Main

- Working time: Monday to Friday, 08:00 to 17:00
- Holidays: 2026-04-03, every Closed day where location = "Berlin"

### Calendar Weekend

- Working time: Saturday, Sunday
`;

describe("working time", () => {
  const now = "2026-04-02T16:00:00Z";
  let product: Product;
  let database: TestDatabase;
  let record: Record<string, unknown>;
  const given = {
    name: "a",
    day: "2026-04-02",
    born: "2015-04-02",
    at: "2026-04-02T14:00:00Z",
    opens: "08:30",
    place: "weekend",
    nowhere: "Nowhere",
    zone: "Asia/Tokyo",
    kind: "critical",
    written: "2026-07-01T12:00:00",
  };
  beforeAll(async () => {
    product = productOf(text);
    database = await openTestDatabase(product);
    await database.run(system.setClock(now));
    await store(database, product, "Closed day", { date: "2026-04-06", location: "Berlin" });
    await store(database, product, "Closed day", { date: "2026-04-07", location: "Hamburg" });
    const id = await store(database, product, "Probe", { state: "new", ...given });
    ({ record } = (await database.run<{ record: Record<string, unknown> }>(recordQuery(product, { kind: "system" }, "Probe", id)))[0]!);
  });
  afterAll(async () => database?.close());

  it("compiles every expression", () => expect(unsupportedIn(product).map(({ why }) => why)).toEqual([]));

  it("timers wait in the calendar that they name", async () => {
    const due: unknown[] = [];
    await database.run(system.setClock("2026-06-01T00:00:00Z"));
    for (const transition of product.machines[0]!.transitions) due.push((await database.run<{ due_at: string }>(dueQuery(product, "Probe", transition)))[0]?.due_at);
    await database.run(system.setClock(now));
    expect(due).toEqual(["2026-04-04T02:00:00Z", "2026-04-07T14:00:00Z", "2026-04-09T14:00:00Z", "2026-04-04T02:00:00Z", "2026-04-07T09:00:00Z"]);
  });

  const same = (value: unknown): unknown =>
    typeof value === "string" && value.includes("T") ? new Date(value).toISOString() : value === null || value === undefined ? null : String(value);

  it.each(cases.map(([, expression, value], i) => [expression, value, i] as const))("%s", (_, value, i) => {
    const probe = product.entities.find((e) => e.name === "Probe")!;
    const field = probe.fields.find((f) => f.name === nameOf(i))!;
    expect(same(record[field.key]), "PostgreSQL").toEqual(same(value));
    const calendars = product.calendars.map((c) => ({ ...c, holidays: new Set(c.name === "Main" ? ["2026-04-03", "2026-04-06"].map((d) => Date.parse(d) / 86_400_000) : []) }));
    const stored: Record<string, Value> = {
      ...given,
      nothing: null,
      day: readDate(given.day),
      born: readDate(given.born),
      at: readDateTime(given.at),
      opens: run({ kind: "literal", value: "08:30:00", type: { kind: "time" }, nullable: false, span: { file: 0, from: 0, to: 0 } })(outer()),
    };
    const environment = withNames({ ...product, calendars }, { ...outer(), field: (_record, name) => stored[name] ?? null });
    expect(same(toJson(run(field.computed!)(environment))), "the evaluator").toEqual(same(value));
  });

  const outer = (): Environment => ({ variable: () => ({ record: "Probe", id: "1" }), global: () => null, field: () => null, now: Date.parse(now), zone: "Europe/Berlin" });
});
