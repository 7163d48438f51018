/** The order of a board's columns. */
import { expect, test } from "vitest";
import { inOrderOfNames } from "../src/board/column-order.ts";

test("columns stand in the order of their names, with numbers by their size", () => {
  const labels = (all: readonly string[]) => inOrderOfNames(all.map((label) => ({ label }))).map(({ label }) => label);
  expect(labels(["Kennel 10", "Élan", "Kennel 9", "Ember", "Fjord"])).toEqual(["Élan", "Ember", "Fjord", "Kennel 9", "Kennel 10"]);
});
