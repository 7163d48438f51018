/** Amounts with a currency field, guarded and converted as the checker requires, have the right values. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let small: Small;
beforeAll(async () => {
  small = await openSmall(readFileSync(new URL("../../../../fixtures/abroad.md", import.meta.url), "utf8"));
}, 120_000);
afterAll(() => small.close());

test("a sum takes the amounts of the record's currency, and only other currencies are converted", async () => {
  const clerk = await small.as("clerk");
  const made = async (currency: string): Promise<Readonly<Record<string, unknown>>> => {
    const trip = await small.make(clerk, "Trip", { name: `To ${currency}`, currency, rate: "1.5", advance: "100" });
    await small.make(clerk, "Bill", { trip: trip.id, currency, amount: "30" });
    await small.make(clerk, "Bill", { trip: trip.id, currency: "USD", amount: "7" });
    return valueOf(await recordOf(small.engine, clerk, "Trip", trip.id));
  };
  expect(await made("CHF")).toMatchObject({ spent: "30.00", left: "70.00", cost: "45.00" });
  expect(await made("JPY")).toMatchObject({ spent: "30", left: "70", cost: "45.00" });
  expect(await made("EUR")).toMatchObject({ spent: "30.00", left: "70.00", cost: "30.00" });
});

test("a rule about one currency applies to that currency", async () => {
  const clerk = await small.as("clerk");
  const create = (currency: string) => small.does(clerk, { kind: "create", entity: "Trip", values: { name: "Dear", currency, advance: "900" } });
  expect(resultOf(await create("EUR"))).toBe("invalid: TOO_MUCH at advance");
  expect(resultOf(await create("CHF"))).toBe("done");
});

test("effects set amounts together with their currency", async () => {
  const clerk = await small.as("clerk");
  const before = await small.make(clerk, "Trip", { name: "First", currency: "JPY", advance: "80" });
  const trip = await small.make(clerk, "Trip", { name: "Second", currency: "CHF", advance: "1", before: before.id });
  const act = (action: string, asked: Readonly<Record<string, unknown>> = {}) => small.does(clerk, { kind: "action", entity: "Trip", id: trip.id, action, input: asked });
  expect(valueOf(await act("Go on"))).toMatchObject({ currency: "JPY", advance: "80" });
  expect(valueOf(await act("Top up", { more: "5" }))).toMatchObject({ advance: "85" });
  await small.make(clerk, "Bill", { trip: trip.id, currency: "JPY", amount: "5" });
  await small.make(clerk, "Bill", { trip: trip.id, currency: "USD", amount: "7" });
  valueOf(await act("Settle"));
  const bills = valueOf(await listOf(small.engine, clerk, { entity: "Bill", where: `trip.name = "Second"`, sort: ["currency"] })).items;
  expect(bills.map(({ currency, amount }) => [currency, amount])).toEqual([
    ["JPY", "80"],
    ["USD", "7.00"],
  ]);
});
