/** How a record is called that has no text to name it. */
import { expect, test } from "vitest";
import { recordName } from "../src/format/record-name.ts";
import type { Format } from "../src/format/format.ts";

const english = { language: "en", timeZone: "UTC" } as Format;
const night = { id: "1", shownAs: "1", createdAt: "2026-10-01T08:00:00Z", kind: { id: "2", shownAs: "Night" }, nurse: { id: "3", shownAs: "Ada" }, day: "2026-11-03" };

test("by what it refers to, with its date", () => {
  expect(recordName(night, null, "Shift", english)).toBe("Night · 3 Nov 2026");
  expect(recordName({ ...night, day: null, kind: null }, null, "Shift", english)).toBe("Ada");
  expect(recordName({ ...night, kind: null, nurse: null }, null, "Shift", english)).toBe("Shift · 3 Nov 2026");
});

test("without dates where the date stands beside the name, and by its title where it has one", () => {
  expect(recordName(night, null, "Shift")).toBe("Night · Ada");
  expect(recordName({ ...night, shownAs: "S-0001" }, null, "Shift", english)).toBe("S-0001");
});
