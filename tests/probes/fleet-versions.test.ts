/** The fleet's probes of new versions of its document, over the database of the version before. */
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Upgrade } from "@nonet/engine";
import { act, common, type Fleet, fleetStage, make, type Name, onTheRoad, order, plan, quoted, read, stateOf } from "./fleet-world.ts";
import { type Edit, ok, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Fleet;
beforeAll(async () => {
  at = await fleetStage();
});
afterEach(() => w?.close());

const replaced =
  (from: string, to: string): Edit =>
  (text) => {
    if (!text.includes(from)) throw new Error(`The document doesn't contain "${from}".`);
    return text.replaceAll(from, to);
  };
const found = (upgrade: Upgrade | readonly string[]): Upgrade["found"] => {
  if (!("found" in upgrade)) throw new Error(upgrade.join("\n"));
  return upgrade.found;
};

test("19 Budget race: a lower budget in the document lists the orders against it", async () => {
  w = await at.open("2026-03-02 08:00");
  const { van } = await common(w);
  for (const price of ["400.00", "300.00"]) await ok(act(w, "Will", order(await quoted(w, van, price)), "approve"));
  const lower = replaced("| 50,000 EUR; 60,000 EUR from 2027-01-01 |", "| 500 EUR |");
  const [against, ...others] = found(await w.plan(lower));
  expect([against!.count, against!.what, against!.stops, others]).toEqual([2, expect.stringMatching(/Depot's budget/), false, []]);
  w = await w.upgraded(lower, "2026-03-02 08:10");
  expect((await read(w, "Fay", "workshop-orders")).items.map((one: { state: string }) => one.state)).toEqual(["approved", "approved"]);
});

test("30 New version: a renamed field takes its data, timers and rules with it", async () => {
  w = await at.open("2026-03-02 08:00");
  const { van } = await common(w);
  const { id } = await ok(plan(w, "Dora", van, "Ada", "2026-03-02 10:00", "2026-03-02 12:00"));
  const renamed: Edit = (text) =>
    replaced("- **Ends at:** date and time, required", "- **Returns at:** date and time, required, was ends at")(text).replaceAll(/(?<!was )\bends at\b/g, "returns at");
  w = await w.upgraded(renamed, "2026-03-02 08:10");
  const moved = await read(w, "Dora", `assignments/${id}`);
  expect([moved.returnsAt, moved.endsAt]).toEqual([expect.stringContaining("2026-03-02T1"), undefined]);
  const next = { startsAt: "2026-03-02T11:00:00+01:00", returnsAt: "2026-03-02T13:00:00+01:00" };
  await refused(make(w, "Dora", "assignments/plan", { vehicle: van, driver: w.id.Bo, ...next }), 409, "VEHICLE_TAKEN");
  await ok(make(w, "Dora", "assignments/plan", { vehicle: van, driver: w.id.Bo, ...next, startsAt: "2026-03-02T12:00:00+01:00" }));
  await w.clock("2026-03-02 12:00");
  expect(await stateOf(w, `assignments/${id}`, "Dora")).toBe("ended");
});

test("30 New version: a state that goes, with trips in it", async () => {
  w = await at.open("2026-03-02 08:00");
  const { trip } = await onTheRoad(w, await common(w), "2026-03-02 09:00", "2026-03-02 22:00");
  await w.clock("2026-03-02 23:30");
  expect(await stateOf(w, `trips/${trip}`)).toBe("left open");
  const without: Edit = (text) =>
    text
      .replace("| under way | (after longest trip) | left open | | | |\n", "")
      .replaceAll('"under way", "left open"', '"under way"')
      .replaceAll("under way, left open", "under way")
      .replaceAll("while left open", "while under way");
  const [stopping] = found(await w.plan(without));
  expect([stopping!.stops, stopping!.count, stopping!.what]).toEqual([true, 1, expect.stringMatching(/left open/)]);
  await expect(w.upgraded(without, "2026-03-02 23:40")).rejects.toThrow(/stands-against/);
  const placed: Edit = (text) => replaced("- **Finish asks for:**", "- **under way:** was left open\n- **Finish asks for:**")(without(text));
  w = await w.upgraded(placed, "2026-03-02 23:50");
  expect(await stateOf(w, `trips/${trip}`)).toBe("under way");
});

test("30 New version: running timers follow a constant", async () => {
  w = await at.open("2026-03-02 10:00");
  const { van } = await common(w);
  const { id } = await ok(make(w, "Will", "workshop-orders", { vehicle: van, garage: "Meyer", garageEmail: "meyer@probes.test", workWanted: "Gearbox" }));
  await ok(act(w, "Will", order(id), "ask-for-quote"));
  w = await w.upgraded(replaced("| quote patience | 3 working days |", "| quote patience | 2 working days |"), "2026-03-02 10:10");
  await w.clock("2026-03-04 09:59:59");
  expect(await stateOf(w, order(id))).toBe("quote requested");
  await w.clock("2026-03-04 23:59");
  expect(await stateOf(w, order(id))).toBe("unanswered");
});
