/** Decisions of several people: in sequence, in parallel, by deputies, restarted after a change, with deadlines. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRequisite, type Requisite } from "../support/purchase-desk.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let desk: Requisite;
type Person = Actor & { kind: "person" };
const people: Record<string, Person> = {};
beforeAll(async () => {
  desk = await openRequisite();
  // In the morning, in every zone: days of deputies are the product's.
  valueOf(await desk.engine.rehearsal!.moveClock({ now: "2026-03-02T09:00:00Z" }));
  for (const name of ["Olga", "Hugo", "Ivo", "Fred", "Sam"]) people[name] = await desk.person(name, "Approver");
  for (const name of ["Rosa", "Rolf"]) people[name] = await desk.person(name, "Requester");
  for (const name of ["Fay", "Finn", "Fritz"]) people[name] = await desk.person(name, "Finance");
}, 60_000);
afterAll(() => desk?.close());

const who = (name: string): Person => people[name]!;
const ask = (more: Readonly<Record<string, unknown>> = {}, by = "Rosa"): Promise<VisibleRecord> =>
  desk.ask(who(by), { owner: who("Olga").id, head: who("Hugo").id, owners: [who("Ivo").id], purpose: "x", total: "6000", ...more });
const vote = async (name: string, record: VisibleRecord, asked: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  resultOf(await desk.act(who(name), record.id, "Approve", asked));
const votes = async (record: VisibleRecord, ...names: string[]): Promise<void> => {
  for (const name of names) expect([name, await vote(name, record)]).toEqual([name, "done"]);
};
const edit = (record: VisibleRecord, values: Readonly<Record<string, unknown>>) =>
  desk.engine.perform(who("Rosa"), { kind: "update", entity: "Requisition", id: record.id, values, ifVersion: "any" });
const decisionOf = async (name: string, record: VisibleRecord) => valueOf(await desk.engine.actions(who(name), "Requisition", record.id)).find((a) => a.name === "Approve")!;
const turns = async (record: VisibleRecord): Promise<string[]> => {
  const { decision } = await decisionOf("Fay", record);
  return decision!.steps.filter((s) => s.stands === "now").flatMap((s) => s.people.filter((p) => p.said === null).map((p) => p.name ?? "?"));
};

test("in sequence: a later voter is refused, the last yes approves, one mail is sent", async () => {
  const rq = await ask();
  expect(await vote("Hugo", rq)).toBe("conflict: not-your-turn");
  expect(await vote("Ivo", rq)).toBe("conflict: not-your-turn");
  const first = valueOf(await desk.act(who("Olga"), rq.id, "Approve"))!;
  expect(first).toMatchObject({ state: "pending", _decision: { now: 1, turn: false } });
  expect(await vote("Olga", rq)).toBe("conflict: not-your-turn");
  await votes(rq, "Hugo");
  expect(await desk.state(rq.id)).toBe("pending");
  await votes(rq, "Ivo");
  expect(await desk.state(rq.id)).toBe("approved");
  await desk.engine.rehearsal!.settle();
  expect((await desk.engine.rehearsal!.mails()).filter((m) => m.subject === `${rq.number} is approved`)).toHaveLength(1);
});

test("others are refused; a voter in two steps votes in each; a second yes changes nothing", async () => {
  const rq = await ask({ total: "100", owners: [who("Olga").id, who("Ivo").id] });
  expect(await vote("Fay", rq)).toBe("not permitted: not-permitted");
  expect(await vote("Fred", rq)).toBe("not found: not-found");
  await votes(rq, "Olga");
  expect(await desk.state(rq.id)).toBe("pending");
  await votes(rq, "Olga");
  expect(await vote("Olga", rq)).toBe("conflict: decided-already");
  await votes(rq, "Ivo");
  expect(await desk.state(rq.id)).toBe("approved");
});

test("in parallel at the same moment: approved once", async () => {
  const rq = await ask({ total: "100", owners: [who("Ivo").id, who("Fred").id] });
  await votes(rq, "Olga");
  expect((await Promise.all([vote("Ivo", rq), vote("Fred", rq)])).sort()).toEqual(["done", "done"]);
  expect(await desk.state(rq.id)).toBe("approved");
  await desk.engine.rehearsal!.settle();
  expect((await desk.engine.rehearsal!.mails()).filter((m) => m.subject === `${rq.number} is approved`)).toHaveLength(1);
});

test("nobody approves their own request; a step left without voters waits", async () => {
  const rq = await ask({ total: "100" }, "Olga");
  expect(await vote("Olga", rq)).toBe("not permitted: not-permitted");
  expect(await vote("Ivo", rq)).toBe("conflict: not-your-turn");
  expect((await decisionOf("Fay", rq)).decision!.steps[0]!.stands).toBe("waiting");
});

test("the Owner gets the record's name in the notification only with permission to read it", async () => {
  const told = async (): Promise<string[]> => {
    await desk.engine.rehearsal!.settle();
    return (await desk.engine.rehearsal!.mails()).filter((m) => m.to === "owner@example.test" && m.subject === "Requisition: nobody can decide").map((m) => m.body);
  };
  const owner = valueOf(await desk.engine.people.become("owner@example.test")).actor;
  const body = (named: string): string => `Approve of ${named} waits: too few people are left who may decide step 1.`;
  const before = await told();
  const hidden = await ask({ total: "100" }, "Olga");
  expect(resultOf(await recordOf(desk.engine, owner, "Requisition", hidden.id))).toBe("not found: not-found");
  expect((await told()).slice(before.length)).toEqual([body("Requisition")]);
  valueOf(await desk.engine.people.change(owner, owner.id, { roles: ["Finance"] }));
  const seen = await ask({ total: "100" }, "Olga");
  expect((await told()).slice(before.length)).toEqual([body("Requisition"), body(`Requisition ${seen.number}`)]);
  valueOf(await desk.engine.people.change(owner, owner.id, { roles: [] }));
});

test("one no is enough: not approved until the decision restarts", async () => {
  const rq = await ask();
  await votes(rq, "Olga", "Hugo");
  expect(await vote("Ivo", rq, { decision: "no" })).toBe("done");
  expect(await vote("Ivo", rq)).toBe("conflict: decision-refused");
  expect(await desk.state(rq.id)).toBe("pending");
  valueOf(await desk.act(who("Rosa"), rq.id, "Amend"));
  valueOf(await desk.act(who("Rosa"), rq.id, "Submit"));
  await votes(rq, "Olga", "Hugo", "Ivo");
  expect(await desk.state(rq.id)).toBe("approved");
  expect(await vote("Olga", await ask(), { decision: "perhaps" })).toBe("invalid: invalid-value at decision");
});

test("a change of the amount restarts at the first step; a change of the text doesn't", async () => {
  const rq = await ask();
  await votes(rq, "Olga", "Hugo");
  expect(resultOf(await edit(rq, { purpose: "other words" }))).toBe("done");
  expect(await turns(rq)).toEqual(["Ivo"]);
  expect(valueOf(await edit(rq, { total: "6000.01" }))).toMatchObject({ state: "pending", submittedTotal: "6000.01" });
  expect(await turns(rq)).toEqual(["Olga"]);
  expect(await vote("Ivo", rq)).toBe("conflict: not-your-turn");
  valueOf(await edit(rq, { total: "499" }));
  await votes(rq, "Olga");
  expect(await turns(rq)).toEqual(["Ivo"]);
  const history = valueOf(await desk.engine.history(who("Rosa"), "Requisition", rq.id));
  expect(history.filter((h) => h.action === "Approve: yes").map((h) => h.by?.name)).toEqual(["Olga", "Hugo", "Olga"]);
});

test("the last yes and a change at the same moment: never approved with an unseen amount", async () => {
  for (let round = 0; round < 4; round++) {
    const rq = await ask({ total: "100" });
    await votes(rq, "Olga");
    const [yes, change] = await Promise.all([vote("Ivo", rq), edit(rq, { total: "200" }).then(resultOf)]);
    const now = valueOf(await recordOf(desk.engine, who("Fay"), "Requisition", rq.id));
    if (now.state === "approved") expect([yes, now.total, change.split(":")[0]]).toEqual(["done", "100.00", expect.stringMatching(/conflict|not permitted/)]);
    else expect([now.total, await turns(rq)]).toEqual(["200.00", ["Olga"]]);
  }
});

test("any two of a role, but not the author", async () => {
  const payment = valueOf(await desk.engine.perform(who("Fay"), { kind: "create", entity: "Payment", values: {} }))!;
  const release = async (name: string): Promise<string> => resultOf(await desk.act(who(name), payment.id, "Release"));
  expect(await release("Fay")).toBe("not permitted: not-permitted");
  expect(await release("Finn")).toBe("done");
  expect(await release("Finn")).toBe("conflict: decided-already");
  expect(await desk.state(payment.id, "Payment")).toBe("entered");
  expect(await release("Fritz")).toBe("done");
  expect(await desk.state(payment.id, "Payment")).toBe("released");
});

test("a deputy decides and reads on the given days only, and the history names both people", async () => {
  const now = desk.engine.rehearsal!.now();
  const day = (n: number): string => new Date(Date.parse(now) + n * 86_400_000).toISOString().slice(0, 10);
  const rq = await ask({ total: "100" });
  expect(resultOf(await recordOf(desk.engine, who("Sam"), "Requisition", rq.id))).toBe("not found: not-found");
  const named = valueOf(await desk.engine.deputies.name(who("Olga"), { deputy: { email: "sam@people.test" }, from: day(1), to: day(2) }));
  expect(named).toMatchObject({ deputy: { name: "Sam" }, own: true });
  expect(await vote("Sam", rq)).toBe("not found: not-found");
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P1D" }));
  expect(valueOf(await recordOf(desk.engine, who("Sam"), "Requisition", rq.id)).total).toBe("100.00");
  expect(valueOf(await listOf(desk.engine, who("Sam"), { entity: "Requisition", equals: { number: String(rq.number) } })).items).toHaveLength(1);
  const draft = valueOf(await desk.engine.perform(who("Rosa"), { kind: "create", entity: "Requisition", values: { owner: who("Olga").id, purpose: "d", total: "1" } }))!;
  expect(resultOf(await recordOf(desk.engine, who("Sam"), "Requisition", draft.id))).toBe("not found: not-found");
  expect((await decisionOf("Sam", rq)).allowed).toBe(true);
  await votes(rq, "Sam");
  expect(await vote("Olga", rq)).toBe("conflict: not-your-turn");
  const entry = valueOf(await desk.engine.history(who("Olga"), "Requisition", rq.id)).find((h) => h.action === "Approve: yes")!;
  expect([entry.by?.name, entry.inPlaceOf?.name]).toEqual(["Sam", "Olga"]);
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P2D" }));
  expect(resultOf(await recordOf(desk.engine, who("Sam"), "Requisition", rq.id))).toBe("not found: not-found");
});

test("a deputy can't bypass a restriction: not for their own request, not without the role, not appointed by another", async () => {
  const today = desk.engine.rehearsal!.now().slice(0, 10);
  const sue = await desk.person("Sue", "Approver");
  people.Sue = sue;
  const name = (by: string, deputy: string) => desk.engine.deputies.name(who(by), { deputy: who(deputy).id, from: today, to: today });
  const mine = valueOf(await name("Olga", "Sue"));
  const own = await ask({ total: "100" }, "Sue");
  expect(await vote("Sue", own)).toBe("not permitted: not-permitted");
  expect(resultOf(await desk.engine.deputies.remove(who("Hugo"), mine.id))).toBe("not found: not-found");
  valueOf(await name("Olga", "Rolf"));
  const rq = await ask({ total: "100" });
  expect(await vote("Rolf", rq)).toBe("not permitted: not-permitted");
  expect(resultOf(await name("Olga", "Olga"))).toBe("invalid: invalid-value at deputy");
  expect(resultOf(await desk.engine.deputies.name(who("Olga"), { deputy: who("Sue").id, from: "2030-02-01", to: "2030-01-01" }))).toBe("invalid: invalid-value at to");
  expect(resultOf(await desk.engine.deputies.remove(who("Olga"), mine.id))).toBe("done");
});

test("where one person counts once, a deputy's second yes doesn't count, and the represented person can still vote", async () => {
  const payment = valueOf(await desk.engine.perform(who("Fay"), { kind: "create", entity: "Payment", values: {} }))!;
  const release = async (name: string): Promise<string> => resultOf(await desk.act(who(name), payment.id, "Release"));
  const today = desk.engine.rehearsal!.now().slice(0, 10);
  const deputy = valueOf(await desk.engine.deputies.name(who("Fritz"), { deputy: who("Finn").id, from: today, to: today }));
  expect(await release("Finn")).toBe("done");
  const shown = valueOf(await desk.engine.actions(who("Finn"), "Payment", payment.id)).find((a) => a.name === "Release")!;
  expect([shown.allowed, shown.decision!.turn, shown.why]).toEqual([false, false, "You have voted. Others still have to vote."]);
  expect(await release("Finn")).toBe("conflict: decided-already");
  expect(await release("Fritz")).toBe("done");
  expect(await desk.state(payment.id, "Payment")).toBe("released");
  expect(resultOf(await desk.engine.deputies.remove(who("Fritz"), deputy.id))).toBe("done");
});

test("reminded once for each step, then it lapses", async () => {
  const rq = await ask({ total: "100" });
  const reminders = async (): Promise<string[]> =>
    (await desk.engine.rehearsal!.mails()).filter((m) => m.subject === `Requisition ${rq.number} waits for your decision`).map((m) => m.to);
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "PT47H" }));
  expect(await reminders()).toEqual([]);
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "PT1H" }));
  expect(await reminders()).toEqual(["olga@people.test"]);
  await votes(rq, "Olga");
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P3D" }));
  expect(await reminders()).toEqual(["olga@people.test", "ivo@people.test"]);
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P14D" }));
  expect(await desk.state(rq.id)).toBe("pending");
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "P1D" }));
  expect(valueOf(await recordOf(desk.engine, who("Rosa"), "Requisition", rq.id))).toMatchObject({ state: "cancelled", decisionNote: "Nobody decided in time." });
});

test("a deputy is reminded of a record by its name, where they may read it for the represented person", async () => {
  const rq = await ask({ total: "100" });
  const now = desk.engine.rehearsal!.now();
  const inDays = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
  const named = valueOf(await desk.engine.deputies.name(who("Olga"), { deputy: who("Sam").id, from: inDays(0), to: inDays(5) }));
  valueOf(await desk.engine.rehearsal!.moveClock({ forward: "PT48H" }));
  const subjects = (await desk.engine.rehearsal!.mails()).filter((m) => m.to === "sam@people.test").map((m) => m.subject);
  expect(subjects).toContain(`Requisition ${rq.number} waits for your decision`);
  expect(resultOf(await desk.engine.deputies.remove(who("Olga"), named.id))).toBe("done");
});
