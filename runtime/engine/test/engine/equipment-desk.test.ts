/** The Equipment Desk on a real PostgreSQL: its story, permissions, concurrency and clock. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { act, day, does, makeItem, openDesk, remove, reserve, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk?.close();
  if (desk) remove(desk);
});

async function person(name: string): Promise<Actor> {
  return valueOf(await desk.engine.people.register({ email: `${name}@example.org`, name, password: "a long password" })).actor;
}

test("a loan's lifecycle: reserved, approved, handed out, returned, with its fee", async () => {
  const [ada, clerk] = [await person("ada"), await desk.as("Clerk")];
  const item = await makeItem(desk, "Camera");
  expect(item.code).toBe("IT-0001");
  const loan = valueOf(await reserve(desk, ada, item, 0, 1))!;
  expect(loan).toMatchObject({ state: "requested", days: 2, fee: "25.00", borrower: { shownAs: "ada" } });
  expect(loan.number).toMatch(/^LN-\d{4}-00001$/);
  expect(valueOf(await act(desk, clerk, loan.id, "Approve"))!.state).toBe("approved");
  const out = valueOf(await act(desk, clerk, loan.id, "Hand out"))!;
  expect(out.state).toBe("out");
  expect(out.handedOutAt).toBeTruthy();
  expect(valueOf(await recordOf(desk.engine, ada, "Item", item.id)).available).toBe(false);
  expect(valueOf(await act(desk, clerk, loan.id, "Return", { condition: "good" }))!.state).toBe("returned");
  await desk.engine.rehearsal!.settle();
  const mails = (await desk.engine.rehearsal!.mails()).filter((m) => m.to === "ada@example.org");
  expect(mails.map((m) => m.call)).toEqual(["Loan approved"]);
  expect(mails[0]!.subject).toBe(`Your loan ${loan.number as string} is approved`);
  const calls = await desk.engine.rehearsal!.calls();
  expect(calls.map((c) => [c.call, c.status])).toEqual([["Charge fee", "not shown"]]);
  const history = valueOf(await desk.engine.history(await desk.as("Manager"), "Loan", loan.id));
  expect(history.map((h) => h.action)).toEqual(["Return", "Hand out", "Approve", "create"]);
});

test("all violated rules are reported together, with the catalogue's messages and lines", async () => {
  const bo = await person("bo");
  const item = await makeItem(desk, "Lamp");
  const outcome = await reserve(desk, bo, item, -1, -3);
  expect(resultOf(outcome)).toMatch(/DATES_REVERSED.*STARTS_IN_PAST/);
  const errors = outcome.ok ? [] : outcome.refusal.errors;
  expect(errors[1]!.detail).toBe("A loan can't start in the past.");
  expect(errors.every((e) => typeof e.line === "number" && e.line > 0)).toBe(true);
  const long = await reserve(desk, bo, item, 1, 40);
  expect(resultOf(long)).toContain("TOO_LONG");
  expect(long.ok ? "" : long.refusal.errors[0]!.detail).toBe("40 days is too long: 14 is the most.");
  expect(resultOf(await does(desk, bo, { kind: "create", entity: "Loan", values: { item: item.id, endDat: day(desk, 1) } }))).toMatch(/^malformed: unknown-field at endDat/);
  expect(resultOf(await does(desk, bo, { kind: "create", entity: "Loan", values: { item: item.id, endDate: "tomorrow" } }))).toMatch(/^(invalid|malformed): .* at endDate/);
  expect(resultOf(await does(desk, bo, { kind: "create", entity: "Loan", values: { item: item.id } }))).toMatch(/required at endDate/);
});

test("each role may do what the matrix grants, and nothing else", async () => {
  const [cy, di, clerk, manager] = [await person("cy"), await person("di"), await desk.as("Clerk"), await desk.as("Manager")];
  const item = await makeItem(desk, "Drill");
  expect(resultOf(await does(desk, cy, { kind: "create", entity: "Item", values: { name: "x", category: { name: "Tools" } } }))).toMatch(/^not permitted/);
  expect(resultOf(await does(desk, { kind: "anyone" }, { kind: "create", entity: "Loan", values: {} }))).toMatch(/^not signed in/);
  const loan = valueOf(await reserve(desk, cy, item, 1, 2))!;
  expect(resultOf(await recordOf(desk.engine, di, "Loan", loan.id))).toMatch(/^not found/);
  expect(resultOf(await act(desk, di, loan.id, "Cancel"))).toMatch(/^not found/);
  expect(resultOf(await act(desk, cy, loan.id, "Approve"))).toMatch(/^not permitted/);
  expect(resultOf(await reserve(desk, cy, item, 8, 9, { borrower: { email: "di@example.org" } }))).not.toBe("done");
  expect(resultOf(await does(desk, cy, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "a film" }, ifVersion: "any" }))).toBe("done");
  expect(resultOf(await does(desk, cy, { kind: "update", entity: "Loan", id: loan.id, values: { paidOn: day(desk) }, ifVersion: "any" }))).toMatch(/read-only at paidOn/);
  expect(resultOf(await does(desk, cy, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "b" }, ifVersion: 1 }))).toMatch(/^changed meanwhile/);
  expect(resultOf(await act(desk, clerk, loan.id, "Approve"))).toBe("done");
  expect(resultOf(await does(desk, cy, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "late" }, ifVersion: "any" }))).toMatch(/^not permitted/);
  expect(resultOf(await act(desk, clerk, loan.id, "Cancel"))).toMatch(/^not permitted/);
  expect(resultOf(await act(desk, manager, loan.id, "Approve"))).toMatch(/^conflict/);
  const own = valueOf(await recordOf(desk.engine, cy, "Loan", loan.id)).borrower as { id: string };
  expect(valueOf(await recordOf(desk.engine, cy, "User", own.id)).name).toBe("cy");
  const page = valueOf(await listOf(desk.engine, di, { entity: "Loan", count: true }));
  expect([page.items.length, page.count]).toEqual([0, 0]);
  expect(resultOf(await does(desk, manager, { kind: "delete", entity: "Item", id: item.id, ifVersion: "any" }))).toMatch(/^conflict/);
  // Default 22 lets people read their own record, so the condition is understood; another's email still tells nothing.
  expect(valueOf(await listOf(desk.engine, di, { entity: "User", where: 'email = "cy@example.org"', count: true }))).toMatchObject({ items: [], count: 0 });
  expect(valueOf(await listOf(desk.engine, di, { entity: "User", equals: { email: "cy@example.org" } })).items).toEqual([]);
  expect(valueOf(await listOf(desk.engine, di, { entity: "User", search: "cy@example.org" })).items).toEqual([]);
  expect(resultOf(await listOf(desk.engine, di, { entity: "Loan", where: "borower = me" }))).toMatch(/^malformed/);
});

test("only the Owner changes roles, passwords and access, in every way of writing", async () => {
  const [jo, manager] = [await person("jo"), await desk.as("Manager")];
  const owner = valueOf(await desk.engine.people.become("owner@example.test")).actor;
  const id = jo.kind === "person" ? jo.id : "";
  for (const [who, values] of [
    [jo, { roles: ["Manager"] }],
    [manager, { roles: ["Manager"] }],
    [jo, { active: false }],
  ] as const) {
    expect(resultOf(await does(desk, who, { kind: "update", entity: "User", id, values, ifVersion: "any" }))).not.toBe("done");
  }
  expect(resultOf(await desk.engine.people.change(manager, id, { roles: ["Manager"] }))).toMatch(/^not permitted/);
  expect(resultOf(await desk.engine.people.change(owner, id, { roles: ["Clerk"] }))).toBe("done");
  const again = valueOf(await desk.engine.people.signIn({ email: "jo@example.org", password: "a long password" }));
  expect(again.actor.roles).toEqual(["Clerk"]);
  expect(resultOf(await desk.engine.people.change(owner, id, { active: false }))).toBe("done");
  expect(await desk.engine.people.actorOf(again.token)).toEqual({ kind: "anyone" });
  expect(resultOf(await desk.engine.people.signIn({ email: "jo@example.org", password: "a long password" }))).toMatch(/^not signed in/);
});

test("of 50 concurrent overlapping reservations exactly one is created", async () => {
  const item = await makeItem(desk, "Beamer");
  const people = await Promise.all(Array.from({ length: 50 }, (_, i) => person(`race${i}`)));
  const outcomes = await Promise.all(people.map((p, i) => reserve(desk, p, item, 1 + (i % 3), 4)));
  const told = outcomes.filter((o) => !o.ok).map(resultOf);
  expect(outcomes.filter((o) => o.ok)).toHaveLength(1);
  expect([...new Set(told)]).toEqual([expect.stringMatching(/^conflict: ITEM_TAKEN/)]);
  expect(outcomes.flatMap((o) => (o.ok ? [] : o.refusal.errors.map((e) => e.detail)))[0]).toBe("Beamer is already taken in those days.");
});

test("of 10 concurrent reservations one borrower gets three", async () => {
  const eve = await person("eve");
  const items = await Promise.all(Array.from({ length: 10 }, (_, i) => makeItem(desk, `Tripod ${i}`)));
  const outcomes = await Promise.all(items.map((item) => reserve(desk, eve, item, 1, 2)));
  expect(outcomes.filter((o) => o.ok)).toHaveLength(3);
  expect([...new Set(outcomes.filter((o) => !o.ok).map(resultOf))]).toEqual([expect.stringMatching(/^conflict: TOO_MANY_LOANS/)]);
  const numbers = valueOf(await listOf(desk.engine, await desk.as("Manager"), { entity: "Loan", limit: 200 }))
    .items.map((l) => Number(String(l.number).slice(-5)))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
});

test("repeats under one idempotency key make one loan, and a dry run leaves nothing", async () => {
  const flo = await person("flo");
  const item = await makeItem(desk, "Tent");
  const change = { kind: "create", entity: "Loan", values: { item: item.id, startDate: day(desk, 1), endDate: day(desk, 2) } } as const;
  expect(resultOf(await does(desk, flo, change, { dryRun: true }))).toBe("done");
  expect(valueOf(await listOf(desk.engine, flo, { entity: "Loan" })).items).toHaveLength(0);
  const repeats = await Promise.all(Array.from({ length: 4 }, () => does(desk, flo, change, { idempotencyKey: "once" })));
  expect(repeats.map(resultOf)).toEqual(["done", "done", "done", "done"]);
  expect(new Set(repeats.map((r) => valueOf(r)!.id)).size).toBe(1);
  expect(resultOf(await does(desk, flo, { ...change, values: { ...change.values, purpose: "other" } }, { idempotencyKey: "once" }))).toMatch(/^conflict/);
});

test("a charge is paid once its signed call arrives", async () => {
  const gil = await person("gil");
  const clerk = await desk.as("Clerk");
  const item = await makeItem(desk, "Mixer");
  const loan = valueOf(await reserve(desk, gil, item, 0, 0))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  await desk.engine.rehearsal!.answer({ call: "Charge fee", status: 200, body: { id: "ch_1" } });
  valueOf(await act(desk, clerk, loan.id, "Return", { condition: "good" }));
  await desk.engine.rehearsal!.settle();
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", loan.id)).charge).toBe("ch_1");
  const body = { charge: "ch_1", "settled at": "2026-11-25T10:00:00Z" };
  const rawBody = Buffer.from(JSON.stringify(body));
  const send = (secret: string) =>
    desk.engine.callReceived("Payment settled", { rawBody, body, headers: { "x-signature": createHmac("sha256", secret).update(rawBody).digest("hex") }, path: {}, query: {} });
  expect(resultOf(await send("wrong"))).not.toBe("done");
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", loan.id)).paidOn).toBeNull();
  expect(resultOf(await send("payment hook"))).toBe("done");
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", loan.id)).paidOn).toBe("2026-11-25");
});

test("a loan that isn't picked up lapses two days after its start, and overdue reminders are sent each morning", async () => {
  const [hal, ida, clerk] = [await person("hal"), await person("ida"), await desk.as("Clerk")];
  const lapsing = valueOf(await reserve(desk, hal, await makeItem(desk, "Saw"), 1, 5))!;
  valueOf(await act(desk, clerk, lapsing.id, "Approve"));
  const late = valueOf(await reserve(desk, ida, await makeItem(desk, "Axe"), 0, 0))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, late.id, action));
  const until = (days: number, time: string): string => new Date(`${day(desk, days)}T${time}:00+01:00`).toISOString();
  const lapse = until(3, "00:00");
  valueOf(await desk.engine.rehearsal!.moveClock({ now: new Date(Date.parse(lapse) - 60_000).toISOString() }));
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", lapsing.id)).state).toBe("approved");
  valueOf(await desk.engine.rehearsal!.moveClock({ now: lapse }));
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", lapsing.id)).state).toBe("cancelled");
  const mails = await desk.engine.rehearsal!.mails();
  expect(mails.filter((m) => m.to === "hal@example.org").map((m) => m.call)).toEqual(["Loan approved", "Loan lapsed"]);
  expect(mails.filter((m) => m.to === "ida@example.org").map((m) => m.call)).toEqual(["Loan approved", "Overdue reminder", "Overdue reminder"]);
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P2D" }));
  expect((await desk.engine.rehearsal!.mails()).filter((m) => m.to === "ida@example.org" && m.call === "Overdue reminder")).toHaveLength(4);
  expect(resultOf(await desk.engine.rehearsal!.moveClock({ now: "2020-01-01T00:00:00Z" }))).toMatch(/^(conflict|malformed|invalid)/);
});

test("a reset leaves the initial records only", async () => {
  await desk.engine.rehearsal!.reset();
  const manager = valueOf(await desk.engine.people.become("manager@example.test")).actor;
  expect(valueOf(await listOf(desk.engine, manager, { entity: "Category", sort: ["name"] })).items.map((c) => c.name)).toEqual(["Cameras", "Laptops", "Tools"]);
  expect(valueOf(await listOf(desk.engine, manager, { entity: "Loan" })).items).toHaveLength(0);
  expect(await desk.engine.rehearsal!.mails()).toHaveLength(0);
});
