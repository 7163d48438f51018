/** What names a record where the document doesn't say it (default 6). */
import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";

const shownAs = (...fields: readonly string[]) => {
  const { product, diagnostics } = compile([
    { name: "finds.md", text: `# Specification: Finds\n\n## 3. Entities and their fields\n\n### Find\n\n${fields.map((field) => `- ${field}`).join("\n")}\n` },
  ]);
  const { shownAs } = product.entities.find(({ name }) => name === "Find")!;
  const hint = diagnostics.find(({ code }) => code === "unsuited-name");
  return [shownAs.kind === "path" ? shownAs.field : shownAs.kind, hint?.message ?? null];
};

test("an optional reason, remark or description comes after other texts", () => {
  expect(shownAs("reason: text", "label: text")).toEqual(["label", null]);
  expect(shownAs("description: text, required", "label: text")).toEqual(["description", null]);
  expect(shownAs("description: text, required", "number: sequence `F{0000}`")).toEqual(["number", null]);
  expect(shownAs("description: text, required")).toEqual(["description", null]);
  expect(shownAs("remark: text", "found on: date")).toEqual(["remark", null]);
});

test("coordinates name no record", () => {
  expect(shownAs("place: location, required", "finder: text")).toEqual(["finder", null]);
  expect(shownAs("place: location, required", "what it looks like: long text, required")).toEqual([
    "what it looks like",
    'A Find is shown as its "what it looks like", which is a long text.',
  ]);
  expect(shownAs("place: location, required", "found on: date")).toEqual(["id", 'Nothing names a Find: its "place" is a place on a map.']);
});

test("a hidden text is never a name, and a long one only if it is required and no note", () => {
  expect(shownAs("note: text, hidden", "found on: date")).toEqual(["id", 'Nothing names a Find: its "note" is hidden.']);
  expect(shownAs("note: text, hidden", "finder: text")).toEqual(["finder", null]);
  expect(shownAs("what it looks like: long text, required")).toEqual(["what it looks like", 'A Find is shown as its "what it looks like", which is a long text.']);
  expect(shownAs("what it looks like: long text")).toEqual(["id", 'Nothing names a Find: its "what it looks like" is a long text.']);
  expect(shownAs("notes: long text, required")).toEqual(["id", 'Nothing names a Find: its "notes" is a long text.']);
});
