/** English plurals of entity names, and whether a name is plural. */
import { expect, test } from "vitest";
import { isPlural, pluralOf } from "../../src/text/plural.ts";

test.each([
  ["Category", "Categories"],
  ["Day", "Days"],
  ["Box", "Boxes"],
  ["Purchase order", "Purchase orders"],
  ["Species", "Species"],
  ["Equipment", "Equipment"],
  ["Repair equipment", "Repair equipment"],
  ["Feedback", "Feedback"],
  ["Bird species", "Bird species"],
  ["Series", "Series"],
  ["News", "News"],
  ["Means", "Means"],
  ["Address", "Addresses"],
  ["Bus", "Buses"],
  ["School child", "School children"],
  ["Person", "People"],
  ["Workman", "Workmen"],
  ["Human", "Humans"],
  ["Shelf", "Shelves"],
  ["Roof", "Roofs"],
  ["Risk analysis", "Risk analyses"],
  ["Quiz", "Quizzes"],
])("of %s: %s", (name, plural) => expect(pluralOf(name)).toBe(plural));

test.each([
  ["sign-in attempts", true],
  ["requests per minute", true],
  ["export rows", true],
  ["days of grace", true],
  ["most open loans", true],
  ["session length", false],
  ["longest loan", false],
  ["price basis", false],
  ["price class", false],
  ["length of days", false],
  ["species", false],
])(`isPlural("%s") is %s`, (name, several) => expect(isPlural(name)).toBe(several));
