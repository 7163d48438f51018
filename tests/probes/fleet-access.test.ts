/** The fleet's probes of permissions and calls, by their numbers, over the API of a product in rehearsal. */
import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { act, berlin, change, common, type Fleet, fleetStage, garage, make, type Name, onTheRoad, order, plan, read, telemetryKey } from "./fleet-world.ts";
import { ok, picture, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Fleet;
beforeAll(async () => {
  at = await fleetStage();
});
afterEach(() => w?.close());

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
    const bearer = await garage(w);
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

async function telemetry(body: Readonly<Record<string, unknown>>, key = telemetryKey): Promise<Answer> {
  return w.visitor("POST", "/hooks/telemetry", body, { "x-signature": createHmac("sha256", key).update(JSON.stringify(body)).digest("hex") });
}
