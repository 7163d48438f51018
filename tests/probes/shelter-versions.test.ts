/** The animal shelter's probe of a new version of its document, over the database of the version before. */
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Upgrade } from "@nonet/engine";
import { apply, change, inCare, available, type Name, read, type Shelter, shelterStage } from "./shelter-world.ts";
import { type Edit, ok, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Shelter;
beforeAll(async () => {
  at = await shelterStage();
});
afterEach(() => w?.close());

const replaced =
  (from: string | RegExp, to: string): Edit =>
  (text) => {
    const next = text.replace(from, () => to);
    if (next === text) throw new Error(`The document doesn't contain ${from}.`);
    return next;
  };
const found = (plan: Upgrade | readonly string[]): Upgrade["found"] => {
  if (!("found" in plan)) throw new Error(plan.join("\n"));
  return plan.found;
};

test("30 A new version, four changes at once: a renamed field", async () => {
  w = await at.open("2026-06-01 09:00");
  const { number } = await inCare(w, { bornOn: "2022-05-01" });
  const renamed = replaced("- born on: date, required", "- date of birth: date, required, was born on");
  // Lines 84 and 299 still say `born on`.
  const errors = await w.plan(renamed);
  expect(errors).toEqual(expect.arrayContaining([expect.stringMatching(/born on/)]));
  const everywhere: Edit = (text) => renamed(text).replaceAll(/(?<!was )born on/g, "date of birth");
  w = await w.upgraded(everywhere, "2026-06-01 09:10");
  const animal = await read(w, "Max", `animals/${number}`);
  expect([animal.dateOfBirth, animal.bornOn, animal.ageInMonths]).toEqual(["2022-05-01", undefined, 49]);
});

test("30 A new version, four changes at once: a lower limit of a field", async () => {
  w = await at.open("2026-06-01 09:00");
  const kennel = async (name: string, capacity: number): Promise<string> => (await ok(w.as.Max("POST", "/api/kennels", { name, wing: "cattery", capacity }))).id;
  const [small, large] = [await kennel("C1", 8), await kennel("C2", 9)];
  const smaller = replaced("between 1 and 12", "between 1 and 8");
  expect(found(await w.plan(smaller)).map(({ count, shown, stops }) => ({ count, shown, stops }))).toEqual([{ count: 1, shown: ["C2"], stops: false }]);
  w = await w.upgraded(smaller, "2026-06-01 09:10");
  expect([(await read(w, "Max", `kennels/${small}`)).capacity, (await read(w, "Max", `kennels/${large}`)).capacity]).toEqual([8, 9]);
  expect((await ok(change(w, "Max", `kennels/${large}`, { name: "C2 (big)" }))).name).toBe("C2 (big)");
  expect((await change(w, "Max", `kennels/${large}`, { capacity: 10 })).status).toBe(422);
});

test("30 A new version, four changes at once: a state that goes", async () => {
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
  const [{ id }] = (await read(w, "Cora", "lost-and-found-reports")).items;
  await ok(w.as.Cora("POST", `/api/lost-and-found-reports/${id}/refuse`, {}));
  await w.clock("2026-12-02 10:00");
  expect((await read(w, "Max", `lost-and-found-reports/${id}`)).state).toBe("archived");
  const without = replaced(/\n\| refused, closed, expired \| \(after 6 months\) \| archived \|[^\n]*/, "");
  const [stopping] = found(await w.plan(without));
  expect([stopping!.stops, stopping!.count, stopping!.what]).toEqual([true, 1, expect.stringMatching(/archived/)]);
  await expect(w.upgraded(without, "2026-12-02 10:10")).rejects.toThrow(/stands-against/);
  const placed: Edit = (text) => replaced("- Match asks for:", "- closed: was archived\n- Match asks for:")(without(text));
  w = await w.upgraded(placed, "2026-12-02 10:20");
  expect((await read(w, "Max", `lost-and-found-reports/${id}`)).state).toBe("closed");
});

test("30 A new version, four changes at once: a lower constant", async () => {
  w = await at.open("2026-06-01 09:00");
  for (let i = 0; i < 3; i++) await ok(apply(w, "Ann", (await available(w)).id));
  const next = await available(w);
  w = await w.upgraded(replaced("| most open applications | 3 |", "| most open applications | 2 |"), "2026-06-01 09:10");
  expect((await read(w, "Ann", "adoption-applications")).items).toHaveLength(3);
  const fourth = await refused(apply(w, "Ann", next.id), 409, "TOO_MANY_APPLICATIONS");
  expect(fourth.body.errors[0].detail).toContain("2");
});
