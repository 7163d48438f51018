/** A decision table that is not shown: visible as such, and refused where a change, a rule or a permission needs it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { buying } from "../support/not-shown-rate-spec.ts";
import { does, openDesk, remove, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = buying;

const line = text.split("\n").findIndex((l) => l.startsWith('| "CHF"')) + 1;

let desk: Desk;
let rosa: Actor;
beforeAll(async () => {
  desk = await openDesk(text);
  rosa = await desk.as("Requester");
});
afterAll(async () => {
  await desk.close();
  remove(desk);
});

const ask = async (purpose: string, currency: string, amount: string): Promise<VisibleRecord> =>
  valueOf(await does(desk, rosa, { kind: "create", entity: "Requisition", values: { purpose, currency, amount } }))!;
const act = (record: VisibleRecord, action: string): Promise<Outcome<VisibleRecord | null>> =>
  does(desk, rosa, { kind: "action", entity: "Requisition", id: record.id, action, input: {} });
const state = async (record: VisibleRecord): Promise<unknown> => valueOf(await recordOf(desk.engine, rosa, "Requisition", record.id))["state"];
const open = 'rate of Exchange for "CHF"';

test("a draft can be saved, and names its fields that are not shown", async () => {
  const francs = await ask("francs", "CHF", "10");
  expect(francs).toMatchObject({ amount: "10", total: null, small: null, digits: "2", _notShown: { total: open, small: open } });
  const euros = await ask("euros", "EUR", "10");
  expect(euros).toMatchObject({ total: "10.00", small: true });
  expect(euros).not.toHaveProperty("_notShown");
  expect(valueOf(await does(desk, rosa, { kind: "update", entity: "Requisition", id: francs.id, values: { amount: "11" }, ifVersion: "any" }))).toMatchObject({
    amount: "11",
    total: null,
  });
});

test("an action that needs it is refused with its name and line, and leaves nothing behind", async () => {
  const francs = await ask("more francs", "CHF", "10");
  for (const action of ["Submit", "Hurry", "Force"]) {
    const outcome = await act(francs, action);
    expect(resultOf(outcome)).toBe("not shown: not-shown");
    expect(!outcome.ok && outcome.refusal.errors[0]).toMatchObject({ detail: `This needs ${open}, which is not shown.`, line });
    expect(await state(francs)).toBe("draft");
  }
  const euros = await ask("more euros", "EUR", "10");
  expect(resultOf(await act(euros, "Submit"))).toBe("done");
  expect(await state(euros)).toBe("pending");
});

test("rules and automatic transitions of other records still run", async () => {
  await ask("idle francs", "CHF", "10");
  const big = await ask("big", "EUR", "2000");
  expect(resultOf(await act(big, "Force"))).toBe("conflict: TOO_MUCH");
  const middle = await ask("middle", "EUR", "600");
  expect(resultOf(await act(middle, "Force"))).toBe("done");
  expect(await state(middle)).toBe("done");
});

test("it grants nobody a permission", async () => {
  const approver = await desk.as("Approver");
  const seen = valueOf(await listOf(desk.engine, approver, { entity: "Requisition" })).items.map((r) => r["purpose"]);
  expect(seen).toContain("middle");
  expect(seen.filter((purpose) => String(purpose).includes("francs"))).toEqual([]);
});

test("a sum over others is not shown only while it includes such a record", async () => {
  const ledger = valueOf(await does(desk, rosa, { kind: "create", entity: "Ledger", values: { name: "main" } }))!;
  expect(ledger).toMatchObject({ spent: "10.00" });
  expect(ledger).not.toHaveProperty("_notShown");
});

test("the action is listed as not possible", async () => {
  const francs = await ask("last francs", "CHF", "10");
  const actions = valueOf(await desk.engine.actions(rosa, "Requisition", francs.id));
  expect(actions.find((a) => a.name === "Hurry")).toMatchObject({ allowed: false });
});
