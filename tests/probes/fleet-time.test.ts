/** The fleet's probes of boundaries and time, by their numbers, over the API of a product in rehearsal. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { act, atField, berlin, change, common, type Fleet, fleetStage, garage, licence, make, type Name, onTheRoad, order, plan, quoted, read, stateOf } from "./fleet-world.ts";
import { codes, ok, picture, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Fleet;
beforeAll(async () => {
  at = await fleetStage();
});
afterEach(() => w?.close());

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
    const bearer = await garage(w);
    await ok(w.visitor("POST", `/api/workshop-orders/${id}/submit-quote`, {}, bearer));
    expect(await stateOf(w, order(id))).toBe("quoted");
  });
});
