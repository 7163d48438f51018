/** Amounts, numbers and templates for people: the database says them as screens show them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertQueries, templateQuery } from "@nonet/database";
import type { Template } from "@nonet/model";
import { formatMoney, formatNumber } from "../../apps/product/src/format/format.ts";
import { type TestDatabase, openTestDatabase, productOf } from "../../targets/database/test/test-database.ts";

const product = productOf(`# Specification: Trips

## 1. What the product does and for whom

- **Currency**: EUR

## 3. Entities and their fields

### Trip

- name: text, required
- currency: currency, required
- fee: money, default 12.5
- advance: money in currency, default 0
- twice: money in currency = \`advance * 2\`
- miles: number

### Stage

- trip: Trip, required
- cost: money = \`trip.fee / 3\`

## 4. States and transitions

### Trip

- Starts as: open
- Ends as: told

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Tell | told | | | send Note |

## 7. The calls it makes

### Note

- Email to: trip@example.org
- Subject: {name}
- Body: {fee} {advance} {twice} {miles}
`);
const format = { language: "English", timeZone: "UTC" };
const ids = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(product);
  for (const query of insertQueries(product, "Trip", { id: ids[0], by: null, values: { name: "Bern", currency: "JPY", fee: "1250.5", advance: "12345", miles: "12345.5" } }))
    await database.run(query);
  for (const query of insertQueries(product, "Trip", { id: ids[1], by: null, values: { name: "Basel", currency: "CHF", fee: "3", advance: "12.5", miles: "2026" } }))
    await database.run(query);
}, 60_000);
afterAll(() => database.close());

const said = async (id: string, template: Template, form: "readable" | "plain"): Promise<string> => {
  const [row] = await database.run<{ texts: { text: string } }>(templateQuery(product, "Trip", id, [{ name: "text", template, form }]));
  return row!.texts.text;
};

test("an amount has its currency and its minor unit, also where another field says the currency", async () => {
  const { does } = product.calls[0]!;
  if (does.kind !== "email") throw new Error("a mail");
  expect(await said(ids[0], does.body, "readable")).toBe("€1,250.50 JP¥12,345 JP¥24,690 12,345.5");
  expect(await said(ids[1], does.body, "readable")).toBe("€3.00 CHF 12.50 CHF 25.00 2026");
  expect(await said(ids[1], does.body, "plain")).toBe("3 12.5 25 2026");
});

test("in every currency as screens say it", async () => {
  const currencies = Intl.supportedValuesOf("currency");
  for (const value of ["0", "-0.004", "7.5", "-1234.567", "1234567.891"]) {
    const { rows } = await database.client.query("select c, nonet.money_words($1::numeric, c) as words, nonet.minor_units(c) as units from unnest($2::text[]) c", [
      value,
      currencies,
    ]);
    // Where the standard of currencies and Unicode's data disagree on the minor unit, amounts are kept by the standard.
    const alike = rows.filter((r) => r.units === new Intl.NumberFormat("en", { style: "currency", currency: r.c }).resolvedOptions().maximumFractionDigits);
    expect(alike.length).toBeGreaterThan(120);
    for (const { c, words } of alike)
      expect(words).toBe(
        formatMoney(value, c, format)
          .replaceAll("\u202f", " ")
          .replace(/^-(?=\D*0(\.0*)?$)/, ""),
      );
  }
});

test("numbers as screens say them", async () => {
  for (const value of ["0", "2026", "-9999.5", "10000", "-1234567.25", "0.123456789"]) {
    const { rows } = await database.client.query("select nonet.number_words($1::numeric) as words", [value]);
    expect(rows[0].words).toBe(formatNumber(value, format));
  }
});
