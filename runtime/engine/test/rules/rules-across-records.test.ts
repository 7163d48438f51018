/** A change is checked at every record whose rule or automatic transition reads it, whichever record that is and in whatever way it reads. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { rules, text } from "../support/cross-record-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("Clerk");
}, 120_000);
afterAll(() => small.close());

const make = (entity: string, values: Record<string, unknown>): Promise<VisibleRecord> => small.make(clerk, entity, values);
const create = async (entity: string, values: Record<string, unknown>): Promise<string> => refused(await small.does(clerk, { kind: "create", entity, values }));
const set = async (entity: string, record: VisibleRecord, values: Record<string, unknown>): Promise<string> =>
  refused(await small.does(clerk, { kind: "update", entity, id: record.id, values, ifVersion: "any" }));
const remove = async (entity: string, record: VisibleRecord): Promise<string> => refused(await small.does(clerk, { kind: "delete", entity, id: record.id, ifVersion: "any" }));
const act = async (entity: string, record: VisibleRecord, action: string): Promise<string> =>
  refused(await small.does(clerk, { kind: "action", entity, id: record.id, action, input: {} }));
/** The codes alone. */
const refused = (outcome: Outcome<unknown>): string => (outcome.ok ? "done" : `${outcome.refusal.kind}: ${outcome.refusal.errors.map((e) => e.code).join(", ")}`);
const against = (...codes: (keyof typeof rules)[]): string => `invalid: ${codes.join(", ")}`;
const stateOf = async (entity: string, record: VisibleRecord): Promise<unknown> => valueOf(await recordOf(small.engine, clerk, entity, record.id))["state"];

test("what a list loses is checked at its previous owner, in every way of losing it", async () => {
  for (const [label, code] of [
    ["a", "NO_LINES"],
    ["b", "NO_TOTAL"],
    ["c", "NO_X"],
  ] as const) {
    const booking = await make("Booking", { label, lines: [{ what: "x" }] });
    expect(await set("Booking", booking, { lines: [] })).toBe(against(code));
    expect(await remove("Line", { id: (booking["lines"] as { id: string }[])[0]!.id } as VisibleRecord)).toBe(against(code));
    expect(await act("Booking", booking, "Drop lines")).toBe(against(code));
  }
  const confirmed = await make("Booking", { label: "z", lines: [{ what: "x" }] });
  expect(await act("Booking", confirmed, "Confirm")).toBe("done");
  expect(await set("Booking", confirmed, { lines: [] })).toBe(against("CONFIRMED"));
});

test("a moved or deleted record is checked at the record that it referred to", async () => {
  const other = await make("Booking", { label: "other" });
  for (const [label, code] of [
    ["d", "NO_SEATS"],
    ["e", "NO_SEAT"],
  ] as const) {
    const booking = await make("Booking", { label: "later" });
    const seat = await make("Seat", { booking: booking.id, places: 2 });
    expect(await set("Booking", booking, { label })).toBe("done");
    expect(await remove("Seat", seat)).toBe(against(code));
    expect(await set("Seat", seat, { booking: other.id })).toBe(against(code));
    expect(await set("Seat", seat, { booking: null })).toBe(against(code));
  }
});

test("rules that read other records of their own entity are checked there too", async () => {
  const top = await make("Employee", { name: "top", most: 60 });
  const boss = await make("Employee", { name: "boss", boss: top.id, limit: 60 });
  const one = await make("Employee", { boss: boss.id, amount: 50 });
  await make("Employee", { boss: boss.id, amount: 50 });
  expect(await set("Employee", boss, { limit: 20 })).toBe(against("LIMIT"));
  expect(await set("Employee", top, { most: 40 })).toBe(against("FAR"));
  expect(await create("Employee", { boss: boss.id, amount: 0 })).toBe(against("SPAN"));
  expect(await set("Employee", one, { amount: 55 })).toBe(against("LOAD"));
  const friend = await make("Employee", { amount: 40 });
  await make("Employee", { friends: [friend.id] });
  expect(await set("Employee", friend, { amount: 51 })).toBe(against("FRIENDS"));
  await make("Employee", { name: "lead", rank: 5 });
  expect(await create("Employee", { rank: 4 })).toBe(against("EVERY"));
  await make("Employee", { name: "lead2", rank: 5 });
  expect(await create("Employee", { rank: 4 })).toBe(against("EVERY", "LEAST"));
  await make("Employee", { name: "lead3", rank: 100 });
  await make("Employee", { rank: 101 });
  expect(await create("Employee", { rank: 102 })).toBe(against("PEERS"));
});

test("another reference between the two entities doesn't change what computed fields reach", async () => {
  const building = await make("Building", { capacity: 10 });
  const room = await make("Room", { building: building.id });
  expect(await create("Stay", { room: room.id, people: 4 })).toBe("done");
  expect(await stateOf("Building", building)).toBe("idle");
  expect(await create("Stay", { room: room.id, people: 4 })).toBe("done");
  expect(await stateOf("Building", building)).toBe("busy");
  expect(await create("Stay", { room: room.id, people: 4 })).toBe(against("CAPACITY"));
  const roomier = await make("Building", { capacity: 20 });
  const large = await make("Room", { building: roomier.id });
  await make("Stay", { room: large.id, people: 12 });
  expect(await set("Room", large, { building: building.id })).toBe(against("CAPACITY"));
});

test("of records with an equal field each gets its own result, and the remaining ones theirs", async () => {
  const [red, blue] = [await make("Team", { name: "red" }), await make("Team", { name: "blue" })];
  await make("Player", { team: red.id, kind: "guest" });
  await make("Player", { team: red.id });
  expect(await create("Player", { team: red.id })).toBe(against("TEAM"));
  const four: VisibleRecord[] = [];
  for (let i = 0; i < 2; i++) four.push(await make("Player", { club: blue.id }));
  expect(await create("Player", { club: blue.id })).toBe(against("FULL"));
  const flag = await make("Flag", { size: 5 });
  expect(await create("Flag", { size: 3 })).toBe("done");
  // Of no team are both, which is the same too.
  expect(await remove("Flag", flag)).toBe(against("ALIKE", "FEW"));
  const [first] = [await make("Flag", { size: 5, team: red.id }), await make("Flag", { size: 1, team: red.id })];
  expect(await set("Flag", first, { team: blue.id })).toBe(against("ALIKE"));
  expect(await remove("Flag", first)).toBe(against("ALIKE"));
});

test("an automatic transition follows another record of its entity", async () => {
  const boss = await make("Order", { weight: 1 });
  const kid = await make("Order", { boss: boss.id });
  const also = await make("Order", { also: [boss.id] });
  expect(await set("Order", boss, { weight: 7 })).toBe("done");
  expect(await stateOf("Order", kid)).toBe("empty");
  expect(await set("Order", boss, { weight: 3 })).toBe("done");
  expect(await stateOf("Order", also)).toBe("light");
});
