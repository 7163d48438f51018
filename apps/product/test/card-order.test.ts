/** In which order a board's cards stand. */
import { expect, it } from "vitest";
import type { ColumnData } from "@nonet/screens";
import { dateOfCards, inOrderOfDates } from "../src/board/card-order.ts";

const column = (path: string, control: ColumnData["control"]): ColumnData => ({ key: path, path, label: path, control, sortable: true, currency: null, choices: [], entity: null });

it("a deadline goes before other dates that the cards show", () => {
  const [name, begun, due] = [column("name", "text"), column("begun on", "date"), column("due at", "date and time")];
  expect(dateOfCards([name, begun, due])?.path).toBe("due at");
  expect(dateOfCards([name, begun])?.path).toBe("begun on");
  expect(dateOfCards([name])).toBeNull();
});

it("the soonest card comes first, of what is over the latest, and what has no date last", () => {
  const cards = ["2026-03-03", null, "2026-03-01", "2026-03-02"].map((due, i) => ({ id: String(i), due }));
  const days = (isOver: boolean) => inOrderOfDates(cards, column("due", "date"), isOver).map((row) => row["due"]);
  expect(days(false)).toEqual(["2026-03-01", "2026-03-02", "2026-03-03", null]);
  expect(days(true)).toEqual(["2026-03-03", "2026-03-02", "2026-03-01", null]);
});
