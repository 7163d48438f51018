/** A report in a file: where records have no value, what is known, and how many aren't. */
import { expect, test } from "vitest";
import type { Shows } from "@nonet/model";
import { reportLines } from "../../src/files/report/report-lines.ts";

const report = { rows: [{ label: "kind" }], columns: [], values: [{ label: "count" }, { label: "sum of pay" }] } as unknown as Extract<Shows, { kind: "report" }>;
const full = { row: ["full"], column: [], values: ["1", "10.00"] };

test("the column after a value counts the records that it leaves out", () => {
  const gap = { row: ["gap"], column: [], values: ["2", null], known: [null, "5.00"], notKnown: [0, 1] };
  const empty = { row: ["none"], column: [], values: ["1", null], known: [null, null], notKnown: [0, 1] };
  expect(reportLines(report, { kind: "report", rows: [full, gap, empty], totals: [] })).toEqual({
    labels: ["kind", "count", "sum of pay", "sum of pay not known"],
    lines: [
      ["full", "1", "10.00", "0"],
      ["gap", "2", "5.00", "1"],
      ["none", "1", "", "1"],
    ],
    firstValue: 1,
  });
});

test("without such records there is no such column", () => {
  expect(reportLines(report, { kind: "report", rows: [full], totals: [] }).labels).toEqual(["kind", "count", "sum of pay"]);
});
