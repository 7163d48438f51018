/** Where the bars of a timeline's row stand. */
import { expect, it } from "vitest";
import { placeBars, stretchOf, widthsOf } from "../src/calendar/timeline-bars.ts";
import { withFreeRows } from "../src/calendar/timeline-rows.ts";

const first = "2026-05-04";
const day = (from: string, to: string | null) => stretchOf(from, to, first, "Europe/Berlin");

it("a last day belongs to its bar, and a time takes its part of a day in the product's zone", () => {
  expect(day("2026-05-05", "2026-05-06")).toEqual({ start: 1, end: 3 });
  expect(day("2026-05-04T10:00:00Z", "2026-05-04T16:00:00Z")).toEqual({ start: 0.5, end: 0.75 });
  expect(day("2026-05-05", null)).toEqual({ start: 1, end: 2 });
});

it("bars and labels that would cover each other are stacked; what is outside is cut off", () => {
  const placed = placeBars(
    [
      { text: "before", start: -3, end: 1 },
      { text: "a long label", start: 2, end: 2.1 },
      { text: "after it", start: 2.5, end: 9 },
    ],
    { days: 7, width: 700 },
  );
  expect(placed.map(({ left, width, lane, begins, ends }) => ({ left, width, lane, begins, ends }))).toEqual([
    { left: 0, width: 100, lane: 0, begins: false, ends: true },
    { left: 200, width: expect.closeTo(10), lane: 0, begins: true, ends: true },
    { left: 250, width: 450, lane: 1, begins: true, ends: false },
  ]);
});

it("columns are equally wide, in whole pixels, and the names get what is left", () => {
  expect(widthsOf(1058, 180, 12, 70)).toEqual({ names: 182, track: 876 });
  // Where not all columns fit, the track scrolls.
  expect(widthsOf(500, 120, 7, 100)).toEqual({ names: 120, track: 700 });
});

it("each record has a row, also without bars, in the order of their names; bars without a record come last", () => {
  const bar = { id: "a1" };
  const rows = [
    { key: "v10", name: "VE-10", records: [bar] },
    { key: "", name: "No vehicle", records: [bar] },
  ];
  const free = [
    { key: "v10", name: "VE-10" },
    { key: "v9", name: "VE-9" },
    { key: "v11", name: "VE-11" },
  ];
  expect(withFreeRows(rows, free).map(({ name, records }) => [name, records.length])).toEqual([
    ["VE-9", 0],
    ["VE-10", 1],
    ["VE-11", 0],
    ["No vehicle", 1],
  ]);
  expect(withFreeRows(rows, [])).toBe(rows);
});
