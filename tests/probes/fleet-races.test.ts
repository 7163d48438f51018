/** The fleet's probes of races and of rules over several records, by their numbers, over the API of a product in rehearsal. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { act, atField, berlin, common, type Fleet, fleetStage, inspect, make, type Name, order, plan, quoted, read, stateOf } from "./fleet-world.ts";
import { codes, ok, refused, type Stage, statusesOf } from "./world.ts";

let at: Stage<Name>;
let w: Fleet;
beforeAll(async () => {
  at = await fleetStage();
});
afterEach(() => w?.close());

describe("several records and races", () => {
  test("18 Two dispatchers", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    for (let round = 0; round < 20; round++) {
      const [from, to] = [`2026-03-${String(round + 3).padStart(2, "0")} 10:00`, `2026-03-${String(round + 3).padStart(2, "0")} 11:00`];
      const answers = await Promise.all([plan(w, "Dora", van, "Ada", from, to), plan(w, "Fay", van, "Bo", from, to)]);
      expect(statusesOf(answers), JSON.stringify(answers)).toEqual([201, 409]);
      expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["VEHICLE_TAKEN"]);
    }
  });

  test("19 Budget race", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    for (const price of ["9900.00", "9900.00", "9900.00", "9900.00", "9900.00"]) await ok(act(w, "Fritz", order(await quoted(w, van, price)), "approve"));
    await ok(act(w, "Will", order(await quoted(w, van, "200.00")), "approve"));
    const two = [await quoted(w, van, "200.00"), await quoted(w, van, "200.00")];
    const answers = await Promise.all(two.map((id) => act(w, "Will", order(id), "approve")));
    expect(statusesOf(answers), JSON.stringify(answers)).toEqual([200, 409]);
    expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["OVER_BUDGET"]);
    expect((await Promise.all(two.map((id) => stateOf(w, order(id))))).sort()).toEqual(["approved", "quoted"]);
  });

  test("20 Odometer in the middle", async () => {
    w = await at.open("2026-03-02 18:00");
    const { van: vehicle } = await common(w);
    const reading = (kilometres: number, time: string): Promise<Answer> => make(w, "Will", "odometer-readings", { vehicle, kilometres, readAt: berlin(`2026-03-02 ${time}`) });
    await ok(reading(1000, "08:00"));
    await ok(reading(1200, "12:00"));
    await ok(reading(1100, "10:00"));
    expect(atField(await refused(reading(1201, "10:00"), 422, "ODOMETER_FALLS"))).toBe("kilometres");
    await ok(reading(1200, "10:30"));
  });

  test("21 Effect that breaks a rule", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    await ok(make(w, "Will", "odometer-readings", { vehicle: van, kilometres: 1200, readAt: berlin("2026-03-02 07:00") }));
    const { id: assignment } = await ok(plan(w, "Dora", van, "Ada", "2026-03-02 09:00", "2026-03-02 16:00"));
    await w.clock("2026-03-02 09:00");
    await ok(inspect(w, "Ada", van));
    await refused(make(w, "Ada", "trips/start", { assignment, startKm: 1199 }), 422, "ODOMETER_FALLS");
    expect([(await read(w, "Fay", "trips")).items, (await read(w, "Fay", "odometer-readings")).items.length]).toEqual([[], 1]);
  });

  test("22 Blocked after check", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van, truck } = await common(w);
    const { id: assignment } = await ok(plan(w, "Dora", van, "Ada", "2026-03-02 09:00", "2026-03-02 16:00"));
    await w.clock("2026-03-02 09:00");
    await ok(inspect(w, "Ada", van, undefined, "brakes"));
    const [defect] = (await read(w, "Fay", "defects")).items;
    expect([defect.severity, defect.description, (await read(w, "Fay", `vehicles/${van}`)).blocked]).toEqual(["critical", "brakes squeal", true]);
    await refused(make(w, "Ada", "trips/start", { assignment, startKm: 0 }), 409, "VEHICLE_BLOCKED");
    await refused(inspect(w, "Ada", van, ["brakes", "lights"]), 422, "CHECK_INCOMPLETE");
    await refused(inspect(w, "Fay", truck, ["brakes", "lights", "tyres"]), 422, "CHECK_INCOMPLETE");
  });

  test("23 Whichever first", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van, truck } = await common(w);
    const schedule = (vehicle: string, more: Readonly<Record<string, unknown>>): Promise<Answer> =>
      make(w, "Will", "maintenance-plans", { vehicle, task: "Oil", lastDoneOn: "2026-01-01", lastDoneKm: 10000, ...more });
    const { id } = await ok(schedule(van, { everyKm: 30000, everyMonths: 12 }));
    const reading = async (kilometres: number): Promise<void> => {
      await w.forward("PT1M");
      await ok(make(w, "Will", "odometer-readings", { vehicle: van, kilometres, readAt: (await ok(w.visitor("GET", "/rehearsal/clock"))).now }));
      await w.settle();
    };
    await reading(38999);
    expect(await stateOf(w, `maintenance-plans/${id}`)).toBe("scheduled");
    await reading(39000);
    expect(await stateOf(w, `maintenance-plans/${id}`)).toBe("due");
    expect((await read(w, "Fay", "workshop-orders")).items.map((one: { state: string }) => one.state)).toEqual(["draft"]);
    const [months, unread] = [await ok(schedule(truck, { everyMonths: 12 })), await ok(schedule(truck, { everyKm: 30000, everyMonths: 12 }))];
    expect(codes(await schedule(truck, {}))).toContain("PLAN_EMPTY");
    await w.clock("2026-12-17 23:59:59");
    expect([await stateOf(w, `maintenance-plans/${months.id}`), await stateOf(w, `maintenance-plans/${unread.id}`)]).toEqual(["scheduled", "scheduled"]);
    await w.clock("2026-12-18 00:00");
    expect([await stateOf(w, `maintenance-plans/${months.id}`), await stateOf(w, `maintenance-plans/${unread.id}`)]).toEqual(["due", "due"]);
  });
});
