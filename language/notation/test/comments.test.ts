/** Comments at the end of a line: prose for whoever reads the text, no part of the statement. */
import { expect, it } from "vitest";
import { readTree } from "../src/index.ts";

it("are left out of headings, bullets and cells, whose spans end before them", () => {
  const text =
    "# Shed\n\n## 3. Entities and their fields\n\n### Tool <!-- a -->\n\n- name: text, required <!-- b --> <!-- c -->\n\n## 8. The error catalogue\n\n| Code | Status |\n|---|---|\n| A | 422 <!-- d --> |\n";
  const tree = readTree([{ name: "shed.md", text }]);
  const section = tree.points[2]!.sections[0]!;
  const [field] = section.blocks;
  const [table] = tree.points[7]!.blocks;
  expect(section.title.text).toBe("Tool");
  expect(field).toMatchObject({ kind: "bullet", words: { text: "name: text, required" } });
  expect(field?.kind === "bullet" && text.slice(field.words.span.from, field.words.span.to)).toBe("name: text, required");
  expect(table?.kind === "table" && table.rows[0]!.cells.map((cell) => cell.text)).toEqual(["A", "422"]);
});
