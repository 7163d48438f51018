/** Which lists can do without their head, once their rows are cards. */
import type { ColumnData } from "@nonet/screens";
import { expect, it } from "vitest";
import { mostInCards } from "../src/list/state/responsive-columns.ts";

const columnsOf = (...controls: ColumnData["control"][]): ColumnData[] =>
  controls.map((control, i) => ({ key: `f${i}`, path: `f${i}`, label: `F${i}`, control, sortable: true, currency: null, choices: [], entity: null }));

it("keeps the head above a column whose values say nothing by themselves", () => {
  expect(mostInCards(columnsOf("text", "yes/no", "number"))).toBe(0);
  expect(mostInCards(columnsOf("text", "choice", "date"))).toBe(1);
});

it("has no head above names, states and amounts", () => {
  expect(mostInCards(columnsOf("text", "choice", "money", "reference"))).toBe(2);
});
