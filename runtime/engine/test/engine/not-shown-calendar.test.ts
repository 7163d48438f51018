/** Calendars that are not shown: what counts in them is visible as not shown and refused in a change, by the closures as by PostgreSQL. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile as compileClosure, DateValue, NOT_SHOWN, toJson, type Value, withNames } from "@nonet/feel";
import type { Actor } from "../../src/contract/actor.ts";
import { does, openDesk, productOf, remove, type Desk } from "../support/equipment-desk.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Boxes

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

- **Packer** — packs

## 3. Entities and their fields

### Box

- name: text, required, unique
- place: one of (Berlin, Kiel, Bonn), required
- packed on: date, required, default \`date("2026-03-06")\`
- due on: date = \`packed on + 2 working days in place\`
- days: integer = \`working days(packed on, packed on + 7 days, Kiel)\`
- next: date = \`next working day(packed on, Berlin)\`
- hours: duration = \`working time(packed on, packed on + 1 day, Bonn)\`
- set on: date, read-only

## 4. States and transitions

### Box

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | closed | Packer | | set set on = \`packed on + 1 working day in place\` |
| open | (after 2 working days in Kiel) | lapsed | system | | |

## 6. Roles and permissions

- **Packer**

| | Packer |
|---|---|
| Box | all |

## 9. Business constants and limits

### Calendar Berlin

- Working time: Monday to Friday
- Holidays: none

### Calendar Kiel

- Working time: not shown

### Calendar Bonn

- Working time: Monday to Friday
- Holidays: not shown
`;

const kiel = "the working time of the calendar Kiel";
const bonn = "the holidays of the calendar Bonn";
const product = productOf(text);

let desk: Desk;
let packer: Actor;
beforeAll(async () => {
  desk = await openDesk(text);
  packer = await desk.as("Packer");
});
afterAll(async () => {
  await desk.close();
  remove(desk);
});

test("the document's open points name the calendar, and all that counts in it", () => {
  const affected = (what: string): readonly string[] => product.notShown.find((one) => one.what === what)!.affects.map((one) => one.what);
  expect(affected(kiel)).toEqual(expect.arrayContaining(["Box.due on", "Box.days", "a time of Box"]));
  expect(affected(bonn)).toEqual(expect.arrayContaining(["Box.due on", "Box.hours"]));
});

test("a record names its fields that are not shown; what counts in another calendar has its value", async () => {
  const make = async (place: string): Promise<unknown> => valueOf(await does(desk, packer, { kind: "create", entity: "Box", values: { name: place, place } }));
  expect(await make("Berlin")).toMatchObject({ dueOn: "2026-03-10", next: "2026-03-09", days: null, hours: null, _notShown: { days: kiel, hours: bonn } });
  expect(await make("Kiel")).toMatchObject({ dueOn: null, next: "2026-03-09", _notShown: { dueOn: kiel, days: kiel, hours: bonn } });
  expect(await make("Bonn")).toMatchObject({ dueOn: null, _notShown: { dueOn: bonn, days: kiel, hours: bonn } });
});

test("a change that counts in it is refused with its line, and leaves nothing behind; timers wait", async () => {
  const box = valueOf(await does(desk, packer, { kind: "create", entity: "Box", values: { name: "acting", place: "Bonn" } }))!;
  const outcome = await does(desk, packer, { kind: "action", entity: "Box", id: box.id, action: "Close", input: {} });
  expect(resultOf(outcome)).toBe("not shown: not-shown");
  const line = text.split("\n").findIndex((one) => one === "- Holidays: not shown") + 1;
  expect(!outcome.ok && outcome.refusal.errors[0]).toMatchObject({ detail: `This needs ${bonn}, which is not shown.`, line });
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P30D" }));
  expect(valueOf(await recordOf(desk.engine, packer, "Box", box.id))["state"]).toBe("open");
});

test("the closures agree", () => {
  const fields = product.entities.find(({ name }) => name === "Box")!.fields;
  const outer = {
    variable: () => null,
    global: () => undefined as never,
    now: 0,
    zone: "Europe/Berlin",
    field: (_: unknown, name: string) => (name === "packed on" ? new DateValue(2026, 3, 6) : name === "place" ? place : null),
  };
  let place = "";
  const calendars = product.calendars.map((one) => ({ ...one, holidays: new Set<number>() }));
  const value = (name: string): Value =>
    compileClosure(fields.find((field) => field.name === name)!.computed!)(withNames({ ...product, calendars }, { ...outer, variable: () => ({ record: "Box", id: "1" }) }));
  expect([value("days"), value("hours")]).toEqual([NOT_SHOWN, NOT_SHOWN]);
  expect(toJson(value("next"))).toBe("2026-03-09");
  for (place of ["Kiel", "Bonn"]) expect(value("due on")).toBe(NOT_SHOWN);
  place = "Berlin";
  expect(toJson(value("due on"))).toBe("2026-03-10");
});
