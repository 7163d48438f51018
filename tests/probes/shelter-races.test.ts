/** The animal shelter's probes of races and of rules over several records, by their numbers, over the API of a product in rehearsal. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { act, apply, available, change, feesOf, inCare, type Name, read, type Shelter, shelterStage, stateOf, toBeDecided } from "./shelter-world.ts";
import { codes, ok, refused, type Stage, statusesOf } from "./world.ts";

let at: Stage<Name>;
let w: Shelter;
beforeAll(async () => {
  at = await shelterStage();
});
afterEach(() => w?.close());

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
