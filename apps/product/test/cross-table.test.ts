/** Where a report's values and totals stand in its table. */
import { expect, test } from "vitest";
import { crossTable } from "../src/report/cross-table.ts";

const group = (row: string[], column: string[], value: string | null) => ({ row, column, values: [value] });
const total = (row: string[] | null, column: string[] | null, value: string | null) => ({ row, column, values: [value] });

test("a report with columns has totals of rows, of columns and of everything", () => {
  const table = crossTable(
    [group(["a"], ["2026-02"], "1"), group(["a"], ["2026-01"], null), group(["b"], ["2026-02"], "4")],
    [total(["a"], null, "1"), total(["b"], null, "4"), total(null, ["2026-01"], null), total(null, ["2026-02"], "5"), total(null, null, "5")],
  );
  expect(table.columns).toEqual([["2026-01"], ["2026-02"]]);
  const lines = [...table.rows, null].map((row) => [...table.columns, null].map((column) => table.cell(row, column, 0)));
  expect(lines).toEqual([
    [null, "1", "1"],
    [undefined, "4", "4"],
    [null, "5", "5"],
  ]);
});

test("a report without columns has its groups and one total; a group may have no label", () => {
  const table = crossTable([group(["a"], [], "1"), group([""], [], "2")], [total(null, null, "3")]);
  expect([...table.rows, null].map((row) => table.cell(row, null, 0))).toEqual(["1", "2", "3"]);
});

test("where some records have no value, a cell has the value of the others and their number", () => {
  const part = { row: ["a"], column: [], values: [null, "2", null], known: ["5.00", null, null], notKnown: [1, 0, 2] };
  const table = crossTable([part, group(["b"], [], "1")], []);
  expect([0, 1, 2].map((i) => [table.cell(["a"], null, i), table.notKnown(["a"], null, i)])).toEqual([
    ["5.00", 1],
    ["2", 0],
    [null, 0],
  ]);
  expect(table.notKnown(["b"], null, 0)).toBe(0);
});
