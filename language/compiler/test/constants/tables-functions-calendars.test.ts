/** Point 9's functions, decision tables, values over time and calendars: text in; model, dependents and diagnostics out. */
import { describe, expect, test } from "vitest";
import { lineMap } from "@nonet/source";
import { compiled } from "../desk.ts";

const base = (nine: string, fields = "", more = ""): string => `# Shop

## 1. What the product does and for whom

- Name: Shop
- Time zone: Europe/Berlin
- Currency: EUR

## 2. Screens and routes

none

## 3. Entities and their fields

### Order

- name: text, required
- total: number, required
- kind: one of (big, small), required
- day: date, required
${fields}

### Closed day

- date: date, required

## 4. States and transitions

${more || "none"}

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk** — sells

| Entity | Clerk |
|---|---|
| Order | all |
| Closed day | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

${nine}
`;

/** `severity code at "the words"` of what is said, what point 1 and 6 say of audiences left out. */
function saidOf(text: string): string[] {
  return compiled(text)
    .diagnostics.filter((d) => d.code !== "role-without-audience")
    .map((d) => `${d.severity} ${d.code} at "${text.slice(d.span.from, d.span.to).split("\n")[0]}"`);
}

const fee = (rows: string, before = ""): string => `### Fee\n\n${before}| total | kind | → fee |\n|---|---|---|\n${rows}`;
const used = "- fee: number = `fee(total, kind)`";

describe("decision tables", () => {
  test("read inputs with types, results and the hit policy", () => {
    const text = base(fee('| < 5 | "big", "small" | 1 |\n| >= 5 | not("big") | `total * 2` |\n| >= 5 | "big" | 3 |', "Hit policy: unique\n\n"), used);
    expect(saidOf(text)).toEqual([]);
    const [table] = compiled(text).product.tables;
    expect(table).toMatchObject({
      name: "Fee",
      hitPolicy: "unique",
      inputs: [
        { name: "total", type: { kind: "number" } },
        { name: "kind", type: { kind: "string" } },
      ],
      results: [{ name: "fee", type: { kind: "number" } }],
    });
    expect(table!.rows.map((row) => row.tests.map((tests) => tests.map((t) => t.kind).join("+")))).toEqual([
      ["compare", "member+member"],
      ["compare", "not"],
      ["compare", "member"],
    ]);
  });
  test("an ASCII arrow is accepted, a column after a result isn't", () => {
    expect(saidOf(base("### Fee\n\n| total | -> fee |\n|---|---|\n| - | `total` |", "- fee: number = `fee(total)`"))).toEqual([]);
    expect(saidOf(base("### Fee\n\n| total | → fee | note |\n|---|---|---|\n| - | `total` | - |", "- fee: number = `fee(total, name)`"))).toEqual([
      'error unknown-column at "note"',
    ]);
  });
  test("a choice of a field is itself, also where a constant is called almost like it", () => {
    const constants = "| Name | Value |\n|---|---|\n| smell | 3 |\n\n";
    expect(saidOf(base(`${constants}${fee("| - | small | `smell` |\n| - | big | 2 |")}`, used))).toEqual(['warning unused-input at "total"']);
    expect(saidOf(base(`${constants}${fee("| - | smoll | `smell` |\n| - | big | 2 |")}`, used))).toContain('error unknown-name at "smoll"');
  });
  test("a gap is reported at the nearest row, with the inputs that nothing matches", () => {
    const text = base(fee('| < 5 | - | 1 |\n| (5..10] | "big" | 2 |\n| (5..10] | "small" | 2 |\n| > 10 | - | 3 |'), used);
    const gap = compiled(text).diagnostics.find((d) => d.code === "table-gap");
    expect(gap?.severity).toBe("warning");
    expect(gap?.message).toBe('No row of "Fee" matches total 5 with kind "big", so the result is null.');
    expect(saidOf(base(fee('| < 5 | - | 1 |\n| >= 5 | "big" | 2 |'), used))).toEqual(['warning table-gap at "| >= 5 | "big" | 2 |"']);
    expect(saidOf(base(fee('| < 5 | - | 1 |\n| >= 5 | "big" | 2 |\n| - | - | 3 |'), used))).toEqual([]);
  });
  test("dates and whole numbers leave no gap between neighbours", () => {
    expect(
      saidOf(base('### Season\n\n| day | → season |\n|---|---|\n| <= date("2026-06-30") | "spring" |\n| >= date("2026-07-01") | "summer" |', "- season: text = `season(day)`")),
    ).toEqual([]);
  });
  test("overlaps are reported when the hit policy forbids them, unreachable rows with hit policy first", () => {
    expect(saidOf(base(fee("| < 5 | - | 1 |\n| - | - | `string length(kind)` |", "Hit policy: unique\n\n"), used))).toEqual([
      'warning table-overlap at "| - | - | `string length(kind)` |"',
    ]);
    expect(saidOf(base(fee("| < 5 | - | `string length(kind)` |\n| - | - | `string length(kind)` |", "Hit policy: any\n\n"), used))).toEqual([]);
    expect(saidOf(base(fee("| < 5 | - | 1 |\n| - | - | `string length(kind)` |\n| > 7 | - | 3 |"), used))).toEqual(['warning row-never-reached at "| > 7 | - | 3 |"']);
  });
  test("a mistake in a cell gives one diagnostic at the cell", () => {
    expect(saidOf(base(fee("| < totl | - | 1 |\n| - | - | 2 |"), used))).toEqual(['error unknown-name at "totl"']);
    expect(saidOf(base(fee('| < 5 | "bg" | 1 |\n| - | - | 2 |'), used))).toEqual(['error unknown-choice at ""bg""']);
    expect(saidOf(base(fee("| < 5 |  | 1 |\n| - | - | 2 |"), used))).toEqual(['error empty-cell at ""']);
    expect(saidOf(base(fee("| < 5 | - | 1 |\n| - | - | `string length(kind)` |", "Hit policy: sometimes\n\n"), used))).toEqual(['error unknown-choice at "sometimes"']);
    expect(saidOf(base(fee("| < 5 | - | 1 |\n| - | - | `string length(kind)` |"), "- fee: number = `fee(total)`"))).toEqual(['error argument-count at "fee(total)"']);
    expect(saidOf(base(fee("| < 5 | - | 1 |\n| - | - | `string length(kind)` |"), "- fee: number = `fee(day, kind)`"))).toEqual(['error argument-type at "day"']);
  });
  test("an open cell affects everything that uses its column, and nothing else", () => {
    const text = base(
      '### Rate\n\n| kind | → rate | → digits |\n|---|---|---|\n| "big" | not shown | 2 |\n| "small" | 1 | 0 |\n\n- due(x: number, k: text) = x * rate(k).rate',
      "- due: number = `due(total, kind)`\n- twice: number = `due * 2`\n- digits: number = `rate(kind).digits`",
    );
    const { open } = compiled(text);
    const found = open.find((o) => o.what === 'rate of Rate for "big"')!;
    expect(lineMap(text)(found.source.from).line).toBe(text.split("\n").findIndex((l) => l.startsWith('| "big"')) + 1);
    expect(found.affects.map((a) => a.what)).toEqual(["rate of Rate", 'function "due"', "Order.due", "Order.twice"]);
  });
});

describe("functions and constants", () => {
  test("a function is written in a row or a bullet, with parameter types", () => {
    const text = base(
      "| Name | Value | Meaning |\n|---|---|---|\n| net(gross: number, rate: percent) | gross / (1 + rate) | |\n\n- twice(x: number) = net(x, 5 %) * 2",
      "- net: number = `twice(total)`",
    );
    expect(saidOf(text)).toEqual([]);
    expect(compiled(text).product.functions.map((f) => `${f.name}(${f.parameters.map((p) => `${p.name}: ${p.type.kind}`).join(", ")}): ${f.result.kind}`)).toEqual([
      "net(gross: number, rate: number): number",
      "twice(x: number): number",
    ]);
  });
  test("each mistake is reported once, at its place", () => {
    const call = "- n: number = `net(total)`";
    expect(saidOf(base("- net(x: numbr) = x", call))).toEqual(['error unknown-type at "numbr"']);
    expect(saidOf(base("- net(x: number) = y", call))).toEqual(['error unknown-name at "y"']);
    expect(saidOf(base("- net(x: number) = x\n- net(y: number) = y", call))).toEqual(['error doubled-name at "net"']);
    expect(saidOf(base("- net(x: number) = x"))).toEqual(['warning unused-constant at "net"']);
    expect(saidOf(base("- net(x: number) = gross(x)\n- gross(x: number) = net(x)", call)).map((s) => s.split(" at ")[0])).toEqual(["error circular-name", "error circular-name"]);
  });
  test("a constant can be computed from others, or looked up at a date", () => {
    const text = base(
      "| Name | Value |\n|---|---|\n| vat | 19 %; 20 % from 2027-01-01 |\n| day most | 3 |\n| week most | `7 * day most` |",
      "- a: number = `week most`\n- b: percent = `vat at (day)`\n- c: percent = `vat`",
    );
    expect(saidOf(text)).toEqual([]);
    expect(compiled(text).product.constants.find((c) => c.name === "week most")?.type).toMatchObject({ kind: "number" });
    expect(saidOf(base("| Name | Value |\n|---|---|\n| vat | 19 % |", "- b: percent = `vat at (name)`"))).toEqual(['error not-a-moment at "name"']);
  });
  test("rounding and list length are limits", () => {
    expect(saidOf(base("| Name | Value |\n|---|---|\n| rounding | half even |\n| list length | 50 |"))).toEqual([]);
    expect(saidOf(base('| Name | Value |\n|---|---|\n| rounding | "sideways" |'))).toEqual(['error bad-limit at ""sideways""']);
  });
});

describe("calendars", () => {
  const days = "- days: integer = `working days(day, today())`";
  test("working time with several intervals, holidays as dates and as records", () => {
    const text = base(
      "Working time: Monday to Thursday, 09:00 to 12:00 and 13:00 to 17:00; Friday, 09:00 to 14:00\nHolidays: every Closed day by date\n\n### Holidays\n\n| Date | Name |\n|---|---|\n| 2026-12-25 | Christmas |",
      days,
    );
    expect(saidOf(text)).toEqual([]);
    const [calendar] = compiled(text).product.calendars;
    expect(calendar!.hours.map((h) => `${h.weekday} ${h.from}-${h.to}`)).toEqual([1, 2, 3, 4].flatMap((d) => [`${d} 09:00-12:00`, `${d} 13:00-17:00`]).concat("5 09:00-14:00"));
    expect(calendar!.holidays.map((h) => h.kind)).toEqual(["dates", "records"]);
  });
  test("each mistake is reported at its place", () => {
    expect(saidOf(base("| Name | Value |\n|---|---|\n| page size | 20 |", days))).toEqual(['error no-calendar at "working days"']);
    expect(saidOf(base("Working time: Monday to Fryday, 09:00 to 17:00", days))).toEqual(['error unreadable-value at "Monday to Fryday, 09:00 to 17:00"']);
    expect(saidOf(base("Working time: Monday to Friday, nine to five", days))).toEqual(['error unreadable-value at "Monday to Friday, nine to five"']);
    expect(saidOf(base("### Holidays\n\n| Date | Name |\n|---|---|\n| 2026-12-25 | Christmas |", days))).toEqual(['error no-working-time at "Holidays"']);
    expect(saidOf(base("Working time: Monday, 09:00 to 17:00\n\n### Holidays\n\n| Date | Name |\n|---|---|\n| 2026-02-30 | Never |", days))).toEqual([
      'error unreadable-value at "2026-02-30"',
    ]);
    expect(saidOf(base("Working time: Monday, 09:00 to 17:00\nHolidays: every Closed dey by date", days))).toEqual(['error unknown-entity at "Closed dey"']);
    expect(saidOf(base("Working time: Monday, 09:00 to 17:00", "- days: integer = `working days(name, day)`"))).toEqual(['error not-a-moment at "name"']);
  });
  test("without hours, the days are whole", () => {
    const text = base("Working time: Saturday and Sunday; Monday, 09:00 to 12:00", days);
    expect(saidOf(text)).toEqual([]);
    expect(compiled(text).product.calendars[0]!.hours.map((h) => `${h.weekday} ${h.from}-${h.to}`)).toEqual(["1 09:00-12:00", "6 00:00-24:00", "7 00:00-24:00"]);
  });
  test("holidays as a list of dates, with names, and the records of one place", () => {
    const place = "- days: integer = `working days(day, today())`\n\n### Day off\n\n- day off: date\n- location: text";
    const text = base(
      'Working time: Monday to Friday\nHolidays: 2026-04-03, 2026-04-06 Easter Monday; 2026-12-24 to 2026-12-26 and every Day off where location = "Berlin"'.replace(
        " and every",
        "; every",
      ),
      place,
    );
    expect(saidOf(text).filter((line) => !/day off/i.test(line))).toEqual([]);
    const [dates, records] = compiled(text).product.calendars[0]!.holidays;
    expect(dates!.kind === "dates" && dates!.dates.map(({ date, name }) => `${date} ${name}`.trim())).toEqual([
      "2026-04-03",
      "2026-04-06 Easter Monday",
      "2026-12-24",
      "2026-12-25",
      "2026-12-26",
    ]);
    expect(records).toMatchObject({ kind: "records", entity: "Day off", by: "day off", where: { kind: "binary", operator: "=" } });
    expect(saidOf(base("Working time: Monday\nHolidays: 2026-02-30, 2026-03-01, 2026-03-01", days))).toEqual([
      'error unreadable-value at "2026-02-30"',
      'error doubled-name at "2026-03-01"',
    ]);
  });
  test("a text can name the calendar", () => {
    const two = "### Calendar Berlin\n\nWorking time: Monday\n\n### Calendar Paris\n\nWorking time: Tuesday";
    expect(saidOf(base(two, "- place: one of (Berlin, Paris)\n- due: date = `day + 3 working days in place`\n- days: integer = `working days(day, due, place)`"))).toEqual([]);
    expect(saidOf(base(two, "- due: date = `day + 3 working days in the calendar Berlin`\n- days: integer = `working days(day, due, Paris)`"))).toEqual([]);
    expect(saidOf(base(two, "- place: one of (Berlin, Rome)\n- due: date = `day + 3 working days in place`"))).toEqual(['error not-a-calendar at "place"']);
    expect(saidOf(base(two, "- days: integer = `working days(day, today(), total)`"))).toContain('error not-a-calendar at "total"');
  });
  test("with two named calendars the call must name one", () => {
    const two = "### Calendar Berlin\n\nWorking time: Monday, 09:00 to 17:00\n\n### Calendar Paris\n\nWorking time: Tuesday, 09:00 to 17:00";
    expect(saidOf(base(two, days))).toEqual(['error no-calendar at "working days"']);
    const paris = "- days: integer = `working days(day, today(), Paris)`";
    expect(saidOf(base(two, paris))).toEqual(['warning unused-calendar at "Berlin"']);
    expect(saidOf(base(two, `${paris}\n- next: date = \`next working day(day, Berlin)\``))).toEqual([]);
  });
  test("a length in working days is for timers, and to be added to dates", () => {
    const nine = "| Name | Value |\n|---|---|\n| patience | 2 working days |\n\nWorking time: Monday to Friday, 09:00 to 17:00";
    const machine =
      "### Order\n\n- Starts as: new\n- Ends as: done\n\n| From | Action | To | Who | When | Then |\n|---|---|---|---|---|---|\n| new | (after patience past `day`) | done | | | |\n| new | (after 3 working days) | done | | | |";
    expect(saidOf(base(nine, "", machine))).toEqual([]);
    expect(compiled(base(nine, "", machine)).product.machines[0]!.transitions.map((t) => t.trigger.kind === "after" && t.trigger.working)).toEqual([true, true]);
    expect(saidOf(base(nine, "- later: date = `day + patience`\n- until: date and time = `created at - 4 working hours`"))).toEqual([]);
    expect(saidOf(base(nine, "- later: text = `string(patience)`"))).toEqual(['error working-days-misplaced at "patience"']);
    expect(saidOf(base(nine, "- later: duration = `patience`"))).toHaveLength(1);
    expect(saidOf(base(nine, "- late: yes/no = `patience > 2 days`"))).toEqual(['error impossible-comparison at "patience > 2 days"']);
  });
});

test("a length of time has no second unit", () => {
  const unit = (value: string, text: string): string[] => saidOf(base(`| Name | Value | Unit |\n|---|---|---|\n| wait | ${value} | ${text} |`, "- until: date = `day + wait`"));
  expect(unit("3 days", "")).toEqual([]);
  expect(unit("3", "days")).toEqual([]);
  expect(unit("3 days", "days")).toEqual([]);
  expect(unit("3 days", "hours")).toEqual(['error unreadable-value at "hours"']);
  expect(unit("`2 days * 2`", "hours")).toEqual(['error unreadable-value at "hours"']);
});
