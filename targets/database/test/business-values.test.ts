/** Point 9 in SQL: functions, decision tables, values over time, calendars, and what is not shown. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile as run, Decimal, type Environment, NOT_SHOWN, readDate, readDateTime, toJson, type Value, withNames } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { dueQuery } from "../src/time/due-queries.ts";
import { listQuery } from "../src/reads/list-queries.ts";
import { mayRead } from "../src/visibility/permission-queries.ts";
import { recordQuery } from "../src/reads/record-query.ts";
import { system } from "../src/system/system-queries.ts";
import { unsupportedIn } from "../src/expressions/supported.ts";
import { valuesQuery } from "../src/reads/value-queries.ts";
import { openTestDatabase, person, productOf, store, type TestDatabase } from "./test-database.ts";

const head = `# Shop

## 1. What the product does and for whom

It sells.

- Name: Shop
- Time zone: Europe/Berlin
- Currency: EUR

- **Clerk** — sells

## 2. Screens and routes

none
`;

/** A product whose entity Probe has the given computed fields over the given point 9. */
const shop = (fields: string, nine: string, more = ""): Product =>
  productOf(`${head}
## 3. Entities and their fields

### Probe

- name: text, required, unique
- day: date
- at: date and time
- until: date and time
- size: number
- kind: one of (big, small, odd)
- paid: money
${fields}

### Closed day

- date: date, required
${more}

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Probe | all |
| Closed day | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

${nine}
`);

describe("point 9", () => {
  const product = shop(
    `- net: number = \`net price(size, 25 %)\`
- fee: number = \`fee(size, kind)\`
- rate: number = \`exchange(name).rate\`
- digits: number = \`exchange(name).decimals\`
- double: number = \`twice rate(name)\`
- vat: percent = \`vat rate\`
- vat then: percent = \`vat rate at (day)\`
- most: number = \`week most\`
- gifts: list of text = \`gifts(size)\`
- total gifts: number = \`points(size)\`
- days: integer = \`working days(day, date("2026-05-04"))\`
- worked: duration = \`working time(at, until)\`
- night: duration = \`working time(at, until, Late)\`
- next: date = \`next working day(day)\`
- old fee: number = \`dated fee(size)\`
- sum: number = \`if size > 0 then exchange(name).rate * size else 0\`
- label: text = \`if sum > 10 then "much" else "little"\``,
    `| Name | Value | Meaning |
|---|---|---|
| vat rate | 19 %; 20 % from 2027-01-01 | |
| daily most | 3 | |
| week most | \`7 * daily most\` | |
| net price(gross: number, rate: percent) | gross / (1 + rate) | |
| patience | 2 working days | |
| rounding | half even | |

- twice rate(currency: text) = 2 * exchange(currency).rate

Working time: Monday to Friday, 09:00 to 17:00
Holidays: every Closed day by date

### Holidays

| Date | Name |
|---|---|
| 2026-05-01 | May Day |

### Calendar Late

- Working time: every day, 01:00 to 05:00

### Fee

| size | kind | → fee |
|---|---|---|
| < 5 | - | 1 |
| [5..10) | "big", "small" | \`size * 2\` |
| [5..10) | not("big", "small") | 7 |
| >= 10 | - | 20 |

### Dated fee

| size | → fee |
|---|---|
| < 5; < 8 from 2027-01-01 | 1; 2 from 2026-06-01 |
| - | 9 |

### Exchange

| currency | → rate | → decimals |
|---|---|---|
| "EUR" | 1 | 2 |
| "CHF" | not shown | 2 |
| - | 3 | 0 |

### Gifts

Hit policy: collect

| size | → gift |
|---|---|
| > 1 | "pen" |
| > 3 | "book" |

### Points

Hit policy: collect sum

| size | → points |
|---|---|
| > 1 | 5 |
| > 3 | 50 |
`,
    `
## 4. States and transitions

### Probe

- Starts as: new
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | (after patience past day) | done | | | |
`,
  );
  let database: TestDatabase;
  const field = async (key: string, values: Record<string, unknown>): Promise<unknown> => {
    const id = await store(database, product, "Probe", { state: "new", ...values });
    return (await database.run<{ record: Record<string, unknown> }>(recordQuery(product, { kind: "system" }, "Probe", id)))[0]!.record[key];
  };
  const fields = async (keys: readonly string[], values: Record<string, unknown>): Promise<unknown[]> => {
    const id = await store(database, product, "Probe", { state: "new", ...values });
    const { record } = (await database.run<{ record: Record<string, unknown> }>(recordQuery(product, { kind: "system" }, "Probe", id)))[0]!;
    return keys.map((key) => record[key]);
  };

  beforeAll(async () => {
    database = await openTestDatabase(product);
    await database.run(system.setClock("2026-05-15T10:00:00Z"));
  });
  afterAll(() => database.close());

  it("can all be compiled", () => expect(unsupportedIn(product).map((u) => u.why)).toEqual([]));
  it("computes functions over their arguments", async () => expect(await field("net", { name: "n1", size: "10" })).toBe("8"));
  it("a decision table returns the first matching row", async () => {
    expect(
      await Promise.all(
        [
          ["4", "odd"],
          ["6", "small"],
          ["6", "odd"],
          ["10", null],
          [null, "big"],
        ].map(([size, kind], i) => field("fee", { name: `f${i}`, size, kind })),
      ),
    ).toEqual(["1", "12", "7", "20", null]);
  });
  it("returns one of several results although another one isn't shown", async () => {
    expect(await fields(["rate", "digits", "double", "_notShown"], { name: "EUR" })).toEqual(["1", "2", "2", undefined]);
    const open = { rate: 'rate of Exchange for "CHF"', double: 'rate of Exchange for "CHF"' };
    expect(await fields(["rate", "digits", "double", "_notShown"], { name: "CHF" })).toEqual([null, "2", null, open]);
    expect(await fields(["sum", "label", "_notShown"], { name: "CHF ", size: "5" })).toEqual(["15", "much", undefined]);
  });
  it("marks the fields that depend on something not shown, also through other fields", async () => {
    const id = (await database.run<{ id: string }>({ text: `select id from app.probe where name = 'CHF'`, values: [] }))[0]!.id;
    const of = async (size: string): Promise<unknown> => {
      await database.run({ text: `update app.probe set size = $2::numeric where id = $1::uuid`, values: [id, size] });
      const { record } = (await database.run<{ record: Record<string, unknown> }>(recordQuery(product, { kind: "system" }, "Probe", id)))[0]!;
      return [record["sum"], record["label"], Object.keys((record["_notShown"] ?? {}) as object).sort()];
    };
    expect(await of("5")).toEqual([null, null, ["double", "label", "rate", "sum"]]);
    expect(await of("0")).toEqual(["0", "little", ["double", "rate"]]);
  });
  it("marks them per record in a list, and only where the reader may see the field", async () => {
    const clerk = await person(database, product, "Carla", "Clerk");
    const rows = await database.run<{ record: Record<string, unknown> }>(listQuery(product, clerk, { entity: "Probe", limit: 50, fields: ["name", "rate"] }));
    const open = rows.filter((r) => r.record["_notShown"] !== undefined).map((r) => [r.record["name"], r.record["_notShown"]]);
    expect(open).toEqual([["CHF", { rate: 'rate of Exchange for "CHF"' }]]);
    expect(mayRead(product, clerk, "Probe", "rate")).not.toBe("never");
  });
  it("refuses only a change that needs it, with an SQLSTATE of its own", async () => {
    const sum = product.entities.find((e) => e.name === "Probe")!.fields.find((f) => f.name === "rate")!.computed!;
    const ids = await database.run<{ id: string; name: string }>({ text: `select id, name from app.probe where name in ('CHF', 'EUR')`, values: [] });
    const inChange = async (name: string): Promise<string> => {
      await database.client.query(system.begin.text);
      const query = valuesQuery(product, "Probe", ids.find((r) => r.name === name)!.id, [{ name: "value", expression: sum }]);
      const said = await database.client.query(query.text, [...query.values]).then(
        (r) => String(r.rows[0].values.value),
        (e: { code: string; message: string }) => `${e.code} ${e.message}`,
      );
      await database.client.query("rollback");
      return said;
    };
    expect(await inChange("CHF")).toBe('NN501 rate of Exchange for "CHF"');
    expect(await inChange("EUR")).toBe("1");
  });
  it("returns a constant's value now and at a date", async () => {
    expect(await fields(["vat", "vatThen"], { name: "v1", day: "2027-01-01" })).toEqual(["0.19", "0.2"]);
    expect(await field("vatThen", { name: "v2", day: "2026-12-31" })).toBe("0.19");
  });
  it("changes the cells of a decision table by date", async () => {
    const at = async (now: string): Promise<unknown[]> => {
      await database.run(system.setClock(now));
      return Promise.all(["3", "6"].map((size) => field("oldFee", { name: `o${now}${size}`, size })));
    };
    expect([await at("2026-05-31T21:00:00Z"), await at("2026-05-31T22:00:00Z"), await at("2026-12-31T23:00:00Z")]).toEqual([
      ["1", "9"],
      ["2", "9"],
      ["2", "2"],
    ]);
    await database.run(system.setClock("2026-05-15T10:00:00Z"));
  });
  it("computes constants from constants", async () => expect(await field("most", { name: "m" })).toBe("21"));
  it("collects the matching rows", async () => expect(await fields(["gifts", "totalGifts"], { name: "g", size: "4" })).toEqual([["pen", "book"], "55"]));
  it("rounds money as point 9 says", async () =>
    expect(await Promise.all(["0.125", "0.135", "-0.125"].map((paid, i) => field("paid", { name: `p${i}`, paid })))).toEqual(["0.12", "0.14", "-0.12"]));

  it("counts working days after the first day, including the last", async () => {
    // 1 May 2026 is a Friday and a holiday.
    const from = ["2026-04-29", "2026-04-30", "2026-05-01", "2026-05-03", "2026-05-04", "2026-05-05", "2026-05-06"];
    expect(await Promise.all(from.map((day, i) => field("days", { name: `d${i}`, day })))).toEqual([2, 1, 1, 1, 0, -1, -2]);
  });
  it("skips holidays that are records when it finds the next working day", async () => {
    await store(database, product, "Closed day", { date: "2026-05-04" });
    expect(await Promise.all(["2026-04-29", "2026-04-30", "2026-05-06"].map((day, i) => field("next", { name: `x${i}`, day })))).toEqual([
      "2026-04-30",
      "2026-05-05",
      "2026-05-07",
    ]);
    expect(await field("days", { name: "d-closed", day: "2026-04-29" })).toBe(1);
    await database.run({ text: "delete from app.closed_day", values: [] });
  });
  it("adds up working time across evenings, weekends and daylight saving", async () => {
    const worked = (key: string, at: string, until: string): Promise<unknown> => field(key, { name: `${key}${at}${until}`, at, until });
    expect(await worked("worked", "2026-05-07T14:00:00Z", "2026-05-08T08:00:00Z")).toBe("PT2H");
    expect(await worked("worked", "2026-03-27T15:00:00Z", "2026-03-30T08:00:00Z")).toBe("PT2H");
    expect(await worked("worked", "2026-10-23T14:00:00Z", "2026-10-26T09:00:00Z")).toBe("PT2H");
    expect(await worked("worked", "2026-05-08T08:00:00Z", "2026-05-07T14:00:00Z")).toBe("-PT2H");
    expect(await worked("night", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")).toBe("PT3H");
    expect(await worked("night", "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z")).toBe("PT5H");
    expect(await worked("night", "2026-10-26T12:00:00Z", "2026-10-27T12:00:00Z")).toBe("PT4H");
  });
  it("agrees with the evaluator of @nonet/feel", async () => {
    const probe = product.entities.find((e) => e.name === "Probe")!;
    const samples: Record<string, unknown>[] = ["EUR", "CHF", "USD"].flatMap((name, i) =>
      [[null, "1", "6", "12"][i]!, "7"].map((size, j) => ({
        name: `${name}${" ".repeat(j)}`,
        size,
        kind: j ? "small" : "odd",
        day: ["2026-04-29", "2027-02-01"][j],
        at: "2026-03-27T15:00:00Z",
        until: ["2026-03-30T08:00:00Z", "2026-10-26T09:00:00Z"][j],
      })),
    );
    const now = Date.parse("2026-05-15T10:00:00Z");
    const seen = (value: Value): unknown => (value === NOT_SHOWN ? "not shown" : Array.isArray(value) ? value.map(seen) : value === null ? null : String(toJson(value as never)));
    for (const sample of samples) {
      const id = await store(database, product, "Probe", { state: "new", ...sample, name: `${String(sample["name"])}#` });
      await database.run({
        text: "update app.probe set name = rtrim(name, '#') where id = $1::uuid and not exists (select 1 from app.probe p where p.name = rtrim(app.probe.name, '#'))",
        values: [id],
      });
      const { record } = (await database.run<{ record: Record<string, unknown> }>(recordQuery(product, { kind: "system" }, "Probe", id)))[0]!;
      const open = (record["_notShown"] ?? {}) as Record<string, unknown>;
      const calendars = product.calendars.map((c) => ({
        ...c,
        holidays: new Set(c.holidays.flatMap((h) => (h.kind === "dates" ? h.dates.map((d) => Date.parse(d.date) / 86_400_000) : []))),
      }));
      const stored: Record<string, Value> = {
        name: String(record["name"]),
        size: record["size"] === null ? null : new Decimal(String(record["size"])),
        kind: String(record["kind"]),
        day: readDate(String(record["day"])),
        at: readDateTime(String(record["at"])),
        until: readDateTime(String(record["until"])),
      };
      const environment: Environment = withNames(
        { ...product, calendars },
        {
          variable: (name) => (name === "this" ? { record: "Probe", id } : null),
          global: () => null,
          field: (_, name) => {
            const computed = probe.fields.find((f) => f.name === name)?.computed;
            return computed ? run(computed)(environment) : (stored[name] ?? null);
          },
          now,
          zone: "Europe/Berlin",
        },
      );
      const outside = Object.fromEntries(probe.fields.filter((f) => f.computed).map((f) => [f.key, seen(run(f.computed!)(environment))]));
      const inside = Object.fromEntries(
        probe.fields
          .filter((f) => f.computed)
          .map((f) => [f.key, f.key in open ? "not shown" : Array.isArray(record[f.key]) ? record[f.key] : record[f.key] === null ? null : String(record[f.key])]),
      );
      expect({ sample, ...outside }).toEqual({ sample, ...inside });
    }
  });
  it("a timer can wait for working days", async () => {
    await store(database, product, "Probe", { name: "waits", state: "new", day: "2026-04-30" });
    const { transitions } = product.machines[0]!;
    const due = (await database.run<{ id: string; due_at: string }>(dueQuery(product, "Probe", transitions[0]!))).map((r) => r.due_at);
    // Two working days past Thursday 30 April: Tuesday 5 May, at midnight in Berlin.
    expect(due).toContain("2026-05-04T22:00:00Z");
  });
});
