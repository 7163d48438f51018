/** Examples below a heading of their own: `## Examples`. */
import { expect, test } from "vitest";
import { readTree } from "../src/read/read-tree.ts";

const steps = 'Given a Book "Dune"\nWhen the Clerk lends it\nThen it is out';
const asList = steps.replace(/^/gm, "- ");

test.each([
  ["a heading for each, and lines", `## Examples\n\n### Lending\n\n${steps}\n`],
  ["a heading for each, and a list", `## Examples\n\n### Lending\n\n${asList}\n`],
  ["a heading for each, and a numbered list", `## 10. Scenarios\n\n### 1. Lending\n\n${steps.replace(/^/gm, "1. ")}\n`],
  ["a label in the heading", `## Acceptance tests\n\n### Scenario 1: Lending\n\n${asList}\n`],
  ["with their own label", `## Test cases\n\nExample: Lending\n${asList}\n`],
  ["prose above", `## Examples\n\nThese run as tests.\n\n### Lending\n\n${asList}\n`],
])("%s", (_, text) => {
  const tree = readTree([
    { name: "a.md", text: `# Specification: A\n\n## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n| GONE | 410 | Gone. |\n\n${text}` },
  ]);
  const examples = tree.points[7]!.blocks.flatMap((block) => (block.kind === "example" ? [[block.title.text, ...block.steps.map((step) => step.text)]] : []));
  expect(examples).toEqual([["Lending", ...steps.split("\n")]]);
  expect(tree.diagnostics.filter(({ code }) => code !== "missing-point")).toEqual([]);
});
