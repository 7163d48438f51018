/** What the Equipment Desk refuses: with the catalogue's messages, fields and lines, under repeats and version conflicts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { FieldError, Outcome } from "../../src/contract/outcome.ts";
import { act, day, deskText, does, makeItem, openDesk, remove, reserve, type Desk } from "../support/equipment-desk.ts";
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
/** The line of the document that begins so. */
const lineOf = (begin: string): number => deskText.split("\n").findIndex((line) => line.startsWith(begin)) + 1;
const errorsOf = (outcome: Outcome<unknown>): readonly FieldError[] => (outcome.ok ? [] : outcome.refusal.errors);
const tell = (outcome: Outcome<unknown>): unknown[] => errorsOf(outcome).map((e) => [e.code, e.status, e.detail, e.line]);

test("the story costs 37.50 for three days", async () => {
  const [ann, clerk] = [await person("ann"), await desk.as("Clerk")];
  const item = await makeItem(desk, "Camera", { deposit: "100" });
  const loan = valueOf(await reserve(desk, ann, item, 0, 2))!;
  expect(loan).toMatchObject({ days: 3, fee: "37.50", deposit: "100.00", state: "requested" });
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  const back = valueOf(await act(desk, clerk, loan.id, "Return", { condition: "good" }))!;
  expect(back).toMatchObject({ state: "returned", fee: "37.50", condition: "good" });
  expect(valueOf(await recordOf(desk.engine, ann, "Item", item.id)).available).toBe(true);
  await desk.engine.rehearsal!.settle();
  const call = (await desk.engine.rehearsal!.calls()).find((c) => (c.body as { reference: string }).reference === loan.number)!;
  expect(call.status).toBe("not shown");
  expect(call.body).toMatchObject({ amount: expect.anything(), currency: "EUR", email: "ann@example.org" });
  expect(Number((call.body as { amount: unknown }).amount)).toBe(37.5);
});

test("each rule refuses by itself, with its message and line", async () => {
  const [ben, manager] = [await person("ben"), await desk.as("Manager")];
  const item = await makeItem(desk, "Tent");
  const reversed = await reserve(desk, ben, item, 5, 3);
  expect(tell(reversed)).toEqual([["DATES_REVERSED", 422, expect.stringMatching(/^The end date .+ is before the start date .+\.$/), lineOf("| Dates in order")]]);
  expect(resultOf(reversed)).toMatch(/^invalid/);
  expect(tell(await reserve(desk, ben, item, -2, 1))).toEqual([["STARTS_IN_PAST", 422, "A loan can't start in the past.", lineOf("| Not in the past")]]);
  expect(tell(await reserve(desk, ben, item, 1, 15))).toEqual([["TOO_LONG", 422, "15 days is too long: 14 is the most.", lineOf("| Not too long")]]);
  valueOf(await reserve(desk, ben, item, 1, 14));
  expect(tell(await reserve(desk, ben, item, 14, 15))).toEqual([["ITEM_TAKEN", 409, "Tent is already taken in those days.", lineOf("| One borrower")]]);
  valueOf(await reserve(desk, ben, item, 15, 15));
  const old = await makeItem(desk, "Typewriter", { retired: true });
  const retired = await reserve(desk, ben, old, 1, 2);
  expect(tell(retired)).toEqual([["ITEM_RETIRED", 409, "Typewriter is no longer lent.", lineOf("| Item is lent")]]);
  expect(resultOf(retired)).toMatch(/^conflict/);
  valueOf(await reserve(desk, ben, await makeItem(desk, "Rope"), 1, 1));
  expect(tell(await reserve(desk, ben, await makeItem(desk, "Hook"), 1, 1))).toEqual([["TOO_MANY_LOANS", 409, "You have 3 open loans already.", lineOf("| Fair share")]]);
  expect(valueOf(await listOf(desk.engine, manager, { entity: "Loan", equals: { item: old.id }, count: true })).count).toBe(0);
});

test("an extension is checked like a reservation", async () => {
  const [cat, dan, clerk] = [await person("cat"), await person("dan"), await desk.as("Clerk")];
  const item = await makeItem(desk, "Projector");
  const loan = valueOf(await reserve(desk, cat, item, 0, 1))!;
  valueOf(await reserve(desk, dan, item, 3, 4));
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  expect(resultOf(await act(desk, cat, loan.id, "Extend", { newEndDate: day(desk, 3) }))).toMatch(/^conflict: ITEM_TAKEN/);
  expect(resultOf(await act(desk, cat, loan.id, "Extend", {}))).toMatch(/^invalid: required at newEndDate/);
  expect(resultOf(await act(desk, dan, loan.id, "Extend", { newEndDate: day(desk, 2) }))).toMatch(/^not found/);
  expect(valueOf(await act(desk, cat, loan.id, "Extend", { newEndDate: day(desk, 2) }))).toMatchObject({ state: "out", endDate: day(desk, 2), days: 3, fee: "37.50" });
});

test("required when, set once, read-only, computed and unknown fields are refused at the field", async () => {
  const [eli, clerk, manager] = [await person("eli"), await desk.as("Clerk"), await desk.as("Manager")];
  const item = await makeItem(desk, "Scope");
  const loan = valueOf(await reserve(desk, eli, item, 0, 0))!;
  const update = (actor: Actor, values: Record<string, unknown>): Promise<Outcome<unknown>> =>
    does(desk, actor, { kind: "update", entity: "Loan", id: loan.id, values, ifVersion: "any" });
  const damaged = await update(clerk, { condition: "damaged" });
  expect(errorsOf(damaged)).toEqual([expect.objectContaining({ code: "required", field: "damageNotes", line: lineOf("- damage notes") })]);
  valueOf((await update(clerk, { condition: "damaged", damageNotes: "cracked" })) as Outcome<unknown>);
  expect(resultOf(await update(clerk, { damageNotes: "" }))).toMatch(/^invalid: required at damageNotes/);
  const manager2 = { id: (manager as Extract<Actor, { kind: "person" }>).id };
  expect(errorsOf(await update(manager, { borrower: manager2 }))).toEqual([expect.objectContaining({ code: "read-only", field: "borrower", line: lineOf("- borrower:") })]);
  expect(resultOf(await update(manager, { borrower: { id: (eli as Extract<Actor, { kind: "person" }>).id } }))).toBe("done");
  expect(resultOf(await update(manager, { charge: "ch_9" }))).toMatch(/^invalid: read-only at charge/);
  expect(resultOf(await update(manager, { fee: "1.00" }))).toMatch(/read-only at fee/);
  expect(resultOf(await update(manager, { number: "LN-1" }))).toMatch(/at number$/);
  expect(resultOf(await update(manager, { state: "returned" }))).toMatch(/at state/);
  const unknown = await update(manager, { purpos: "x" });
  expect(resultOf(unknown)).toBe("malformed: unknown-field at purpos");
  expect(errorsOf(unknown)[0]!.detail).toContain('Did you mean "purpose"?');
  expect(resultOf(await does(desk, manager, { kind: "create", entity: "Item", values: { name: "x".repeat(121), category: { name: "Tools" } } }))).toMatch(
    /^invalid: invalid-value at name/,
  );
  expect(resultOf(await does(desk, manager, { kind: "create", entity: "Item", values: { name: "x", category: { name: "Tools" }, dailyFee: "-1" } }))).toMatch(
    /^invalid: invalid-value at dailyFee/,
  );
  expect(resultOf(await does(desk, manager, { kind: "create", entity: "Item", values: { name: "x", category: { name: "Boats" } } }))).toMatch(/at category/);
  expect(resultOf(await does(desk, manager, { kind: "create", entity: "Category", values: { name: "Tools" } }))).toMatch(/^conflict: not-unique at name/);
  expect(resultOf(await does(desk, manager, { kind: "create", entity: "Boat", values: {} }))).toMatch(/^not found/);
  const refused = await does(desk, manager, { kind: "delete", entity: "Item", id: item.id, ifVersion: "any" });
  expect(errorsOf(refused)[0]!.detail).toBe("An Item can't be deleted while count(loans) > 0.");
  expect(errorsOf(await does(desk, eli, { kind: "create", entity: "Item", values: {} }))[0]!.detail).toBe("You may not create an Item.");
});

test("of two changes to one version the second is refused", async () => {
  const manager = await desk.as("Manager");
  const item = await makeItem(desk, "Ladder");
  const rename = (name: string, ifVersion: number): Promise<Outcome<unknown>> => does(desk, manager, { kind: "update", entity: "Item", id: item.id, values: { name }, ifVersion });
  const both = await Promise.all([rename("Left", item.version), rename("Right", item.version)]);
  expect(both.map(resultOf).sort()).toEqual(["changed meanwhile: changed-meanwhile", "done"]);
  const now = valueOf(await recordOf(desk.engine, manager, "Item", item.id));
  expect(now.version).toBe(item.version + 1);
  expect(["Left", "Right"]).toContain(now.name);
  expect(resultOf(await does(desk, manager, { kind: "delete", entity: "Item", id: item.id, ifVersion: item.version }))).toMatch(/^changed meanwhile/);
  expect(resultOf(await does(desk, manager, { kind: "delete", entity: "Item", id: item.id, ifVersion: now.version }))).toBe("done");
  expect(resultOf(await recordOf(desk.engine, manager, "Item", item.id))).toMatch(/^not found/);
});

test("an idempotency key repeats the answer of an action, and belongs to one person", async () => {
  const [fay, clerk, manager] = [await person("fay"), await desk.as("Clerk"), await desk.as("Manager")];
  const loan = valueOf(await reserve(desk, fay, await makeItem(desk, "Whisk"), 1, 1))!;
  const approve = { kind: "action", entity: "Loan", id: loan.id, action: "Approve", input: {} } as const;
  expect(resultOf(await does(desk, clerk, approve, { idempotencyKey: "k" }))).toBe("done");
  expect(resultOf(await does(desk, clerk, approve, { idempotencyKey: "k" }))).toBe("done");
  expect(resultOf(await does(desk, clerk, { ...approve, action: "Reject" }, { idempotencyKey: "k" }))).toMatch(/^conflict: idempotency-key-reused/);
  expect(resultOf(await does(desk, manager, approve, { idempotencyKey: "k" }))).toMatch(/^conflict: wrong-state/);
  expect(resultOf(await does(desk, clerk, approve))).toMatch(/^conflict: wrong-state/);
  await desk.engine.rehearsal!.settle();
  expect((await desk.engine.rehearsal!.mails()).filter((m) => m.to === "fay@example.org")).toHaveLength(1);
});
