/** What the sign-in page takes of point 1. */
import { expect, test } from "vitest";
import { introduction } from "../src/prose/introduction.ts";

test("of the first paragraph, two sentences without their marks", () => {
  expect(introduction(["Lends **tools**. Takes [them](/tools) back. Its API is at /api."], "en")).toBe("Lends tools. Takes them back.");
  expect(introduction(["# Tools\n\nLends tools\nto people.\n\nNever twice."], "en")).toBe("Lends tools to people.");
  expect(introduction([], "en")).toBe("");
});
