/** Constraints and indexes whose names would collide get a hash; all other names stay the same from version to version. */
import { expect, test } from "vitest";
import { constraintMeaning } from "../src/tables/constraint-meaning.ts";
import { planTables } from "../src/tables/plan-tables.ts";
import { openTestDatabase, productOf } from "./test-database.ts";

const text = (rules: readonly string[], more = ""): string => `# Specification: Names

## 3. Entities and their fields

### Slot
- place: text, required
- from: date, required
- to: date, required
- size: number, at least 1
- size least: one of (a, b)

### A
- b c: text, unique
- b: text
- c: text
- Unique: b, c
${more}
## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
${rules.map((rule) => `| ${rule} | Slot | no overlap of [from..to] per place | NOT_UNIQUE |`).join("\n")}
`;
const second = "\n### A b\n- c: text, unique\n- of: Slot\n\n### A b c\n- at most: integer\n";

const namesIn = (tables: readonly string[]): string[] =>
  tables.flatMap((sql) => [...sql.matchAll(/(?:add constraint|index if not exists) "?([^\s"]+)"?/g)].map((found) => found[1]!));

test("two rules whose names differ in no letter from a to z get different constraints", async () => {
  const product = productOf(text(["Ä", "Ö", "One place at a time"], second));
  const names = namesIn(planTables(product));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names).toContain("overlap_slot_one_place_at_a_time");
  const meant = names.filter((name) => /^(overlap|unique|check)_/.test(name)).map((name) => constraintMeaning(product, name)!);
  expect(meant.filter((one) => one.kind === "overlap").map((one) => one.rule)).toEqual(["Ä", "Ö", "One place at a time"]);
  expect(meant.filter((one) => one.kind === "check").map((one) => [one.fields[0], one.end])).toEqual([
    ["size", "least"],
    ["size least", null],
  ]);
  expect(meant.filter((one) => one.kind === "unique" && one.entity !== "User").map((one) => [one.entity, ...one.fields])).toEqual([
    ["A", "b c"],
    ["A", "b", "c"],
    ["A b", "c"],
  ]);
  const database = await openTestDatabase(product);
  const made = await database.run<{ name: string }>({ text: "select conname as name from pg_constraint where conname like 'overlap%' or conname like 'unique_a%'", values: [] });
  expect(made).toHaveLength(6);
  await database.close();
}, 120_000);

test("a name without a collision stays the same", () => {
  const names = namesIn(planTables(productOf(text(["Ä"]))));
  expect(names).toContain("overlap_slot__");
  expect(names).toContain("by_slot_sort_created");
});
