/** The food co-op's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the tutorial, the cookbook and two examples. */
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { ok, refused, stage, type Stage, type World } from "./world.ts";

const people = { Ada: ["Member"], Bo: ["Member"], Nia: ["Member"], Pat: ["Packer"], Poe: ["Packer"], Ben: ["Buyer"], Tess: ["Treasurer"], Cy: ["Coordinator"] } as const;
type Name = keyof typeof people;

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({ document: join(root, "tests/unseen/food-coop.md"), people, from: "2026-03-01 08:00", environment: { "wholesale key": "a key" } });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const change = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });
const read = (who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}

/** Two households, an open round with a slot, and carrots at 2 EUR. */
async function week(): Promise<{ fennel: string; leek: string; carrots: string; round: string; slot: string }> {
  const [fennel, leek] = [(await ok(make("Cy", "households", { name: "Fennel" }))).id, (await ok(make("Cy", "households", { name: "Leek" }))).id];
  await ok(change("Cy", `users/${w.id.Ada}`, { household: fennel }));
  await ok(change("Cy", `users/${w.id.Bo}`, { household: leek }));
  const [supplier] = (await read("Ben", "suppliers")).items;
  const { id: carrots } = await ok(make("Ben", "products", { name: "Carrots", supplier: supplier.id }));
  await ok(make("Ben", "prices", { product: carrots, validFrom: "2026-01-01", validUntil: "2026-12-31", amount: "2.00" }));
  await ok(make("Ben", "products", { name: "Old cabbage", supplier: supplier.id, discontinued: true }));
  const { id: round } = await ok(make("Ben", "rounds", { label: "W14", opensAt: "2026-03-30T06:00:00Z", closesAt: "2026-04-01T18:00:00Z", pickUpDay: "2026-04-03" }));
  const { id: slot } = await ok(make("Ben", "slots", { label: "Early", round, startsAt: "2026-04-03T14:00:00Z", endsAt: "2026-04-03T16:00:00Z" }));
  return { fennel, leek, carrots, round, slot };
}
type Week = Awaited<ReturnType<typeof week>>;
const basket = async (who: Name, { round, slot, carrots }: Week, quantity: number, more: Values = {}): Promise<Body> =>
  ok(make(who, "orders", { round, slot, lines: [{ product: carrots, quantity }], ...more }));

test("1, 2, 3, 4, 5 What visitors, other households and the treasurer read and write", async () => {
  w = await at.open("2026-03-31 09:00");
  const all = await week();
  const { items } = await ok(w.visitor("GET", "/api/products"));
  expect(items.map(({ name, priceToday, supplier, prices, unit, aisle }: Body) => [name, priceToday, supplier, prices, unit, aisle])).toEqual([
    ["Carrots", "2.00", undefined, undefined, "piece", "vegetables"],
  ]);
  expect([401, 403]).toContain((await w.visitor("GET", "/api/suppliers")).status);
  expect([401, 403]).toContain((await w.visitor("GET", "/api/prices")).status);
  expect((await ok(w.visitor("GET", "/feed/prices"))).products).toEqual([{ name: "Carrots", unit: "piece", price: 2 }]);
  const order = await basket("Ada", all, 2);
  const entry = await ok(make("Tess", "entries", { household: all.fennel, amount: "20.00", text: "Cash" }));
  await refused(w.as.Bo("GET", `/api/orders/${order.id}`), 404);
  await refused(w.as.Bo("GET", `/api/entries/${entry.id}`), 404);
  for (const path of ["orders", "entries"]) expect([(await read("Bo", path)).items.length, (await read("Ada", path)).items.length]).toEqual([0, 1]);
  const forOthers = await make("Bo", "orders", { round: all.round, household: all.fennel });
  expect(forOthers.status >= 400 || forOthers.body.household?.id === all.leek, JSON.stringify(forOthers.body)).toBe(true);
  await ok(change("Cy", `households/${all.fennel}`, { note: "Pays in cash." }));
  const own = await read("Ada", `households/${all.fennel}`);
  expect([own.balance, own.available, own.note]).toEqual(["20.00", "70.00", undefined]);
  expect((await read("Tess", `households/${all.fennel}`)).note).toBe("Pays in cash.");
  expect((await change("Tess", `households/${all.fennel}`, { note: "No." })).status).toBeGreaterThanOrEqual(400);
});

test("6, 7, 8 Placing needs a slot; the round closes; a small basket is confirmed and its link opens", async () => {
  w = await at.open("2026-03-31 09:00");
  const all = await week();
  const bare = await ok(make("Ada", "orders", { round: all.round, lines: [{ product: all.carrots, quantity: 3 }] }));
  const none = await refused(act("Ada", `orders/${bare.id}`, "place"), 422, "NO_SLOT");
  expect(JSON.stringify(none.body)).toContain("Pick a slot first.");
  const kept = await read("Ada", `orders/${bare.id}`);
  expect([kept.state, kept.number]).toEqual(["draft", null]);
  const small = await basket("Ada", all, 1);
  await refused(act("Ada", `orders/${small.id}`, "place"), 422, "SMALL_BASKET");
  await ok(w.as.Ada("POST", `/api/orders/${small.id}/place?confirm=SMALL_BASKET`, {}));
  const mail = (await w.mails()).find(({ subject }) => /^Basket B-2026-00001 is in$/.test(subject))!;
  const authorization = `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(mail.body)![1]}`;
  const opened = await ok(w.visitor("GET", `/api/orders/${small.id}`, undefined, { authorization }));
  expect([opened.number, opened.total, opened.household]).toEqual(["B-2026-00001", undefined, undefined]);
  expect(JSON.stringify(opened.slot)).toContain("Early");
  await w.clock("2026-04-01 20:01");
  expect((await read("Ben", `rounds/${all.round}`)).state).toBe("closed");
  expect((await read("Ada", `orders/${bare.id}`)).state).toBe("cancelled");
  expect((await read("Ada", `orders/${small.id}`)).state).toBe("placed");
  const late = await refused(act("Ada", `orders/${small.id}`, "cancel"), 409, "ROUND_CLOSED");
  expect(JSON.stringify(late.body)).toContain("W14 isn't open.");
});

test("9 A packed basket that nobody picks up is paid all the same", async () => {
  w = await at.open("2026-03-31 09:00");
  const all = await week();
  const { id } = await basket("Ada", all, 10);
  await ok(act("Ada", `orders/${id}`, "place"));
  await ok(act("Pat", `orders/${id}`, "pack"));
  expect((await read("Ada", `households/${all.fennel}`)).reserved).toBe("20.00");
  await w.clock("2026-04-03 21:00");
  expect((await read("Ada", `orders/${id}`)).state).toBe("left behind");
  expect((await read("Tess", "entries")).items.map(({ kind, amount }: Body) => [kind, amount])).toEqual([["basket", "-20.00"]]);
  const after = await read("Ada", `households/${all.fennel}`);
  expect([after.balance, after.reserved]).toEqual(["-20.00", "0.00"]);
  for (const who of ["Ada", "Pat", "Cy"] as const) expect((await change(who, `orders/${id}`, { slot: null })).status).toBeGreaterThanOrEqual(400);
});

test("10, 11 Ticking off is for others; a turn is handed over", async () => {
  w = await at.open("2026-03-01 09:00");
  const { id: shift } = await ok(make("Cy", "shifts", { title: "Packing", startsAt: "2026-03-10T08:00:00Z", endsAt: "2026-03-10T10:00:00Z", peopleNeeded: 3 }));
  const sign = async (who: Name): Promise<string> => (await ok(make(who, "turns", { shift }))).id;
  const [pats, adas] = [await sign("Pat"), await sign("Ada")];
  await refused(act("Bo", `turns/${adas}`, "hand-over", { toWhom: w.id.Bo }), 403);
  await refused(act("Ada", `turns/${adas}`, "hand-over"), 422, "required");
  const handed = await ok(act("Ada", `turns/${adas}`, "hand-over", { toWhom: w.id.Bo }));
  expect([handed.member.id, handed.state]).toEqual([w.id.Bo, "signed up"]);
  await refused(act("Ada", `turns/${adas}`, "withdraw"), 403);
  await w.clock("2026-03-10 10:30");
  await refused(act("Pat", `turns/${pats}`, "tick-off"), 403);
  await refused(act("Ada", `turns/${pats}`, "tick-off"), 403);
  expect((await ok(act("Poe", `turns/${pats}`, "tick-off"))).state).toBe("done");
});

test("12 The first of the month", async () => {
  w = await at.open("2026-03-31 09:00");
  await week();
  await w.clock("2026-04-01 05:01");
  const due = async (who: Name): Promise<number> => (await read("Cy", `users/${w.id[who]}`)).shiftsDue;
  expect([await due("Ada"), await due("Bo"), await due("Nia")]).toEqual([1, 1, 0]);
  expect((await change("Ada", `users/${w.id.Ada}`, { shiftsDue: 0 })).status).toBeGreaterThanOrEqual(400);
});
