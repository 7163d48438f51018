/** Where no line says whose a record is, the person is proposed whom the role with `own` means. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const document = (fields: string, right = "create, read own"): string => `# Specification: Sail

## 3. Entities and their fields

### Booking

${fields}
- note: text

### Crew

- person: User

## 6. Roles and permissions

| | Sailor | Clerk |
|---|---|---|
| Booking | ${right} | all |
| Crew | read | all |
`;

const proposed = (text: string): string[] =>
  compile([{ name: "s.md", text }])
    .diagnostics.filter(({ code }) => code === "no-own")
    .flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));

test.each<[string, string, string[]]>([
  ["the field called like the role", "- clerk: User\n- sailor: User", ["its sailor's"]],
  ["the field that is set to whoever creates the record", "- clerk: User\n- by: User, default `me`", ["its by's"]],
  ["a field not called like another role", "- clerk: User\n- member: User", ["its member's", "its creator's"]],
  ["the only person", "- member: User", ["its member's"]],
  ["no person but one with another role", "- clerk: User", ["its creator's"]],
  ["the person of a record that it refers to", "- crew: Crew", ["its crew.person's", "its creator's"]],
])("%s", (_, fields, whose) => {
  expect(proposed(document(fields))).toEqual(whose.map((one) => `Add that a Booking is ${one}`));
});

test.each(["its crew.person's", "its creator's"])("what is proposed can be written: %s", (whose) => {
  const text = document("- crew: Crew").replace("## 6. Roles and permissions\n", `## 6. Roles and permissions\n\nOwn: a Booking is ${whose}.\n`);
  expect(compile([{ name: "s.md", text }]).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});
