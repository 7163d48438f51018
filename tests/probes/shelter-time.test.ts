/** The animal shelter's probes of boundaries, calculations and time, by their numbers, over the API of a product in rehearsal. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  act,
  apply,
  available,
  change,
  feesOf,
  inCare,
  type Name,
  read,
  type Shelter,
  shelterStage,
  stateOf,
  takenIn,
  toBeDecided,
  treatments,
  vaccinated,
} from "./shelter-world.ts";
import { ok, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Shelter;
beforeAll(async () => {
  at = await shelterStage();
});
afterEach(() => w?.close());

describe("boundaries and calculations", () => {
  test("1 A stray's hold uses the law of the day it came in", async () => {
    w = await at.open("2026-12-20 11:00");
    const { id, holdUntil } = await takenIn(w, { origin: "stray" });
    expect(holdUntil).toBe("2027-01-17");
    await vaccinated(w, id);
    await ok(act(w, "Vera", `animals/${id}`, "release-from-quarantine"));
    await w.clock("2027-01-01 10:00");
    expect((await takenIn(w, { origin: "stray" })).holdUntil).toBe("2027-01-15");
    await w.clock("2027-01-17 23:59:59");
    const early = await refused(act(w, "Cora", `animals/${id}`, "put-up-for-adoption"), 409, "STILL_ON_HOLD");
    expect(early.body.detail).toMatch(/2027-01-17|17 January 2027|17 Jan 2027/);
    await w.clock("2027-01-18 00:00");
    expect((await ok(act(w, "Cora", `animals/${id}`, "put-up-for-adoption"))).availableSince).toBe("2027-01-18");
  });

  test("2 A non-stray has no hold", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id, holdUntil } = await inCare(w);
    expect(holdUntil).toBe(null);
    expect((await ok(act(w, "Cora", `animals/${id}`, "put-up-for-adoption"))).state).toBe("available");
  });

  test("3 Fee by age at the edge", async () => {
    w = await at.open("2026-06-14 12:00");
    const [young, old] = [await takenIn(w, { species: "dog", bornOn: "2025-06-15" }), await takenIn(w, { species: "dog", bornOn: "2018-06-15" })];
    const shown = async ({ id }: { readonly id: string }): Promise<unknown[]> => {
      const { ageInMonths, feeAsked } = await read(w, "Cora", `animals/${id}`);
      const listed = await read(w, "Cora", `animals?feeAsked=${feeAsked}&sort=feeAsked`);
      expect(listed.items.map((one: { id: string }) => one.id)).toEqual([id]);
      return [Number(ageInMonths), feeAsked];
    };
    expect([await shown(young), await shown(old)]).toEqual([
      [11, "320.00"],
      [95, "280.00"],
    ]);
    await w.clock("2026-06-15 12:00");
    expect([await shown(young), await shown(old)]).toEqual([
      [12, "280.00"],
      [96, "120.00"],
    ]);
  });

  test("4 The owner's bill over new year", async () => {
    w = await at.open("2026-12-01 10:00");
    const [one, other] = [await takenIn(w), await takenIn(w)];
    await w.clock("2026-12-31 10:00");
    const owner = { ownerName: "Olive", ownerEmail: "olive@probes.test" };
    const without = await act(w, "Cora", `animals/${one.id}`, "reunite", owner);
    expect([without.status >= 400, without.body.errors?.[0]?.field]).toEqual([true, "proof"]);
    expect(await feesOf(w, one.id)).toEqual([]);
    await ok(act(w, "Cora", `animals/${one.id}`, "reunite", { ...owner, proof: await w.upload("Cora") }));
    const [first] = await feesOf(w, one.id);
    expect([first.kind, first.amount, first.dueOn, first.payerEmail, first.number]).toEqual(["boarding", "375.00", "2027-01-14", "olive@probes.test", "F-2026-00001"]);
    await w.clock("2027-01-01 10:00");
    await ok(act(w, "Cora", `animals/${other.id}`, "reunite", { ...owner, proof: await w.upload("Cora") }));
    expect((await feesOf(w, other.id))[0].amount).toBe("420.00");
  });

  test("5 A warning, not a wall", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await takenIn(w);
    const due = async (dueOn: string): Promise<string> => (await ok(w.as.Cora("POST", "/api/treatments", { animal, kind: "operation", dueOn }))).id;
    const [soon, late] = [await due("2026-06-15"), await due("2026-06-16")];
    expect((await ok(act(w, "Vera", `treatments/${soon}`, "give"))).state).toBe("given");
    await refused(act(w, "Vera", `treatments/${late}`, "give"), 422, "GIVEN_EARLY");
    expect(await stateOf(w, `treatments/${late}`)).toBe("planned");
    const given = await ok(w.as.Vera("POST", `/api/treatments/${late}/give?confirm=GIVEN_EARLY`, {}));
    expect([given.state, given.givenBy.id, given.givenOn]).toEqual(["given", w.id.Vera, "2026-06-01"]);
  });

  test("6 What follows a dose", async () => {
    w = await at.open("2026-11-30 09:00");
    const after = async (species: string, kind: string): Promise<string[]> => {
      const { id: animal } = await takenIn(w, { species });
      const { id } = await ok(w.as.Cora("POST", "/api/treatments", { animal, kind, dueOn: "2026-11-30" }));
      const before = new Set((await treatments(w, animal)).map((one) => one.id));
      await ok(act(w, "Vera", `treatments/${id}`, "give"));
      return (await treatments(w, animal)).filter((one) => !before.has(one.id)).map((one) => `${one.kind} ${one.state} ${one.dueOn}`);
    };
    expect(await after("small animal", "vaccination")).toEqual(["vaccination planned 2027-11-30"]);
    expect(await after("cat", "worming")).toEqual(["worming planned 2027-02-28"]);
    expect(await after("small animal", "worming")).toEqual([]);
    expect(await after("dog", "check-up")).toEqual([]);
  });
});

describe("time", () => {
  test("7 Ten days over the end of summer time", async () => {
    w = await at.open("2026-10-20 10:00");
    const { id: kennel } = await ok(w.as.Max("POST", "/api/kennels", { name: "Q1", wing: "quarantine", capacity: 2 }));
    const { id } = await takenIn(w, { kennel });
    await w.clock("2026-10-21 10:00");
    for (const one of await treatments(w, id)) await ok(act(w, "Vera", `treatments/${one.id}`, "give"));
    await w.clock("2026-10-30 09:59:59");
    expect(await stateOf(w, `animals/${id}`)).toBe("quarantine");
    await w.clock("2026-10-30 10:00:00");
    const released = await read(w, "Max", `animals/${id}`);
    expect([released.state, released.kennel]).toEqual(["in care", null]);
  });

  test("8 A late check-up holds the door", async () => {
    w = await at.open("2026-10-20 10:00");
    const { id } = await takenIn(w);
    const [checkUp] = await treatments(w, id);
    await w.clock("2026-10-21 00:00");
    expect(await stateOf(w, `treatments/${checkUp.id}`)).toBe("due");
    await w.clock("2026-10-23 23:59:59");
    expect(await stateOf(w, `treatments/${checkUp.id}`)).toBe("due");
    await w.clock("2026-10-24 00:00");
    expect(await stateOf(w, `treatments/${checkUp.id}`)).toBe("overdue");
    await w.clock("2026-10-30 10:00");
    expect(await stateOf(w, `animals/${id}`)).toBe("quarantine");
    await w.clock("2026-10-31 08:12");
    await ok(act(w, "Vera", `treatments/${checkUp.id}`, "give"));
    expect(await stateOf(w, `animals/${id}`)).toBe("in care");
  });

  test("9 Working days over Christmas", async () => {
    w = await at.open("2026-12-20 10:00");
    const { id: animal } = await takenIn(w, { name: "Rudolf" });
    for (const one of await treatments(w, animal)) await ok(act(w, "Vera", `treatments/${one.id}`, "give"));
    const { id } = await ok(w.as.Cora("POST", "/api/treatments", { animal, kind: "operation", dueOn: "2026-12-24" }));
    await w.clock("2026-12-23 23:59:59");
    expect(await stateOf(w, `treatments/${id}`)).toBe("planned");
    await w.clock("2026-12-24 00:00");
    expect(await stateOf(w, `treatments/${id}`)).toBe("due");
    await w.clock("2026-12-29 23:59:59");
    expect(await stateOf(w, `treatments/${id}`)).toBe("due");
    const sent = async (): Promise<number> => (await w.mails()).filter(({ to, subject }) => to === "vera@probes.test" && /Rudolf: operation overdue since/.test(subject)).length;
    await w.clock("2026-12-30 00:00");
    expect([await stateOf(w, `treatments/${id}`), await sent()]).toEqual(["overdue", 1]);
    await w.clock("2026-12-30 07:00");
    expect(await sent()).toBe(2);
    await w.clock("2026-12-31 07:00");
    expect(await sent()).toBe(3);
    await ok(act(w, "Vera", `treatments/${id}`, "give"));
    await w.clock("2027-01-02 08:00");
    expect(await sent()).toBe(3);
  });

  test("10 A foster offer lapses", async () => {
    w = await at.open("2026-05-08 14:00");
    const { id: animal } = await inCare(w);
    const home = await ok(w.as.Max("POST", "/api/foster-homes", { carer: w.id.Fay, address: "1 Mill Lane", places: 1 }));
    await w.clock("2026-05-08 15:00");
    const { id } = await ok(w.as.Cora("POST", "/api/foster-placements/offer", { animal, fosterHome: home.id, startsOn: "2026-06-01", endsOn: "2026-06-30" }));
    expect((await w.mails()).filter(({ to }) => to === "fay@probes.test")).toHaveLength(1);
    await w.clock("2026-05-11 14:59:59");
    const { items } = await read(w, "Fay", `foster-placements/${id}/actions`);
    expect(items.find((one: { name: string }) => one.name === "Accept").allowed).toBe(true);
    await w.clock("2026-05-11 15:00:00");
    expect(await stateOf(w, `foster-placements/${id}`)).toBe("declined");
    await refused(act(w, "Fay", `foster-placements/${id}`, "accept"), 409, "wrong-state");
  });

  test("11 A placement whose home has filled up meanwhile", async () => {
    w = await at.open("2026-05-11 09:00");
    const home = await ok(w.as.Max("POST", "/api/foster-homes", { carer: w.id.Fay, address: "1 Mill Lane", places: 1 }));
    const place = async (animal: string, startsOn: string, endsOn: string): Promise<string> => {
      const { id } = await ok(w.as.Cora("POST", "/api/foster-placements/offer", { animal, fosterHome: home.id, startsOn, endsOn }));
      await ok(act(w, "Fay", `foster-placements/${id}`, "accept"));
      return id;
    };
    const kennel = await ok(w.as.Max("POST", "/api/kennels", { name: "C1", wing: "cattery", capacity: 2 }));
    const [one, two] = [await inCare(w), await inCare(w)];
    await ok(change(w, "Cora", `animals/${two.id}`, { kennel: kennel.id }));
    const first = await place(one.id, "2026-05-12", "2026-08-31");
    await w.clock("2026-05-12 09:00");
    expect((await read(w, "Max", `animals/${one.id}`)).fosterHome.id).toBe(home.id);
    const second = await place(two.id, "2026-06-01", "2026-07-01");
    await w.clock("2026-06-01 09:00");
    expect(await stateOf(w, `foster-placements/${second}`)).toBe("accepted");
    const { stuck } = await read(w, "Max", `foster-placements/${second}/actions`);
    expect(JSON.stringify(stuck)).toContain("FOSTER_HOME_FULL");
    await ok(act(w, "Cora", `foster-placements/${first}`, "end"));
    expect(await stateOf(w, `foster-placements/${second}`)).toBe("running");
    const moved = await read(w, "Max", `animals/${two.id}`);
    expect([moved.kennel, moved.fosterHome.id]).toEqual([null, home.id]);
  });

  test("12 Payment time", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    const { id: other } = await available(w, { name: "Paid" });
    const [application, paid] = [await toBeDecided(w, animal), await toBeDecided(w, other, "Bob", "2026-06-01T11:00:00Z")];
    await w.clock("2026-06-01 10:00");
    for (const one of [application, paid]) for (const who of ["Cora", "Max"] as const) await ok(act(w, who, `adoption-applications/${one}`, "approve"));
    const [fee] = await feesOf(w, animal);
    const [otherFee] = await feesOf(w, other);
    expect(fee.dueOn).toBe("2026-06-08");
    const reminders = async (): Promise<number> => (await w.mails()).filter(({ to, subject }) => to === "ann@probes.test" && subject.includes(`${fee.number} was due`)).length;
    await w.clock("2026-06-08 23:59:59");
    expect([await stateOf(w, `fees/${fee.id}`), await reminders()]).toEqual(["open", 0]);
    await w.clock("2026-06-09 00:00");
    expect([await stateOf(w, `fees/${fee.id}`), await reminders()]).toEqual(["overdue", 1]);
    await w.clock("2026-06-09 09:59:59");
    await ok(act(w, "Cora", `fees/${otherFee.id}`, "take-cash"));
    await w.clock("2026-06-09 10:00:00");
    expect([await stateOf(w, `adoption-applications/${application}`), await stateOf(w, `animals/${animal}`), await stateOf(w, `fees/${fee.id}`)]).toEqual([
      "lapsed",
      "available",
      "cancelled",
    ]);
    await w.clock("2026-06-20 10:00");
    expect([await stateOf(w, `adoption-applications/${paid}`), await stateOf(w, `animals/${other}`)]).toEqual(["approved", "reserved"]);
  });

  test("13 Ten working days to decide", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    const { id } = await ok(apply(w, "Ann", animal));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Vic, startsAt: "2026-06-01T08:00:00Z" }));
    const [visit] = (await read(w, "Cora", "home-visits")).items;
    await w.clock("2026-06-01 10:00");
    await ok(change(w, "Vic", `home-visits/${visit.id}`, { result: "good" }));
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("to be decided");
    await ok(act(w, "Cora", `adoption-applications/${id}`, "approve"));
    const before = (await w.mails()).length;
    await w.clock("2026-06-03 09:59:59");
    expect(await w.mails()).toHaveLength(before);
    await w.clock("2026-06-03 10:00");
    expect((await w.mails()).slice(before).length).toBeGreaterThan(0);
    await w.clock("2026-06-12 09:59:59");
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("to be decided");
    await w.clock("2026-06-12 10:00");
    expect([await stateOf(w, `adoption-applications/${id}`), await stateOf(w, `animals/${animal}`)]).toEqual(["lapsed", "available"]);
    expect((await w.mails()).filter(({ to, subject }) => to === "ann@probes.test" && subject.startsWith("About your application"))).toHaveLength(1);
  });
});
