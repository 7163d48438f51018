/** A `where` condition is typed as the same expression is in a document. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

let small: Small;
let clerk: Actor;

beforeAll(async () => {
  const entities = `### Bill

- name: text, required
- amount: money
- share: percent
- mail: email
- currency: one of (EUR, USD), default EUR
- paid: money in currency`;
  small = await openSmall(clerkSpec({ about: ["**Currency**: EUR"], grants: ["Bill"], entities }));
  clerk = await small.as("Clerk");
  await small.make(clerk, "Bill", { name: "first", amount: "4.00", mail: "Ada@Example.org", currency: "EUR", paid: "9.00" });
  const second = await small.make(clerk, "Bill", { name: "second", amount: "6.00" });
  await small.does(clerk, { kind: "update", entity: "Bill", id: second.id, values: { share: "20" }, ifVersion: "any" });
}, 120_000);
afterAll(() => small.close());

const found = async (where: string): Promise<unknown> => valueOf(await listOf(small.engine, clerk, { entity: "Bill", where, sort: ["name"] })).items.map((i) => i.name);
const refused = async (where: string): Promise<unknown> => {
  const outcome = await small.engine.list(clerk, { entity: "Bill", where });
  return outcome.ok ? "accepted" : outcome.refusal.errors.map((e) => `${e.code} ${e.field}: ${e.detail}`).join("\n");
};

test("`created by` and `version` are fields of every record", async () => {
  expect(await found("created by = me")).toEqual(["first", "second"]);
  expect(await found("version > 1")).toEqual(["second"]);
});

test("an amount is compared with amounts of its own currency and with plain numbers", async () => {
  expect(await found("amount > 5 EUR")).toEqual(["second"]);
  expect(await found("amount > 5")).toEqual(["second"]);
  expect(await refused("amount > 5 USD")).toMatch(/^invalid-condition where: .*EUR.*USD/);
});

test("an amount whose currency is a field is compared where the condition says the currency", async () => {
  expect(await found('currency = "EUR" and paid > 5 EUR')).toEqual(["first"]);
  expect(await refused("paid > 5 EUR")).toMatch(/^invalid-condition where: .*currency/);
});

test("email addresses are equal in any letter case", async () => {
  expect(await found('mail = "ada@example.org"')).toEqual(["first"]);
});

test("the same text returns the right rows to each reader every time", async () => {
  const owner = await small.owner();
  for (let n = 0; n < 3; n++) {
    expect(await found("created by = me")).toEqual(["first", "second"]);
    expect(await small.engine.list(owner, { entity: "Bill", where: "created by = me" })).toMatchObject({ ok: true, value: { records: [] } });
  }
});
