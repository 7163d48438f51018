/** A date in a record's name stands as other dates do, and only where the document writes one. */
import { expect, test } from "vitest";
import { nameOnItsDay } from "../src/calendar/name-on-its-day.ts";
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

test("on the day of a calendar, a name doesn't repeat the day", () => {
  const onDay = (name: string, moment = "2024-03-13") => nameOnItsDay(name, { datedName: true }, english, moment);
  expect(onDay("Annual review, 2024-03-13")).toBe("Annual review");
  expect(onDay("2024-03-13 · Night")).toBe("Night");
  expect(onDay("Night (2024-03-13)", "2024-03-13T22:00:00Z")).toBe("Night");
  expect(onDay("Night, 2024-03-13T22:00:00Z", "2024-03-13T22:00:00Z")).toBe("Night");
  expect(onDay("Night, 2024-03-13, Ada")).toBe("Night, Ada");
});

test("another day, a date in a sentence and a name that is only the date stay", () => {
  const onDay = (name: string) => nameOnItsDay(name, { datedName: true }, english, "2024-03-13");
  expect(onDay("Annual review, 2024-03-14")).toBe("Annual review, 14 Mar 2024");
  expect(onDay("Rota of 2024-03-13")).toBe("Rota of 13 Mar 2024");
  expect(onDay("2024-03-13")).toBe("13 Mar 2024");
  expect(nameOnItsDay("Invoice, 2024-03-13", {}, english, "2024-03-13")).toBe("Invoice, 2024-03-13");
});
