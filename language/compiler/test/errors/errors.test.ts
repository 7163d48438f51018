/** Point 8: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import { changed, read } from "../compile-points.ts";
import { desk } from "../desk.ts";

test("the error catalogue of the Equipment Desk", () => {
  const { errors } = read(desk);
  expect(errors.map((e) => `${e.code} ${e.status}`)).toEqual([
    "DATES_REVERSED 422",
    "STARTS_IN_PAST 422",
    "TOO_LONG 422",
    "ITEM_RETIRED 409",
    "ITEM_TAKEN 409",
    "TOO_MANY_LOANS 409",
    "PAYMENT_FAILED 502",
  ]);
});

describe("each mistake in point 8 gives one diagnostic at its place", () => {
  const cases: [string, string, string][] = [
    ["| ITEM_TAKEN | 409 |", "| ITEM_TAKEN | 302 |", 'bad-status at "302"'],
    ["| ITEM_TAKEN | 409 |", "| ITEM_RETIRED | 409 |", 'duplicate-code at "ITEM_RETIRED"'],
  ];
  test.each(cases)("%s → %s", (from, to, expected) => {
    const { diagnostics } = changed(from, to);
    const others = diagnostics.filter((one) => !/^unknown-(name|function)/.test(one));
    expect(others.filter((one) => one === expected)).toHaveLength(1);
    if (!to.startsWith("### ") && !to.includes("Catalogue") && !to.startsWith("| list") && !to.includes("tree")) expect(others).toEqual([expected]);
  });
});
