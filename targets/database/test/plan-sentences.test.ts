/** The sentences of a plan: indexes and constraints in the document's terms. */
import { expect, test } from "vitest";
import { planChange } from "../src/upgrade/plan-change.ts";
import { productOf } from "./test-database.ts";

const before = `# Boats

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /trips | Trips | list of Trip | everyone |

## 3. Entities and their fields

### Trip

- title: text, required
- boat: text, required
- start day: date, required
- end day: date, required

## 6. Roles and permissions

| Entity | Skipper |
|---|---|
| Trip | create, read, update |
`;
const after = `${before
  .replace("## 3.", "### Trips\n\n- Sorted by: boat\n\n## 3.")
  .replace("- title: text, required", "- title: text, required, unique")
  .replace(
    "## 6.",
    `## 5. Validation rules

| Rule | On | Condition | Error |
|---|---|---|---|
| One trip at a time | Trip | no overlap of \`[start day..end day]\` per boat | BOAT_TAKEN |

## 6.`,
  )}
## 8. Error catalogue

| Code | Status | Message |
|---|---|---|
| BOAT_TAKEN | 409 | The boat is taken. |
`;

test("indexes and rules against overlaps are named by what they are for", () => {
  const sentences = (from: string, to: string): readonly string[] => planChange(productOf(from), productOf(to), []).steps.map(({ sentence }) => sentence);
  expect(sentences(before, after)).toEqual([
    "An index for lists of Trip by title is dropped.",
    "title of Trip: each value may be stored only once.",
    'The rule "One trip at a time" of Trip: overlaps are refused.',
  ]);
  expect(sentences(after, before)).toEqual([
    "title of Trip: each value may be stored more than once.",
    'The rule "One trip at a time" of Trip: overlaps are no longer refused.',
    "An index for lists of Trip by title is added.",
  ]);
});
