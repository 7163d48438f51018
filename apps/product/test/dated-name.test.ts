/** A date in a record's name stands as other dates do, and only where the document writes one. */
import { expect, test } from "vitest";
import { datedName, datedTitle } from "../src/format/dated-name.ts";
import type { Format } from "../src/format/format.ts";

const english = { language: "en", timeZone: "UTC" } as Format;

test("the document's date", () => {
  expect(datedName("Annual review, 2024-03-13", { datedName: true }, english)).toBe("Annual review, 13 Mar 2024");
  expect(datedName("Annual review, 2024-03-13", { datedName: true }, { language: "de", timeZone: "UTC" } as Format)).toBe("Annual review, 13. März 2024");
});

test("what somebody typed, and what only looks like a date, stays", () => {
  expect(datedName("Invoice 2024-03-13", {}, english)).toBe("Invoice 2024-03-13");
  expect(datedName("RQ-2024-03-13 and 2024-03-13-7", { datedName: true }, english)).toBe("RQ-2024-03-13 and 2024-03-13-7");
});

test("the title of a page", () => {
  expect(datedTitle("Rota of 2026-05-01", { datedTitle: true }, english)).toBe("Rota of 1 May 2026");
  expect(datedTitle("Rota of 2026-05-01", {}, english)).toBe("Rota of 2026-05-01");
});
