/** The probes of the fleet, by their numbers, over the API of a product in rehearsal. */
import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { act, berlin, change, common, type Fleet, fleetStage, inspect, licence, make, type Name, onTheRoad, plan, quoted, read, stateOf, telemetryKey } from "./fleet-world.ts";
import { codes, ok, picture, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Fleet;
beforeAll(async () => {
  at = await fleetStage();
});
afterEach(() => w?.close());

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const atField = ({ body }: Answer): unknown => body.errors[0].field;
const order = (id: string): string => `workshop-orders/${id}`;

describe("boundaries", () => {
  test("1 Touching periods", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    await ok(plan(w, "Dora", van, "Ada", "2026-03-02 10:00", "2026-03-02 12:00"));
    expect(atField(await refused(plan(w, "Dora", van, "Bo", "2026-03-02 11:59", "2026-03-02 14:00"), 409, "VEHICLE_TAKEN"))).toBe("vehicle");
    await ok(plan(w, "Dora", van, "Bo", "2026-03-02 12:00", "2026-03-02 14:00"));
  });

  test("2 Zero length", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    expect(atField(await refused(plan(w, "Dora", van, "Ada", "2026-03-02 10:00", "2026-03-02 10:00"), 422, "ENDS_BEFORE_START"))).toBe("endsAt");
    await refused(plan(w, "Dora", van, "Ada", "2026-03-02 10:00", "2026-03-02 09:59"), 422, "ENDS_BEFORE_START");
    await ok(plan(w, "Dora", van, "Ada", "2026-03-02 10:00", "2026-03-02 10:01"));
  });

  test("3 Licence ends on the last day", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    const [one] = (await read(w, "Fay", `licences?holder=${w.id.Ada}`)).items;
    await ok(change(w, "Dora", `licences/${one.id}`, { validUntil: "2026-03-10" }));
    expect(atField(await refused(plan(w, "Dora", van, "Ada", "2026-03-10 10:00", "2026-03-11 00:00"), 422, "LICENCE_MISSING"))).toBe("driver");
    await ok(plan(w, "Dora", van, "Ada", "2026-03-10 10:00", "2026-03-10 23:59"));
  });

  test("4 Wrong class", async () => {
    w = await at.open("2026-03-02 09:00");
    const { truck } = await common(w);
    await refused(plan(w, "Dora", truck, "Ada", "2026-03-02 10:00", "2026-03-02 12:00"), 422, "LICENCE_MISSING");
    await licence(w, "Ada", "C1", "2027-12-31");
    await ok(plan(w, "Dora", truck, "Ada", "2026-03-02 10:00", "2026-03-02 12:00"));
  });

  test("5 Both rules together", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    await ok(plan(w, "Dora", van, "Bo", "2026-03-02 10:00", "2026-03-02 12:00"));
    const [one] = (await read(w, "Fay", `licences?holder=${w.id.Ada}`)).items;
    await ok(w.as.Fay("DELETE", `/api/licences/${one.id}`, undefined, { "if-match": "*" }));
    const answer = await plan(w, "Dora", van, "Ada", "2026-03-02 11:00", "2026-03-02 13:00");
    expect(codes(answer)).toEqual(["VEHICLE_TAKEN", "LICENCE_MISSING"]);
  });

  test("6 Approval thresholds", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    const approve = (who: Name, id: string): Promise<Answer> => act(w, who, order(id), "approve");
    expect((await ok(approve("Will", await quoted(w, van, "500.00")))).state).toBe("approved");
    const second = await quoted(w, van, "500.01");
    await refused(approve("Will", second), 403, "ABOVE_YOUR_LIMIT");
    expect((await ok(approve("Fay", second))).state).toBe("approved");
    await ok(approve("Fay", await quoted(w, van, "2500.00")));
    const third = await quoted(w, van, "2500.01");
    await refused(approve("Fay", third), 403, "ABOVE_YOUR_LIMIT");
    await ok(approve("Fritz", third));
    await ok(approve("Fay", await quoted(w, van, "2500.01", { urgent: true })));
  });

  test("7 Exactly 10,000", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    await ok(act(w, "Fritz", order(await quoted(w, van, "9999.99")), "approve"));
    const id = await quoted(w, van, "10000.00");
    await refused(act(w, "Fritz", order(id), "approve"), 403, "ABOVE_YOUR_LIMIT");
    const early = await act(w, "Fritz", order(id), "sign-off");
    expect(early.status).toBeGreaterThanOrEqual(400);
    await ok(act(w, "Will", order(id), "sign-off"));
    expect((await act(w, "Fritz", order(id), "sign-off")).status).toBeGreaterThanOrEqual(400);
    await ok(act(w, "Fay", order(id), "sign-off"));
    expect(await stateOf(w, order(id))).toBe("quoted");
    await ok(act(w, "Fritz", order(id), "sign-off"));
    expect(await stateOf(w, order(id))).toBe("approved");
  });

  test("8 Zloty", async () => {
    w = await at.open("2026-03-31 09:00");
    const { van } = await common(w);
    const inEuro = async (price: string): Promise<unknown[]> => {
      const { totalInEuro, level } = await read(w, "Fay", order(await quoted(w, van, price, { currency: "PLN" })));
      return [totalInEuro, level];
    };
    expect(await inEuro("2125.00")).toEqual(["500.00", 1]);
    // 2125.05 zloty are 500.011… euro.
    expect(await inEuro("2125.05")).toEqual(["500.01", 2]);
    await w.clock("2026-04-01 09:00");
    expect(await inEuro("2125.00")).toEqual(["494.19", 1]);
  });

  test("9 VAT at a date", async () => {
    w = await at.open("2027-01-05 09:00");
    const { van } = await common(w);
    await ok(plan(w, "Dora", van, "Ada", "2027-01-05 10:00", "2027-01-05 12:00"));
    await w.clock("2027-01-05 10:00");
    const net = async (paidOn: string): Promise<string> =>
      (await ok(make(w, "Ada", "receipts", { vehicle: van, kind: "fuel", paidOn, amount: "121.00", photo: await w.upload("Ada", picture) }))).netAmount;
    expect([await net("2026-12-31"), await net("2027-01-01")]).toEqual(["101.68", "100.00"]);
  });
});

describe("time", () => {
  const defect = async (vehicle: string, severity: string): Promise<{ id: string; deadline: string }> =>
    ok(make(w, "Will", "defects", { vehicle, severity, description: "It rattles." }));
  const moment = (local: string): number => Date.parse(berlin(local));

  test("10 Working hours over a weekend", async () => {
    w = await at.open("2026-03-06 14:30");
    const { van } = await common(w);
    const { id, deadline } = await defect(van, "critical");
    expect(Date.parse(deadline)).toBe(moment("2026-03-09 09:30"));
    await w.clock("2026-03-09 09:29:59.999999");
    expect(await stateOf(w, `defects/${id}`)).toBe("reported");
    await w.clock("2026-03-09 09:30");
    expect(await stateOf(w, `defects/${id}`)).toBe("overdue");
    expect((await w.mails()).filter(({ to, subject }) => to === "fay@probes.test" && /critical defect is overdue/.test(subject))).toHaveLength(1);
  });

  test("11 Holiday", async () => {
    w = await at.open("2026-04-02 07:00");
    const { van } = await common(w);
    expect(Date.parse((await defect(van, "major")).deadline)).toBe(moment("2026-04-07 16:00"));
  });

  test("12 Severity changed", async () => {
    w = await at.open("2026-03-02 09:00");
    const { van } = await common(w);
    const { id } = await defect(van, "minor");
    await w.clock("2026-03-03 10:00");
    await ok(change(w, "Will", `defects/${id}`, { severity: "critical" }));
    await w.settle();
    const now = await read(w, "Fay", `defects/${id}`);
    expect([Date.parse(now.deadline), now.state]).toEqual([moment("2026-03-02 13:00"), "overdue"]);
  });

  test("13 Licence clock", async () => {
    w = await at.open("2026-03-01 09:00");
    const { van } = await common(w);
    for (const one of (await read(w, "Fay", `licences?holder=${w.id.Ada}`)).items) await ok(w.as.Fay("DELETE", `/api/licences/${one.id}`, undefined, { "if-match": "*" }));
    const id = await licence(w, "Ada", "B", "2026-05-01");
    const { id: planned } = await ok(plan(w, "Dora", van, "Ada", "2026-04-30 10:00", "2026-05-01 20:00"));
    await w.clock("2026-03-01 23:59:59");
    expect(await stateOf(w, `licences/${id}`)).toBe("valid");
    await w.clock("2026-03-02 00:00");
    expect(await stateOf(w, `licences/${id}`)).toBe("expiring");
    expect((await w.mails()).filter(({ to }) => to === "ada@probes.test")).toHaveLength(1);
    const { id: later } = await ok(plan(w, "Dora", van, "Ada", "2026-05-01 20:00", "2026-05-01 23:00"));
    await w.clock("2026-05-02 00:00");
    expect(await stateOf(w, `licences/${id}`)).toBe("expired");
    expect(await stateOf(w, `assignments/${planned}`)).toBe("ended");
    expect(await stateOf(w, `assignments/${later}`)).toBe("ended");
  });

  test("14 Renewed with an old date", async () => {
    w = await at.open("2026-03-02 09:00");
    await common(w);
    const id = await licence(w, "Bo", "C", "2026-03-03");
    await w.clock("2026-03-10 09:00");
    expect(await stateOf(w, `licences/${id}`)).toBe("expired");
    const before = (await w.mails()).length;
    await ok(act(w, "Dora", `licences/${id}`, "renew", { validUntil: "2026-03-09", scan: [await w.upload("Dora", picture)] }));
    expect(await stateOf(w, `licences/${id}`)).toBe("expired");
    expect(await w.mails()).toHaveLength(before + 1);
    const entries: { at: string; changes: { field: string; after: unknown }[] }[] = (await read(w, "Fay", `licences/${id}/history`)).items;
    const states = entries.flatMap((entry) => entry.changes.filter(({ field }) => field === "state").map(({ after }) => [after, entry.at]));
    const newest = Date.parse(String(states[0]![1])) >= Date.parse(String(states.at(-1)![1])) ? states.slice(0, 3).reverse() : states.slice(-3);
    expect(newest.map(([state]) => state)).toEqual(["valid", "expiring", "expired"]);
  });

  test("15 Trip left open", async () => {
    w = await at.open("2026-03-02 08:00");
    const vehicles = await common(w);
    const { trip } = await onTheRoad(w, vehicles, "2026-03-02 09:00", "2026-03-03 09:00");
    await w.clock("2026-03-02 22:59:59");
    expect(await stateOf(w, `trips/${trip}`)).toBe("under way");
    await w.clock("2026-03-02 23:00");
    expect(await stateOf(w, `trips/${trip}`)).toBe("left open");
    const finished = await ok(act(w, "Ada", `trips/${trip}`, "finish", { endKm: 100 }));
    expect([finished.state, Date.parse(finished.endedAt)]).toEqual(["finished", moment("2026-03-02 23:00")]);
  });

  test("16 Assignment ends while the trip runs", async () => {
    w = await at.open("2026-03-02 08:00");
    const { assignment, trip } = await onTheRoad(w, await common(w), "2026-03-02 09:00", "2026-03-02 16:00");
    await w.clock("2026-03-02 16:00");
    expect(await stateOf(w, `assignments/${assignment}`)).toBe("active");
    await w.clock("2026-03-02 16:20");
    await ok(act(w, "Ada", `trips/${trip}`, "finish", { endKm: 100 }));
    const ended = await read(w, "Fay", `assignments/${assignment}`);
    expect([ended.state, Date.parse(ended.updatedAt)]).toEqual(["ended", moment("2026-03-02 16:20")]);
  });

  test("17 Silent garage", async () => {
    w = await at.open("2026-04-02 10:00");
    const { van } = await common(w);
    const { id } = await ok(make(w, "Will", "workshop-orders", { vehicle: van, garage: "Meyer", garageEmail: "meyer@probes.test", workWanted: "Gearbox" }));
    await ok(act(w, "Will", order(id), "ask-for-quote"));
    await w.clock("2026-04-08 23:59");
    expect(await stateOf(w, order(id))).toBe("quote requested");
    await w.clock("2026-04-09 23:59");
    expect(await stateOf(w, order(id))).toBe("unanswered");
    const bearer = await garage();
    await ok(w.visitor("POST", `/api/workshop-orders/${id}/submit-quote`, {}, bearer));
    expect(await stateOf(w, order(id))).toBe("quoted");
  });
});

/** The headers of the garage that got the last link. */
async function garage(): Promise<Readonly<Record<string, string>>> {
  const mail = (await w.mails()).filter(({ to }) => to === "meyer@probes.test").at(-1)!;
  return { authorization: `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(mail.body)![1]}` };
}

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

describe("permissions", () => {
  test("24 Foreign vehicle", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    const { id } = await ok(plan(w, "Dora", van, "Ada", "2026-03-02 09:00", "2026-03-02 16:00"));
    await w.clock("2026-03-02 09:00");
    await read(w, "Ada", `vehicles/${encodeURIComponent("HH-NK 12")}`);
    const bodyOf = async (plate: string): Promise<string> => {
      const answer = await refused(w.as.Bo("GET", `/api/vehicles/${encodeURIComponent(plate)}`), 404);
      return JSON.stringify(answer.body).replaceAll(plate, "P").replaceAll(encodeURIComponent(plate), "P");
    };
    expect(await bodyOf("HH-NK 12")).toBe(await bodyOf("HH-NK 99"));
    for (const path of ["vehicles", "vehicles?search=HH-NK", "vehicles/export"]) expect(JSON.stringify((await w.as.Bo("GET", `/api/${path}`)).body)).not.toContain("HH-NK 12");
    await w.clock("2026-03-02 10:00");
    await ok(act(w, "Ada", `assignments/${id}`, "hand-back"));
    await refused(w.as.Ada("GET", `/api/vehicles/${van}`), 404);
  });

  test("25 Scan", async () => {
    w = await at.open("2026-03-02 08:00");
    await common(w);
    const [one] = (await read(w, "Fay", `licences?holder=${w.id.Ada}`)).items;
    const full = await read(w, "Fay", `licences/${one.id}`);
    const file = full.scan[0].id as string;
    expect((await read(w, "Dora", `licences/${one.id}`)).scan).toBe(undefined);
    expect(JSON.stringify((await w.as.Dora("GET", `/api/licences/${one.id}/history`)).body)).not.toContain(file);
    expect((await w.as.Bo("GET", `/api/files/${file}`)).status).toBe(404);
    expect((await read(w, "Ada", `licences/${one.id}`)).scan[0].id).toBe(file);
  });

  test("26 Private journey", async () => {
    w = await at.open("2026-03-02 08:00");
    const { trip } = await onTheRoad(w, await common(w), "2026-03-02 09:00", "2026-03-02 22:00");
    await w.clock("2026-03-02 10:00");
    await ok(act(w, "Ada", `trips/${trip}`, "finish", { endKm: 50 }));
    await w.clock("2026-03-02 20:30");
    expect((await telemetry({ id: "private", device: "dev-7", time: berlin("2026-03-02 20:00"), kind: "odometer", km: 80 })).status).toBe(202);
    expect((await telemetry({ id: "service", device: "dev-7", time: berlin("2026-03-02 09:10"), kind: "fault code" })).status).toBe(202);
    for (const who of ["Dora", "Fay"] as const) {
      const listed = await read(w, who, "telemetry-events?count=exact&sort=happenedAt");
      expect([listed.items.map((one: { eventNumber: string }) => one.eventNumber), listed.count]).toEqual([["service"], 1]);
    }
    expect((await read(w, "Fay", "vehicles")).items.map((one: { odometerKm: number }) => one.odometerKm)).toContain(80);
  });

  test("27 Garage link", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    const { id } = await ok(
      make(w, "Will", "workshop-orders", { vehicle: van, garage: "Meyer", garageEmail: "meyer@probes.test", workWanted: "Gearbox", internalNote: "Too dear last time." }),
    );
    const { id: other } = await ok(make(w, "Will", "workshop-orders", { vehicle: van, workWanted: "Paint" }));
    await ok(act(w, "Will", order(id), "ask-for-quote"));
    const bearer = await garage();
    const seen = JSON.stringify(await ok(w.visitor("GET", `/api/workshop-orders/${id}`, undefined, bearer)));
    expect(seen).toContain("HH-NK 12");
    expect(seen).not.toMatch(/Too dear|Hamburg/);
    await refused(w.visitor("GET", `/api/workshop-orders/${other}`, undefined, bearer), 404);
    const lines = (unitPrice: string): Promise<Answer> =>
      w.visitor("PATCH", `/api/workshop-orders/${id}`, { quoteLines: [{ description: "Gearbox", quantity: "1", unitPrice }] }, { ...bearer, "if-match": "*" });
    await ok(lines("300.00"));
    await ok(w.visitor("POST", `/api/workshop-orders/${id}/submit-quote`, {}, bearer));
    expect((await lines("400.00")).status).toBe(403);
    expect((await w.visitor("GET", `/api/workshop-orders/${id}`, undefined, { authorization: "Link wrong" })).status).toBeGreaterThanOrEqual(400);
  });

  test("28 Cards", async () => {
    w = await at.open("2026-03-02 08:00");
    const { van } = await common(w);
    await ok(plan(w, "Dora", van, "Ada", "2026-03-02 09:00", "2026-03-02 16:00"));
    await w.clock("2026-03-02 09:00");
    const made = await make(w, "Fay", "fuel-cards", { cardNumber: "7001-22", pin: "4711", vehicle: van });
    const { id } = await ok(Promise.resolve(made));
    await ok(change(w, "Fay", `fuel-cards/${id}`, { pin: "4712" }));
    const texts = [
      made.body,
      ...(await Promise.all((["Fay", "Ann", "Ada"] as const).map((who) => read(w, who, `fuel-cards/${id}`)))),
      await read(w, "Fay", `fuel-cards/${id}/history`),
    ];
    for (const text of texts) expect(JSON.stringify(text)).not.toMatch(/471[12]/);
    expect(String((await w.as.Fay("GET", "/api/fuel-cards/export")).body)).not.toMatch(/471[12]/);
    expect((await read(w, "Ann", `fuel-cards/${id}`)).cardNumber).toBe("7001-22");
    expect(JSON.stringify(await read(w, "Ada", `fuel-cards/${id}`))).not.toContain("7001-22");
  });
});

async function telemetry(body: Readonly<Record<string, unknown>>, key = telemetryKey): Promise<Answer> {
  return w.visitor("POST", "/hooks/telemetry", body, { "x-signature": createHmac("sha256", key).update(JSON.stringify(body)).digest("hex") });
}

describe("calls", () => {
  test("29 Telemetry twice", async () => {
    w = await at.open("2026-03-02 08:00");
    await common(w);
    const event = { id: "e1", device: "dev-7", time: berlin("2026-03-02 07:00"), kind: "odometer", km: 700 };
    const counts = async (): Promise<number[]> => [(await read(w, "Fay", "odometer-readings")).items.length];
    const first = await telemetry(event);
    const again = await telemetry({ ...event, km: 900 });
    expect([first.status, again.status, again.body, await counts()]).toEqual([202, 202, first.body, [1]]);
    expect((await telemetry({ ...event, id: "e2", km: 650, time: berlin("2026-03-02 07:30") })).status).toBe(202);
    expect(await counts()).toEqual([1]);
    await refused(telemetry({ ...event, id: "e3", device: "dev-9" }), 404, "UNKNOWN_DEVICE");
    expect((await telemetry({ ...event, id: "e4" }, "another key")).status).toBe(401);
    const booking = { plate: "HH-NK 12", "driver email": "ada@probes.test", driverEmail: "ada@probes.test", from: berlin("2026-03-03 10:00"), to: berlin("2026-03-03 12:00") };
    const { "driver email": _, ...body } = booking;
    const book = (who: Name): Promise<Answer> => w.as[who]("POST", "/partner/bookings", body, { "idempotency-key": "one" });
    const [one, two] = [await book("Dora"), await book("Dora")];
    expect([one.status, two.status, two.body.number], JSON.stringify(one.body)).toEqual([201, 201, one.body.number]);
    expect((await read(w, "Fay", "assignments")).items).toHaveLength(1);
    expect((await book("Bo")).status).toBe(403);
  });

  test("30 The insurer's answer", async () => {
    w = await at.open("2026-03-02 08:00");
    const { assignment } = await onTheRoad(w, await common(w), "2026-03-02 09:00", "2026-03-02 16:00");
    const report = async (): Promise<string> => {
      const photos = [await w.upload("Ada", picture), await w.upload("Ada", picture)];
      const values = { assignment, happenedAt: berlin("2026-03-02 08:30"), place: "53.5, 10", injuries: false, description: "A dent in the left door, nobody hurt.", photos };
      return (await ok(make(w, "Ada", "accident-reports", values))).id;
    };
    await w.answers({ call: "Notify insurer", status: 201, body: { claimId: "C-9" } });
    const good = await report();
    await w.settle();
    expect((await read(w, "Fay", `accident-reports/${good}`)).insurerReference).toBe("C-9");
    await w.answers({ call: "Notify insurer", status: 500 });
    await report();
    await w.forward("P2D");
    const failed = (await ok(w.owner("GET", "/api/outbox/failed"))).items;
    expect(failed.map((one: { call: string }) => one.call)).toEqual(["Notify insurer"]);
    const keyBefore = (await w.calls()).at(-1)!.headers["idempotency-key"];
    await ok(w.owner("POST", `/api/outbox/failed/${failed[0].id}/retry`, {}));
    expect((await w.calls()).at(-1)!.headers["idempotency-key"]).toBe(keyBefore);
  });
});
