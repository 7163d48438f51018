/** A rule that can give null is reported, with both explicit forms as fixes. */
import { expect, test } from "vitest";
import { compile } from "../../../../../tests/compile-again.ts";

const specification = (rule: string): string => `# Specification: Nulls

## 3. Entities and their fields

### Place
- name: text, required
- limit: number

### Trip
- from date: date, required
- to date: date
- place: Place
- price: number
- seats: integer, default 3
- rush: yes/no, default no
- nights: integer = \`days between from date and to date\`

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Checked | Trip | \`${rule}\` | WRONG |
`;

function said(rule: string): { text: string; fixed: readonly string[] }[] {
  const text = specification(rule);
  return compile([{ name: "nulls.md", text }])
    .diagnostics.filter((each) => each.code === "rule-can-be-empty")
    .map((each) => ({
      text: `${text.slice(each.span.from, each.span.to)}: ${each.message}`,
      fixed: each.fixes.map((fix) =>
        [...fix.edits].sort((a, b) => b.span.from - a.span.from).reduce((all, edit) => all.slice(0, edit.span.from) + edit.text + all.slice(edit.span.to), text),
      ),
    }));
}

test.each([
  ["to date >= from date", "`To date` can be empty"],
  ["nights > 2", "`Nights` can be empty"],
  ["price = null or nights > 2", "`Nights` can be empty"],
  ["place.limit > 3", "`Place` or `place.limit`"],
  ["price > 0 and to date >= from date", "`Price` or `to date`"],
])("%s can be empty", (rule, message) => {
  const found = said(rule);
  expect(found.length).toBe(1);
  expect(found[0]!.text.startsWith(rule)).toBe(true);
  expect(found[0]!.text.toLowerCase()).toContain(message.split(" can")[0]!.split("` or")[0]!.toLowerCase());
});

test.each([
  ["seats > 2", "`seats` can be emptied, although it has a default", "- seats: integer, default 3, required"],
  ["not rush", "`rush` can be emptied by API clients, although it has a default", "- rush: yes/no, default no, required"],
])("%s: a field with a default is made required", (rule, message, line) => {
  const [found] = said(rule);
  expect(found!.text).toContain(message);
  expect(found!.fixed[0]).toContain(`${line}\n`);
});

test.each([
  "to date = null or to date >= from date",
  "to date != null and to date >= from date",
  "to date >= from date or to date = null",
  "if to date = null then true else to date >= from date",
  "price = 3",
  "to date = null or nights > 2",
  "not(price = null) and price > 3",
  "place != null and place.limit != null and place.limit > price or price = null",
  "count(Trip[price > 3]) < 5",
])("%s is explicit", (rule) => {
  expect(said(rule)).toEqual([]);
});

test("each fix makes the rule explicit", () => {
  const [only] = said("to date >= from date");
  expect(only!.fixed.length).toBe(2);
  for (const text of only!.fixed)
    expect(
      compile([{ name: "nulls.md", text }])
        .diagnostics.filter((each) => /empty|syntax/.test(each.code))
        .map((each) => each.message),
    ).toEqual([]);
});

test.each([
  ["one that a person may clear", "rank: integer, default 0", true],
  ["a required one", "rank: integer, required, default 0", false],
  ["one that nobody writes", "rank: integer, read-only, default 0", false],
  ["one that only counts on", "rank: integer, read-only, default 0\n- On entering gone: set rank = `rank + 1`", false],
  ["one that an effect may empty", "rank: integer, read-only, default 0\n- On entering gone: set rank = `price`", true],
  ["one that an effect forgets", "rank: integer, read-only, default 0\n- On entering gone: forget rank", true],
  ["one that is set by hand at first", "rank: integer, set once, default 0", true],
])("a field with a default: %s", (_, field, canBeEmpty) => {
  const text = specification("rank >= 0").replace("- price: number\n", `- price: number\n- ${field}\n`);
  const states = "## 4. States and transitions\n\n### Trip\n\n- Starts as: new\n\n| From | Action | To |\n|---|---|---|\n| new | Go | gone |\n\n";
  const found = compile([{ name: "nulls.md", text: text.replace("## 5.", `${states}## 5.`) }]).diagnostics.filter((d) => d.severity !== "hint" || d.code === "rule-can-be-empty");
  expect(found.map((d) => d.code)).toEqual(canBeEmpty ? ["rule-can-be-empty"] : []);
});

test.each([
  ["a number that is something", "3", false],
  ["less than none", "-0.5", false],
  ["none", "0", true],
  ["a share that will be none", "19 %; 0 % from 2027-01-01", true],
  ["what is computed", "`other - 3`", true],
])("a quotient by a constant, which is %s", (_, value, canBeEmpty) => {
  const constants = `\n## 9. Business constants and limits\n\n| Name | Value |\n|---|---|\n| divisor | ${value} |\n| other | 3 |\n`;
  const text = specification("price = null or price / divisor > 1") + constants;
  const found = compile([{ name: "nulls.md", text }]).diagnostics.filter((d) => d.severity === "error" || d.code === "rule-can-be-empty");
  expect(found.map((d) => d.code)).toEqual(canBeEmpty ? ["rule-can-be-empty"] : []);
});
