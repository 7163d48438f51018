/** What each role may see: in lists, records, histories, conditions, sorting, counts and searches. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { act, deskText, does, makeItem, openDesk, remove, reserve, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let desk: Desk;
let gus: Actor, hana: Actor, clerk: Actor, manager: Actor;
let loan: VisibleRecord, other: VisibleRecord;

beforeAll(async () => {
  desk = await openDesk();
  const person = async (name: string): Promise<Actor> => valueOf(await desk.engine.people.register({ email: `${name}@example.org`, name, password: "a long password" })).actor;
  [gus, hana, clerk, manager] = [await person("gus"), await person("hana"), await desk.as("Clerk"), await desk.as("Manager")];
  loan = valueOf(await reserve(desk, gus, await makeItem(desk, "Camera"), 0, 1))!;
  other = valueOf(await reserve(desk, hana, await makeItem(desk, "Lamp"), 0, 1))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  valueOf(await act(desk, clerk, loan.id, "Return", { condition: "damaged", damageNotes: "a scratch on the lens" }));
});
afterAll(async () => {
  await desk?.close();
  if (desk) remove(desk);
});

test("a borrower sees their own loans and notes, never another's", async () => {
  expect(valueOf(await recordOf(desk.engine, gus, "Loan", loan.id)).damageNotes).toBe("a scratch on the lens");
  expect(resultOf(await recordOf(desk.engine, hana, "Loan", loan.id))).toMatch(/^not found/);
  expect(resultOf(await recordOf(desk.engine, hana, "Loan", loan.number as string))).toMatch(/^not found/);
  expect(resultOf(await desk.engine.history(hana, "Loan", loan.id))).toMatch(/^not found/);
  expect(resultOf(await desk.engine.actions(hana, "Loan", loan.id))).toMatch(/^not found/);
  expect(resultOf(await does(desk, hana, { kind: "update", entity: "Loan", id: loan.id, values: { purpose: "mine" }, ifVersion: "any" }))).toMatch(/^not found/);
  expect(resultOf(await does(desk, hana, { kind: "delete", entity: "Loan", id: loan.id, ifVersion: "any" }))).toMatch(/^not found/);
  const page = valueOf(await listOf(desk.engine, hana, { entity: "Loan", count: true }));
  expect([page.items.map((l) => l.id), page.count]).toEqual([[other.id], 1]);
  expect(resultOf(await does(desk, gus, { kind: "delete", entity: "Loan", id: loan.id, ifVersion: "any" }))).toMatch(/^not permitted/);
});

test("conditions, counts, sorting and searches disclose nothing unreadable", async () => {
  const found = async (actor: Actor, where: string): Promise<unknown> => valueOf(await listOf(desk.engine, actor, { entity: "Loan", where, count: true })).count;
  expect(await found(clerk, 'contains(damage notes, "scratch")')).toBe(1);
  expect(await found(gus, 'contains(damage notes, "scratch")')).toBe(1);
  expect(await found(hana, 'contains(damage notes, "scratch")')).toBe(0);
  // What another's notes say doesn't show through a path or a count over all loans either.
  expect(await found(hana, 'count(Loan[contains(damage notes, "scratch")]) > 0')).toBe(0);
  expect(await found(hana, "count(item.loans) = 1")).toBe(1);
  const items = async (actor: Actor, where: string): Promise<unknown> => valueOf(await listOf(desk.engine, actor, { entity: "Item", where, count: true })).count;
  expect(await items(hana, "count(loans) > 0")).toBe(1);
  expect(await items(clerk, "count(loans) > 0")).toBe(2);
  expect(valueOf(await listOf(desk.engine, hana, { entity: "Loan", search: "scratch" })).items).toEqual([]);
  expect(valueOf(await listOf(desk.engine, hana, { entity: "Loan", sort: ["-damageNotes"], fields: ["number", "damageNotes"] })).items).toHaveLength(1);
  for (const request of [
    { where: 'email = "gus@example.org"' },
    { equals: { email: "gus@example.org" } },
    { where: 'starts with(email, "g")' },
    { search: "gus@example" },
    { where: 'department = "Film"' },
  ])
    expect(valueOf(await listOf(desk.engine, hana, { entity: "User", ...request, count: true })).count).toBe(0);
  // Every person reads their own row whole (default 22), and of the others no address: not in values, not in a cursor.
  const emails: unknown[] = [];
  for (let after: string | undefined; ;) {
    const page = valueOf(await listOf(desk.engine, hana, { entity: "User", sort: ["email"], limit: 1, fields: ["email"], ...(after ? { after } : {}) }));
    emails.push(...page.items.map((u) => u.email).filter((e) => e !== undefined && e !== null));
    if (page.next === null) break;
    expect(Buffer.from(page.next, "base64url").toString()).not.toMatch(/gus|clerk|manager|owner/);
    after = page.next;
  }
  expect(emails).toEqual(["hana@example.org"]);
  expect(resultOf(await listOf(desk.engine, clerk, { entity: "Loan", where: "number +" }))).toMatch(/^malformed: .* at where/);
});

test("the clerk may read a person's email, the borrower only names", async () => {
  const id = (gus as Extract<Actor, { kind: "person" }>).id;
  const seen = valueOf(await recordOf(desk.engine, hana, "User", id));
  expect([seen.name, "email" in seen, "department" in seen]).toEqual(["gus", false, false]);
  expect(valueOf(await recordOf(desk.engine, clerk, "User", id)).email).toBe("gus@example.org");
  expect(resultOf(await does(desk, clerk, { kind: "update", entity: "User", id, values: { department: "Film" }, ifVersion: "any" }))).toMatch(/^not permitted/);
  expect(valueOf(await does(desk, manager, { kind: "update", entity: "User", id, values: { department: "Film" }, ifVersion: "any" }))!.department).toBe("Film");
  const history = valueOf(await desk.engine.history(hana, "User", id));
  expect(history.flatMap((h) => h.changes.map((c) => c.field)).filter((f) => f === "department" || f === "email")).toEqual([]);
});

test("only the manager may read the history and the report", async () => {
  // Point 6 grants history to whoever has "all"; reading a loan alone doesn't.
  for (const actor of [gus, clerk]) expect(valueOf(await desk.engine.history(actor, "Loan", loan.id))).toEqual([]);
  const changes = valueOf(await desk.engine.history(manager, "Loan", loan.id)).flatMap((h) => h.changes);
  expect(changes).toContainEqual({ field: "damageNotes", before: null, after: "a scratch on the lens" });
  expect(resultOf(await desk.engine.screenData(gus, "Revenue"))).toMatch(/^not found/);
  expect(resultOf(await desk.engine.screenData(clerk, "Revenue"))).toMatch(/^not found/);
  const report = valueOf(await desk.engine.screenData(manager, "Revenue"));
  expect(report.kind === "report" ? report.rows.map((r) => r.values.map(Number)) : null).toEqual([[2, 50]]);
  expect(resultOf(await listOf(desk.engine, gus, { entity: "Loan", screen: "Loans" }))).toMatch(/^malformed/);
  expect(valueOf(await listOf(desk.engine, gus, { entity: "Loan", screen: "My loans" })).items.map((l) => l.id)).toEqual([loan.id]);
});

test("anyone sees nothing", async () => {
  const anyone = { kind: "anyone" } as const;
  for (const entity of ["Item", "Category", "Loan", "User"]) expect(resultOf(await listOf(desk.engine, anyone, { entity }))).toMatch(/^not signed in/);
  expect(resultOf(await recordOf(desk.engine, anyone, "Loan", loan.id))).toMatch(/^not signed in/);
  expect(resultOf(await desk.engine.history(anyone, "Loan", loan.id))).toMatch(/^not signed in/);
  expect(resultOf(await desk.engine.actions(anyone, "Loan", loan.id))).toMatch(/^not signed in/);
  expect(resultOf(await act(desk, anyone, loan.id, "Approve"))).toMatch(/^not signed in/);
  expect(resultOf(await desk.engine.screenData(anyone, "Home"))).not.toBe("done");
  expect(["Item", "Loan", "User"].map((e) => desk.engine.mayCreate(anyone, e))).toEqual([false, false, false]);
  expect([desk.engine.mayCreate(gus, "Loan"), desk.engine.mayCreate(gus, "Item"), desk.engine.mayCreate(manager, "Item")]).toEqual([true, false, true]);
});

test("a granted history is restricted to the fields that its reader may read", async () => {
  const text = deskText
    .replace("| create, read own, update own while requested |", "| create, read own, update own while requested, history own |")
    .replace("| Loan: damage notes | – | read own |", "| Loan: damage notes | – | – |");
  const strict = await openDesk(text);
  try {
    const [borrower, boss] = [await strict.as("Borrower"), await strict.as("Manager")];
    const mine = valueOf(await reserve(strict, borrower, await makeItem(strict, "Camera"), 0, 1))!;
    valueOf(await does(strict, boss, { kind: "update", entity: "Loan", id: mine.id, values: { damageNotes: "a scratch", purpose: "a film" }, ifVersion: "any" }));
    expect("damageNotes" in valueOf(await recordOf(strict.engine, borrower, "Loan", mine.id))).toBe(false);
    const fields = valueOf(await strict.engine.history(borrower, "Loan", mine.id)).flatMap((h) => h.changes.map((c) => c.field));
    expect(fields).toContain("purpose");
    expect(fields).not.toContain("damageNotes");
    for (const request of [
      { where: 'contains(damage notes, "scratch")' },
      { sort: ["damageNotes"] },
      { equals: { damageNotes: "a scratch" } },
      { fields: ["damageNotes"] },
      { where: 'count(Loan[damage notes = "a scratch"]) > 0' },
    ])
      expect(resultOf(await listOf(strict.engine, borrower, { entity: "Loan", ...request }))).toMatch(/^malformed/);
    expect(resultOf(await does(strict, borrower, { kind: "update", entity: "Loan", id: mine.id, values: { damageNotes: "none" }, ifVersion: "any" }))).toMatch(
      /^not permitted: .* at damageNotes/,
    );
  } finally {
    await strict.close();
    remove(strict);
  }
});
