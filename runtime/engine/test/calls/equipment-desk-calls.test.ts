/** Calls of the Equipment Desk: retries of failing answers, signed calls, reminders when the clock is moved far. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { act, day, makeItem, openDesk, remove, reserve, type Desk } from "../support/equipment-desk.ts";
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

const person = async (name: string): Promise<Actor> => valueOf(await desk.engine.people.register({ email: `${name}@example.org`, name, password: "a long password" })).actor;

async function returned(name: string): Promise<VisibleRecord> {
  const clerk = await desk.as("Clerk");
  const loan = valueOf(await reserve(desk, await person(name), await makeItem(desk, name), 0, 2))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  return valueOf(await act(desk, clerk, loan.id, "Return", { condition: "good" }))!;
}

const callOf = async (loan: VisibleRecord) => (await desk.engine.rehearsal!.calls()).find((c) => (c.body as { reference: string }).reference === loan.number)!;

test("without an address the loan is returned, and the call is listed as not shown", async () => {
  const loan = await returned("ivy");
  expect(loan.state).toBe("returned");
  await desk.engine.rehearsal!.settle();
  expect(await callOf(loan)).toMatchObject({ call: "Charge fee", method: "POST", status: "not shown" });
  expect(valueOf(await recordOf(desk.engine, await desk.as("Manager"), "Loan", loan.id)).charge).toBeNull();
});

test("a failing call is retried six times with doubled waits, then fails", async () => {
  const { rehearsal } = desk.engine;
  await rehearsal!.answer({ call: "Charge fee", status: 503 });
  const loan = await returned("jon");
  await rehearsal!.settle();
  expect((await callOf(loan)).attempts).toBe(1);
  const attempts: number[] = [];
  for (const seconds of [9, 1, 20, 40, 80, 160, 320]) {
    valueOf(await rehearsal!.moveClock({ forward: `PT${seconds}S` }));
    attempts.push((await callOf(loan)).attempts);
  }
  expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect((await callOf(loan)).status).toBe("failed");
  valueOf(await rehearsal!.moveClock({ forward: "P1D" }));
  expect((await callOf(loan)).attempts).toBe(7);
  expect(valueOf(await recordOf(desk.engine, await desk.as("Manager"), "Loan", loan.id))).toMatchObject({ state: "returned", charge: null });
});

test("an answer at the third attempt sets the charge", async () => {
  const { rehearsal } = desk.engine;
  await rehearsal!.answer({ call: "Charge fee", status: 200, body: { id: "ch_late" } });
  await rehearsal!.answer({ call: "Charge fee", outcome: "timeout", times: 2 });
  const loan = await returned("kim");
  await rehearsal!.settle();
  valueOf(await rehearsal!.moveClock({ forward: "PT5M" }));
  expect(await callOf(loan)).toMatchObject({ attempts: 3, status: "done" });
  expect(valueOf(await recordOf(desk.engine, await desk.as("Manager"), "Loan", loan.id)).charge).toBe("ch_late");
});

test("a payment with a valid signature sets the date in Berlin, an invalid one changes nothing", async () => {
  const { rehearsal } = desk.engine;
  await rehearsal!.answer({ call: "Charge fee", status: 201, body: { id: "ch_paid" } });
  const loan = await returned("leo");
  await rehearsal!.settle();
  const body = { charge: "ch_paid", "settled at": "2027-01-09T23:30:00Z" };
  const send = (secret: string, sent: unknown = body): Promise<Outcome<unknown>> => {
    const rawBody = Buffer.from(JSON.stringify(sent));
    return desk.engine.callReceived("Payment settled", {
      rawBody,
      body: sent,
      headers: { "x-signature": createHmac("sha256", secret).update(rawBody).digest("hex") },
      path: {},
      query: {},
    });
  };
  const paidOn = async (): Promise<unknown> => valueOf(await recordOf(desk.engine, await desk.as("Manager"), "Loan", loan.id)).paidOn;
  expect(resultOf(await send("payment key"))).toMatch(/^not signed in: wrong-signature/);
  expect(resultOf(await desk.engine.callReceived("Payment settled", { rawBody: Buffer.from("{}"), body: {}, headers: {}, path: {}, query: {} }))).toMatch(/^not signed in/);
  expect(await paidOn()).toBeNull();
  expect(resultOf(await send("payment hook"))).toBe("done");
  expect(await paidOn()).toBe("2027-01-10");
  expect(resultOf(await send("payment hook", { ...body, charge: "ch_none" }))).toMatch(/^not found/);
  // A message without a charge doesn't find the loans that have none.
  const uncharged = async (): Promise<unknown[]> =>
    valueOf(await listOf(desk.engine, await desk.as("Manager"), { entity: "Loan", where: "charge = null", sort: ["number"] })).items.map((l) => [l.number, l.version]);
  const before = await uncharged();
  expect(before.length).toBeGreaterThan(0);
  expect(resultOf(await send("payment hook", {}))).not.toBe("done");
  expect(resultOf(await send("payment hook", { charge: { no: 1 }, "settled at": 7 }))).not.toBe("done");
  expect(await paidOn()).toBe("2027-01-10");
  expect(await uncharged()).toEqual(before);
});

test("one move of the clock lapses loans two days after their start and sends overdue reminders each morning at seven", async () => {
  const clerk = await desk.as("Clerk");
  const lapsing = valueOf(await reserve(desk, await person("mia"), await makeItem(desk, "Saw"), 1, 6))!;
  valueOf(await act(desk, clerk, lapsing.id, "Approve"));
  const late = valueOf(await reserve(desk, await person("ned"), await makeItem(desk, "Axe"), 0, 0))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, late.id, action));
  const mornings = [1, 2, 3, 4, 5].map((n) => atBerlin(day(desk, n), "07:00"));
  const lapse = atBerlin(day(desk, 3), "00:00");
  valueOf(await desk.engine.rehearsal!.moveClock({ now: atBerlin(day(desk, 5), "12:00") }));
  const mails = await desk.engine.rehearsal!.mails();
  const times = (to: string, call: string): string[] => mails.filter((m) => m.to === to && m.call === call).map((m) => new Date(m.at).toISOString());
  expect(times("ned@example.org", "Overdue reminder")).toEqual(mornings);
  expect(times("mia@example.org", "Loan lapsed")).toEqual([lapse]);
  expect(mails.find((m) => m.call === "Loan lapsed" && m.to === "mia@example.org")).toMatchObject({
    subject: `Your loan ${lapsing.number as string} has lapsed`,
    body: "Nobody picked up Saw, so others may borrow it now.",
  });
  const history = valueOf(await desk.engine.history(await desk.as("Manager"), "Loan", lapsing.id));
  expect(history[0]).toMatchObject({ by: null, changes: expect.arrayContaining([{ field: "state", before: "approved", after: "cancelled" }]) });
  expect(new Date(history[0]!.at).toISOString()).toBe(lapse);
});

/** The instant of a wall clock in Berlin. */
function atBerlin(date: string, time: string): string {
  for (const offset of ["+01:00", "+02:00"]) {
    const at = new Date(`${date}T${time}:00${offset}`);
    if (new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" }).format(at) === time) return at.toISOString();
  }
  throw new Error("no such time");
}
