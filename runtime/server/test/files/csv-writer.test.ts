/** Lines of CSV: quotation marks, texts that look like formulas, and the text of each kind of value. */
import { expect, it } from "vitest";
import type { VisibleRecord } from "@nonet/engine";
import { cellText, csvLines } from "../../src/files/csv-writer.ts";

it("quotes cells and escapes formulas, but not numbers", () => {
  expect(
    csvLines([
      ["a,b", 'say "x"', "=1+1", "+49 30", "-12.50", "@x", "a\r\nb"],
      ["", "a\nb", " c "],
    ]),
  ).toBe(`"a,b","say ""x""",'=1+1,'+49 30,-12.50,'@x,"a\r\nb"\r\n,"a\nb", c \r\n`);
});

it("writes references by name, also along a path", () => {
  const item = {
    id: "1",
    version: 1,
    item: { id: "2", shownAs: "Beamer", name: "B" },
    "item.category": { id: "3", shownAs: "Tools" },
    tags: ["a", "b"],
    on: true,
    none: null,
  } as VisibleRecord;
  expect(["item", "item.name", "item.category", "tags", "on", "none", "constructor"].map((k) => cellText(item, k))).toEqual(["Beamer", "B", "Tools", "a; b", "yes", "", ""]);
});
