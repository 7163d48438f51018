/** Gaps and overlaps of decision tables over several inputs, exact at every boundary. */
import { expect, test } from "vitest";
import { compile } from "../../../../../tests/compile-again.ts";

const document = (call: string, table: string): string => `# T

## 1. What the product does and for whom

- **Name**: T
- **Currency**: EUR

## 3. Entities and their fields

### Order

- weight: number, required
- pieces: integer, required, between 1 and 100
- kind: one of (a, b, c), required
- day: date, required
- at: time, required
- stay: duration, required
- price: money, required
- express: yes/no, required
- factor: number = \`${call}\`

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| most | 10 | of all |

### Factor

${table}
`;

function said(inputs: string, rows: readonly string[], { policy = "", call = `factor of(${inputs})` } = {}): string[] {
  const heads = inputs.split(", ");
  const table = [
    ...(policy ? [`Hit policy: ${policy}`, ""] : []),
    `| ${heads.join(" | ")} | → factor |`,
    `|${"---|".repeat(heads.length + 1)}`,
    ...rows.map((row, i) => `| ${row} | ${i + 1} |`),
  ].join("\n");
  const text = document(call, table).replace("### Factor", "### Factor of");
  return compile([{ name: "t.md", text }])
    .diagnostics.filter((d) => !/^(missing-point|unused-constant)$/.test(d.code))
    .map((d) => `${d.code}: ${d.message}`);
}
const gap = (where: string) => [`table-gap: No row of "Factor of" matches ${where}, so the result is null.`];

test.each<[string, readonly string[], string]>([
  ["weight", ["< 10", "> 10"], "weight 10"],
  ["weight", ["< 10", "[10..20)", "> 20"], "weight 20"],
  ["weight", ["< 0.1", "> 0.10"], "weight 0.10"],
  ["weight", ["< 10000000000000000000.1", "10000000000000000000.1", "> 10000000000000000000.2"], "weight between 10000000000000000000.1 and 10000000000000000000.2"],
  ["pieces", ["< 10", "> 10"], "pieces 10"],
  ["pieces", ["[1..10]", "[12..100]"], "pieces between 10 and 12"],
  ["pieces", ["[2..100]"], "pieces below 2"],
  ["day", ["< 2026-03-01", "> 2026-03-01"], "day 2026-03-01"],
  ["day", ["<= 2026-03-01", ">= 2026-03-03"], "day between 2026-03-01 and 2026-03-03"],
  ["at", ["< 12:00", "> 12:00"], "at 12:00:00"],
  ["at", ["[08:00..12:00)", ">= 12:00"], "at below 08:00:00"],
  ["stay", ["< 2 days", "> 2 days"], "stay P2D"],
  ["price", ["<= 100 EUR", "[101 EUR..200 EUR]", "> 200 EUR"], "price between 100 and 101"],
  ["express", ["yes"], "express no"],
  ["kind", ['"a", "b"'], 'kind "c"'],
  ["kind", ['not("a")'], 'kind "a"'],
  ["express, kind", ["yes | -", 'no | "a"', 'no | "c"'], 'express no with kind "b"'],
  ["weight, kind", ["< 10 | -", '>= 10 | "a", "b"'], 'weight 10 with kind "c"'],
  ["weight, price", ["< 10 | < 5 EUR", ">= 10 | -", "- | > 5 EUR"], "weight below 10 with price 5"],
  ["weight", ["< most", "> most"], "weight 10"],
])("%s with %j has a gap at %s", (inputs, rows, where) => expect(said(inputs, rows)).toEqual(gap(where)));

test.each<[string, readonly string[]]>([
  ["weight", ["< 10", ">= 10"]],
  ["weight", ["not(< 10)", "< 10"]],
  ["weight", ["< most", ">= most"]],
  ["pieces", ["[1..10]", "[11..100]"]],
  ["pieces", ["< 2.5", "> 2.5"]],
  ["day", ["<= 2026-03-01", ">= 2026-03-02"]],
  ["at", ["[00:00..12:00)", "[12:00..23:59:59]"]],
  ["kind", ['"a"', '"b", "c"']],
  ["express, kind", ["yes | -", 'no | "a"', 'no | not("a")']],
])("%s with %j covers everything", (inputs, rows) => expect(said(inputs, rows)).toEqual([]));

test("a table of six columns with many values is checked completely", () => {
  const rows = [...Array(12).keys()].map((n) => `[${n}..${n + 1}) | [${n * 3 + 1}..${n * 3 + 3}] | - | [${n} EUR..${n + 1} EUR) | - | "a"`);
  const inputs = "weight, pieces, day, price, express, kind";
  const rest = ["- | - | < 2026-01-01 | - | - | -", "- | - | > 2026-01-01 | - | - | -"];
  const unused = 'unused-input: The result of "Factor of" doesn\'t depend on "express".';
  expect(said(inputs, [...rows, ...rest])).toEqual([unused, ...gap('weight below 0 with pieces 1 with day 2026-01-01 with price below 0 with kind "a"')]);
  expect(said(inputs, [...rows, ...rest, "- | - | 2026-01-01 | - | - | -"])).toEqual([unused]);
});

test("the literals of callers limit the possible inputs", () => {
  expect(said("kind", ['"a"'], { call: 'factor of("a")' })).toEqual([]);
  expect(said("kind", ['"a"'], { call: 'factor of("a") + factor of(kind)' })).toEqual(gap('kind "b"'));
});

test("rows that share a boundary are reported, rows from narrow to wide are not", () => {
  const [one] = said("weight", ["<= 10", ">= 10"]);
  expect(one).toBe('table-overlap: Row 2 of "Factor of" begins where row 1 ends, and both include that value. Row 1 is used for it.');
  expect(said("weight", ["<= 10", "<= 20", "-"])).toEqual([]);
  expect(said("weight, kind", ['> 10 | "a"', '- | "a"', "- | -"])).toEqual([]);
  expect(said("weight", ["<= 10", ">= 10"], { policy: "unique" })).toEqual(['table-overlap: Row 2 and row 1 of "Factor of" can match the same inputs.']);
});

test("a catch-all row is reachable when the possible texts aren't known", () => {
  const rows = ['"Ada"', '"Bo"', "-"];
  const call = "factor of(string(pieces))";
  expect(said("who", rows, { call })).toEqual([]);
  expect(said("who", [...rows, '"Cy"'], { call })).toEqual(['row-never-reached: Row 4 of "Factor of" is never used: rows above it match whenever it does.']);
});
