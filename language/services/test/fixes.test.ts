/** Applies all certain fixes of wrong documents. */
import { expect, it } from "vitest";
import { isSpecification, mended } from "../src/index.ts";

const text = (lines: string): string => `# Specification: A\n\n## 3. Entities and their fields\n\n### Loan\n\n${lines}\n`;

it("mends what has one fix, and leaves the rest", () => {
  const { sources, fixed } = mended([{ name: "a.md", text: text("- due: datte, required\n- fee: monney\n- note: something else") }]);
  // The points that are missing are added as well, each not shown.
  expect(sources[0]!.text).toContain("### Loan\n\n- due: date, required\n- fee: money\n- note: something else\n");
  expect(fixed).toBeGreaterThanOrEqual(2);
});

it("leaves a sound document as it is", () => {
  expect(mended([{ name: "a.md", text: text("- due: date") }]).fixed).toBe(0);
});

it.each([
  ["# Specification: A\n", true],
  ["## 3. Entities and their fields\n", true],
  ["## Roles and permissions: not shown\n", true],
  ["## 7. THE CALLS IT MAKES\r\n\r\n", true],
  ["# Readme\n\n## 1. Install\n\n- do: it\n", false],
  ["", false],
])("knows a specification: %j", (source, is) => expect(isSpecification(source)).toBe(is));
