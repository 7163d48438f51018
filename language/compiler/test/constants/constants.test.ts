/** Constants and limits of point 9: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import { changed, read } from "../compile-points.ts";
import { desk } from "../desk.ts";

test("the constants of the Equipment Desk", () => {
  const { constants } = read(desk);
  expect(constants.map((c) => [c.name, c.limit, c.values?.[0]?.value])).toMatchObject([
    ["longest loan", null, { value: "14" }],
    ["most open loans", null, { value: "3" }],
    ["payment address", null, undefined],
    ["requests per minute", "requests per minute", { value: "300" }],
    ["upload size", "upload size", { value: "10000000" }],
  ]);
});

describe("each mistake in point 9 gives one diagnostic at its place", () => {
  const cases: [string, string, string][] = [
    ["| 10 MB |", "| 10 days |", 'bad-limit at "10 days"'],
    ["| longest loan | 14 |", "| longest loan | fourteen |", 'unreadable-value at "fourteen"'],
    ["| longest loan | 14 |", "| in % | 14 |", 'bad-name at "in %"'],
  ];
  test.each(cases)("%s → %s", (from, to, expected) => {
    const { diagnostics } = changed(from, to);
    const others = diagnostics.filter((one) => !/^unknown-(name|function)/.test(one));
    expect(others.filter((one) => one === expected)).toHaveLength(1);
    if (!to.startsWith("### ") && !to.includes("Catalogue") && !to.startsWith("| list") && !to.includes("tree")) expect(others).toEqual([expected]);
  });
});

test("values over time are in order", () => {
  const { constants, diagnostics } = changed("| longest loan | 14 |", "| longest loan | 14; 21 from 2027-01-01 |");
  expect(diagnostics).toEqual([]);
  expect(constants[0]?.values?.map((v) => v.from)).toEqual([null, "2027-01-01"]);
});
