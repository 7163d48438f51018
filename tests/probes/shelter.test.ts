/** The 30 probes of the animal shelter, by their numbers, over the API of a product in rehearsal. */
import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Answer } from "../api-client.ts";
import {
  act,
  apply,
  approved,
  available,
  change,
  feesOf,
  hookSecret,
  inCare,
  newChip,
  read,
  type Shelter,
  shelterStage,
  stateOf,
  takenIn,
  toBeDecided,
  treatments,
  vaccinated,
} from "./shelter-world.ts";
import { codes, ok, picture, refused, type Stage } from "./world.ts";

let at: Stage<"Max" | "Cora" | "Dan" | "Vera" | "Vic" | "Val" | "Fay" | "Ann" | "Bob">;
let w: Shelter;
beforeAll(async () => {
  at = await shelterStage();
});
afterEach(() => w?.close());

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

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

  test("3 Fee by age at the edge", { timeout: 180_000 }, async () => {
    w = await at.open("2026-06-14 12:00");
    const { id } = await takenIn(w, { species: "dog", bornOn: "2025-06-15" });
    for (const one of await treatments(w, id)) await ok(act(w, "Vera", `treatments/${one.id}`, "give"));
    const shown = async (): Promise<unknown[]> => {
      const { ageInMonths, feeAsked } = await read(w, "Cora", `animals/${id}`);
      const listed = await read(w, "Cora", `animals?feeAsked=${feeAsked}&sort=feeAsked`);
      expect(listed.items.map((one: { id: string }) => one.id)).toEqual([id]);
      return [Number(ageInMonths), feeAsked];
    };
    expect(await shown()).toEqual([11, "320.00"]);
    await w.clock("2026-06-15 12:00");
    expect(await shown()).toEqual([12, "280.00"]);
    await w.clock("2033-06-14 12:00");
    expect(await shown()).toEqual([95, "280.00"]);
    await w.clock("2033-06-15 12:00");
    expect(await shown()).toEqual([96, "120.00"]);
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

describe("races and rules over several records", () => {
  test("14 The last place in a kennel", async () => {
    w = await at.open("2026-06-01 09:00");
    const animals = await Promise.all([inCare(w), inCare(w)]);
    for (let round = 0; round < 50; round++) {
      const { id: kennel } = await ok(w.as.Max("POST", "/api/kennels", { name: `D${round}`, wing: "dog house", capacity: 1 }));
      const answers = await Promise.all(animals.map(({ id }, i) => change(w, i === 0 ? "Cora" : "Dan", `animals/${id}`, { kennel })));
      expect(statusesOf(answers), JSON.stringify(answers)).toEqual([200, 409]);
      const lost = answers.find(({ status }) => status === 409)!;
      expect([codes(lost), lost.body.errors[0].field]).toEqual([["KENNEL_FULL"], "kennel"]);
      expect((await read(w, "Max", `animals?kennel=${kennel}`)).items).toHaveLength(1);
    }
  });

  test("15 Making the kennel smaller", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: kennel } = await ok(w.as.Max("POST", "/api/kennels", { name: "D2", wing: "dog house", capacity: 2 }));
    for (let i = 0; i < 2; i++) await ok(change(w, "Cora", `animals/${(await inCare(w)).id}`, { kennel }));
    await refused(change(w, "Max", `kennels/${kennel}`, { capacity: 1 }), 409, "KENNEL_FULL");
    expect((await read(w, "Max", `kennels/${kennel}`)).capacity).toBe(2);
    await ok(change(w, "Max", `kennels/${kennel}`, { name: "D2 (new)" }));
  });

  test("16 One animal approved twice over", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    const [anns, bobs] = [await toBeDecided(w, animal, "Ann"), await toBeDecided(w, animal, "Bob", "2026-06-01T11:00:00Z")];
    for (const one of [anns, bobs]) await ok(act(w, "Cora", `adoption-applications/${one}`, "approve"));
    const answers = await Promise.all([anns, bobs].map((one) => act(w, "Max", `adoption-applications/${one}`, "approve")));
    expect(statusesOf(answers), JSON.stringify(answers)).toEqual([200, 409]);
    expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["NOT_AVAILABLE"]);
    expect((await Promise.all([anns, bobs].map((one) => stateOf(w, `adoption-applications/${one}`)))).sort()).toEqual(["approved", "to be decided"]);
    expect((await feesOf(w, animal)).map(({ number }) => number)).toEqual(["F-2026-00001"]);
    expect((await w.mails()).filter(({ subject }) => subject.endsWith("is yours — almost"))).toHaveLength(1);
  });

  test("17 Two shifts", async () => {
    w = await at.open("2026-06-01 09:00");
    const shift = async (from: string, to: string): Promise<string> =>
      (await ok(w.as.Dan("POST", "/api/shifts", { area: "dogs", startsAt: `2026-06-10T${from}:00+01:00`, endsAt: `2026-06-10T${to}:00+01:00`, places: 5 }))).id;
    const [morning, noon, early] = [await shift("09:00", "12:00"), await shift("12:00", "15:00"), await shift("11:59", "15:00")];
    await ok(w.as.Vic("POST", "/api/shift-sign-ups", { shift: morning }));
    await refused(w.as.Vic("POST", "/api/shift-sign-ups", { shift: early }), 409, "SHIFT_OVERLAP");
    await ok(w.as.Vic("POST", "/api/shift-sign-ups", { shift: noon }));
    await refused(change(w, "Dan", `shifts/${noon}`, { startsAt: "2026-06-10T11:30:00+01:00" }), 409, "SHIFT_OVERLAP");
  });

  test("18 The last place in a shift, and lowering the places", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id } = await ok(w.as.Cora("POST", "/api/shifts", { area: "cats", startsAt: "2026-06-10T08:00:00Z", endsAt: "2026-06-10T10:00:00Z", places: 1 }));
    const answers = await Promise.all((["Vic", "Val"] as const).map((who) => w.as[who]("POST", "/api/shift-sign-ups", { shift: id })));
    expect(statusesOf(answers), JSON.stringify(answers)).toEqual([201, 409]);
    expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["SHIFT_FULL"]);
    await ok(change(w, "Cora", `shifts/${id}`, { places: 2 }));
    await ok(w.as[answers[0]!.status === 201 ? "Val" : "Vic"]("POST", "/api/shift-sign-ups", { shift: id }));
    await refused(change(w, "Cora", `shifts/${id}`, { places: 1 }), 409, "SHIFT_FULL");
  });

  test("19 Leaving a shift", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: shift } = await ok(w.as.Cora("POST", "/api/shifts", { area: "cats", startsAt: "2026-06-10T08:00:00Z", endsAt: "2026-06-10T10:00:00Z", places: 5 }));
    const signUp = async (): Promise<string> => (await ok(w.as.Vic("POST", "/api/shift-sign-ups", { shift }))).id;
    const leave = (who: "Vic" | "Val" | "Cora", id: string): Promise<Answer> => w.as[who]("DELETE", `/api/shift-sign-ups/${id}`, undefined, { "if-match": "*" });
    const first = await signUp();
    await refused(leave("Val", first), 403);
    await w.clock("2026-06-09 08:59:59");
    await ok(leave("Vic", first));
    const second = await signUp();
    await w.clock("2026-06-09 09:00:00");
    const late = await refused(leave("Vic", second), 403);
    expect(late.body.detail).not.toBe("");
    await ok(leave("Cora", second));
  });

  test("20 Three applications", async () => {
    w = await at.open("2026-06-01 09:00");
    const animals: string[] = [];
    for (let i = 0; i < 4; i++) animals.push((await available(w, { name: `Cat ${i}` })).id);
    const mine = [];
    for (const animal of animals.slice(0, 2)) mine.push(await ok(apply(w, "Ann", animal)));
    await refused(apply(w, "Ann", animals[0]!), 409, "ALREADY_APPLIED");
    const answers = await Promise.all(animals.slice(2).map((animal) => apply(w, "Ann", animal)));
    expect(statusesOf(answers), JSON.stringify(answers)).toEqual([201, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(codes(lost)).toEqual(["TOO_MANY_APPLICATIONS"]);
    expect(lost.body.detail).toContain("3");
    await refused(apply(w, "Ann", animals[0]!), 409, "ALREADY_APPLIED", "TOO_MANY_APPLICATIONS");
    await ok(act(w, "Ann", `adoption-applications/${mine[0].id}`, "withdraw"));
    await ok(apply(w, "Ann", animals[0]!));
  });

  test("21 The visitor's diary", async () => {
    w = await at.open("2026-06-01 09:00");
    const [one, two] = [await ok(apply(w, "Ann", (await available(w)).id)), await ok(apply(w, "Bob", (await available(w)).id))];
    const plan = (id: string, startsAt: string): Promise<Answer> =>
      act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Vic, startsAt: `2026-06-03T${startsAt}+01:00` });
    await ok(plan(one.id, "17:00:00"));
    await refused(plan(two.id, "18:29:00"), 409, "VISITOR_BUSY");
    expect(await stateOf(w, `adoption-applications/${two.id}`)).toBe("submitted");
    expect((await read(w, "Max", "home-visits")).items).toHaveLength(1);
    await ok(plan(two.id, "18:30:00"));
  });
});

describe("decisions and permissions", () => {
  test("22 Two different people, and not the visitor", async () => {
    w = await at.open("2026-06-01 09:00");
    await ok(w.owner("PATCH", `/api/-/people/${w.id.Dan}`, { roles: ["Caretaker", "Volunteer"] }));
    const { id: animal } = await available(w);
    const { id } = await ok(apply(w, "Ann", animal));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Dan, startsAt: "2026-06-01T08:00:00Z" }));
    const [visit] = (await read(w, "Cora", "home-visits")).items;
    await ok(change(w, "Dan", `home-visits/${visit.id}`, { result: "good" }));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "approve"));
    await act(w, "Cora", `adoption-applications/${id}`, "approve");
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("to be decided");
    const dans = await act(w, "Dan", `adoption-applications/${id}`, "approve");
    expect(dans.status).toBe(403);
    expect(dans.body.detail).toMatch(/visit/i);
    const without = await act(w, "Dan", `adoption-applications/${id}`, "reject", {});
    expect([without.status >= 400, without.body.errors[0].field]).toEqual([true, "why"]);
    await ok(act(w, "Max", `adoption-applications/${id}`, "approve"));
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("approved");
    const { id: second } = await available(w);
    const bobs = await toBeDecided(w, second, "Bob", "2026-06-02T08:00:00Z");
    await ok(act(w, "Dan", `adoption-applications/${bobs}`, "reject", { why: "No room." }));
    expect(await stateOf(w, `adoption-applications/${bobs}`)).toBe("rejected");
  });

  test("23 The public page", async () => {
    w = await at.open("2026-06-01 09:00");
    const photo = await w.upload("Cora", picture);
    const shown = await available(w, { photo, surrenderedBy: "Mrs Doyle" });
    await available(w, { photo: null });
    const hidden = await inCare(w, { photo, chipNumber: newChip() });
    const { items } = await ok(w.visitor("GET", "/api/animals?screen=Animals%20to%20adopt"));
    expect(items.map((one: { id: string }) => one.id)).toEqual([shown.id]);
    const keys = new Set(Object.keys(items[0]));
    for (const key of ["number", "name", "species", "bornOn", "ageInMonths", "photo", "description", "feeAsked", "availableSince", "state"]) expect(keys, key).toContain(key);
    for (const key of ["kennel", "chipNumber", "fosterHome", "surrenderedBy", "origin", "holdUntil"]) expect(keys, key).not.toContain(key);
    const unknown = await refused(w.visitor("GET", "/api/animals?nonsense=1"), 400);
    for (const key of ["chipNumber", "kennel"]) {
      const filtered = await refused(w.visitor("GET", `/api/animals?${key}=1`), 400);
      expect(filtered.body.detail.replaceAll(key, "nonsense")).toBe(unknown.body.detail);
      await refused(w.visitor("GET", `/api/animals?sort=${key}`), 400);
    }
    const [theirs, none] = [await w.visitor("GET", `/api/animals/${hidden.number}`), await w.visitor("GET", "/api/animals/A-2026-9999")];
    expect([theirs.status, JSON.stringify(theirs.body).replaceAll(hidden.number, "N")]).toEqual([404, JSON.stringify(none.body).replaceAll("A-2026-9999", "N")]);
  });

  test("24 The volunteer and the chip", async () => {
    w = await at.open("2026-06-01 09:00");
    const home = await ok(w.as.Max("POST", "/api/foster-homes", { carer: w.id.Fay, address: "1 Mill Lane", places: 1 }));
    const { id: kennel } = await ok(w.as.Max("POST", "/api/kennels", { name: "D1", wing: "dog house", capacity: 2 }));
    const chip = newChip();
    const { id, number } = await available(w, { chipNumber: chip });
    const { id: placement } = await ok(w.as.Cora("POST", "/api/foster-placements/offer", { animal: id, fosterHome: home.id, startsOn: "2026-06-01", endsOn: "2026-06-30" }));
    await ok(act(w, "Fay", `foster-placements/${placement}`, "accept"));
    expect((await read(w, "Max", `animals/${id}`)).fosterHome.id).toBe(home.id);
    const one = await read(w, "Vic", `animals/${id}`);
    const list = await read(w, "Vic", "animals?screen=Kennels");
    const exported = await w.as.Vic("GET", "/api/animals/export");
    for (const text of [JSON.stringify(one), JSON.stringify(list), String(exported.body)]) {
      expect(text).not.toContain(chip);
      expect(text).not.toContain("Fay");
    }
    expect(String(exported.body)).toContain(number);
    await refused(w.as.Vic("GET", `/api/animals?chipNumber=${chip}`), 400);
    expect((await read(w, "Vic", `animals?search=${chip}`)).items).toEqual([]);
    await refused(change(w, "Vic", `animals/${id}`, { kennel }), 403);
    const application = await approved(w, id);
    await ok(act(w, "Cora", `fees/${(await feesOf(w, id))[0].id}`, "take-cash"));
    await w.answers({ call: "Registry transfer", status: 204 });
    await ok(act(w, "Cora", `adoption-applications/${application}`, "hand-over"));
    await refused(w.as.Vic("GET", `/api/animals/${id}`), 404);
  });

  test("25 Ann and her visit", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    const { id } = await ok(apply(w, "Ann", animal));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Vic, startsAt: "2026-06-03T16:00:00Z" }));
    const [visit] = (await read(w, "Cora", "home-visits")).items;
    await ok(change(w, "Vic", `home-visits/${visit.id}`, { result: "good", notes: "A big garden." }));
    const seen = await read(w, "Ann", `home-visits/${visit.id}`);
    expect(seen.startsAt).toContain("2026-06-03");
    expect(JSON.stringify(seen)).not.toContain("Vic");
    expect(Object.keys(seen)).not.toContain("result");
    expect(Object.keys(seen)).not.toContain("notes");
    const history = await w.as.Ann("GET", `/api/home-visits/${visit.id}/history`);
    expect(JSON.stringify(history.body)).not.toMatch(/"good"|big garden/);
    await refused(w.as.Ann("GET", "/api/home-visits?result=good"), 400);
    for (const path of [`adoption-applications/${id}`, `home-visits/${visit.id}`]) await refused(w.as.Bob("GET", `/api/${path}`), 404);
    await read(w, "Vic", `adoption-applications/${id}`);
    await ok(change(w, "Cora", `home-visits/${visit.id}`, { visitor: w.id.Val }));
    await refused(w.as.Vic("GET", `/api/adoption-applications/${id}`), 404);
    for (const who of ["Cora", "Max"] as const) await ok(act(w, who, `adoption-applications/${id}`, "approve"));
    const [fee] = await feesOf(w, animal);
    await read(w, "Ann", `fees/${fee.id}`);
    await refused(w.as.Bob("GET", `/api/fees/${fee.id}`), 404);
  });

  test("26 Somebody who fosters and adopts", async () => {
    w = await at.open("2026-06-01 09:00");
    await ok(w.owner("PATCH", `/api/-/people/${w.id.Fay}`, { roles: ["Foster carer", "Adopter"] }));
    const made = await apply(w, "Fay", (await available(w)).id);
    expect(made.status).toBe(201);
    const [id] = (await read(w, "Max", "adoption-applications")).items.map((one: { id: string }) => one.id);
    await refused(w.as.Fay("GET", `/api/adoption-applications/${id}`), 404);
  });
});

describe("calls", () => {
  const signed = (body: string, secret = hookSecret): Readonly<Record<string, string>> => ({ "x-signature": createHmac("sha256", secret).update(body).digest("hex") });
  const pay = async (body: Readonly<Record<string, unknown>>, secret?: string): Promise<Answer> => w.visitor("POST", "/hooks/payments", body, signed(JSON.stringify(body), secret));

  test("27 Payments", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    await approved(w, animal);
    const [fee] = await feesOf(w, animal);
    const paid = { id: "p1", reference: fee.number, amount: Number(fee.amount) };
    expect((await pay(paid, "another secret")).status).toBe(401);
    await refused(pay({ ...paid, reference: "F-2026-99999" }), 404, "UNKNOWN_FEE");
    await refused(pay({ ...paid, id: "p0", amount: Number(fee.amount) - 0.01 }), 422, "WRONG_AMOUNT");
    expect(await stateOf(w, `fees/${fee.id}`)).toBe("open");
    const first = await pay(paid);
    expect([first.status, first.body]).toEqual([200, { received: true }]);
    const settled = await read(w, "Max", `fees/${fee.id}`);
    expect([settled.state, settled.paidAt !== null]).toEqual(["paid", true]);
    const again = await pay(paid);
    expect([again.status, again.body]).toEqual([200, { received: true }]);
    const other = await pay({ ...paid, id: "p2" });
    expect([other.status, JSON.stringify(other.body)]).toEqual([200, expect.stringContaining("ALREADY_PAID")]);
    const { id: second } = await available(w);
    const application = await approved(w, second, "Bob", "2026-06-01T11:00:00Z");
    await ok(act(w, "Bob", `adoption-applications/${application}`, "withdraw"));
    const [cancelled] = await feesOf(w, second);
    expect(cancelled.state).toBe("cancelled");
    expect((await pay({ id: "p3", reference: cancelled.number, amount: Number(cancelled.amount) })).status).toBe(409);
  });

  test("28 The chip registry is silent", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w, { chipNumber: newChip() });
    const other = await ok(apply(w, "Bob", animal));
    const id = await approved(w, animal);
    await refused(act(w, "Cora", `adoption-applications/${id}`, "hand-over"), 409, "FEE_NOT_PAID");
    expect(await w.calls()).toEqual([]);
    await ok(act(w, "Cora", `fees/${(await feesOf(w, animal))[0].id}`, "take-cash"));
    for (const script of [{ status: 503 }, { status: "timeout" }]) {
      await w.answers({ call: "Registry transfer", ...script });
      await refused(act(w, "Cora", `adoption-applications/${id}`, "hand-over"), 502, "REGISTRY_DOWN");
      expect([await stateOf(w, `adoption-applications/${id}`), await stateOf(w, `animals/${animal}`), await stateOf(w, `adoption-applications/${other.id}`)]).toEqual([
        "approved",
        "reserved",
        "submitted",
      ]);
    }
    expect((await w.mails()).filter(({ to, subject }) => to === "bob@probes.test" && subject.startsWith("About"))).toEqual([]);
    await w.answers({ call: "Registry transfer", status: 204 });
    await ok(act(w, "Cora", `adoption-applications/${id}`, "hand-over"));
    expect([await stateOf(w, `adoption-applications/${id}`), await stateOf(w, `animals/${animal}`), await stateOf(w, `adoption-applications/${other.id}`)]).toEqual([
      "completed",
      "adopted",
      "closed",
    ]);
    const sent = (await w.calls()).filter(({ call }) => call === "Registry transfer").at(-1)!;
    expect(JSON.stringify(sent.body)).toContain("keeper name");
    const { id: plain } = await available(w);
    const unchipped = await approved(w, plain, "Bob", "2026-06-02T08:00:00Z");
    await ok(act(w, "Cora", `fees/${(await feesOf(w, plain))[0].id}`, "take-cash"));
    const before = (await w.calls()).length;
    await ok(act(w, "Cora", `adoption-applications/${unchipped}`, "hand-over"));
    expect(await w.calls()).toHaveLength(before);
  });

  test("29 Lost and found from end to end", async () => {
    w = await at.open("2026-06-01 09:00");
    const report = {
      kind: "lost",
      species: "cat",
      whatItLooksLike: "Black with a white paw",
      place: "53.3, -6.2",
      seenOn: "2026-05-31",
      reporterName: "Rita",
      reporterEmail: "rita@probes.test",
    };
    await ok(w.visitor("POST", "/api/lost-and-found-reports/report", report));
    const [mail] = (await w.mails()).filter(({ to }) => to === "rita@probes.test");
    const link = /https?:\/\/\S+\/link\/([\w-]+)/.exec(mail!.body);
    expect(link).not.toBe(null);
    const bearer = { authorization: `Link ${link![1]}` };
    const { id } = (await read(w, "Cora", "lost-and-found-reports")).items[0];
    const path = `/api/lost-and-found-reports/${id}`;
    const listed = async (): Promise<string> => JSON.stringify((await ok(w.visitor("GET", "/api/lost-and-found-reports"))).items);
    expect(await listed()).toBe("[]");
    const correct = (whatItLooksLike: string): Promise<Answer> => w.visitor("PATCH", path, { whatItLooksLike }, { ...bearer, "if-match": "*" });
    await ok(correct("Black with two white paws"));
    await ok(act(w, "Cora", `lost-and-found-reports/${id}`, "publish"));
    expect((await correct("Grey all over")).status).toBe(403);
    expect(await listed()).toContain("two white paws");
    expect(await listed()).not.toMatch(/Rita|rita/);
    await ok(w.visitor("POST", `${path}/add-a-sighting`, { seenAt: "2026-06-01T07:00:00Z", where: "At the mill", contact: "sid@probes.test" }));
    const contactFor = async (asked: Promise<Answer>): Promise<boolean> => JSON.stringify((await asked).body).includes("sid@probes.test");
    for (const asked of [w.as.Cora("GET", path), w.as.Max("GET", path), w.visitor("GET", path, undefined, bearer)]) expect(await contactFor(asked)).toBe(true);
    for (const asked of [w.visitor("GET", path), w.as.Ann("GET", path), w.visitor("GET", "/api/sightings")]) expect(await contactFor(asked)).toBe(false);
    await w.clock("2026-07-01 09:00:01");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("expired");
    await ok(w.visitor("POST", `${path}/extend`, {}, bearer));
    await w.clock("2026-07-31 09:00:00");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("published");
    await w.clock("2026-07-31 09:00:02");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("expired");
    await ok(w.visitor("POST", `${path}/close`, {}, bearer));
    await w.clock("2027-02-02 10:00");
    const archived = await read(w, "Max", `lost-and-found-reports/${id}`);
    expect([archived.state, archived.reporterName, archived.reporterEmail]).toEqual(["archived", null, null]);
    expect(JSON.stringify(await read(w, "Max", `lost-and-found-reports/${id}/history`))).not.toMatch(/Rita|rita@/);
  });
});
