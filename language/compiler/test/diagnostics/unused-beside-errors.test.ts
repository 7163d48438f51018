/** What nothing uses is reported in the same round as the errors, unless a line with an error may use it. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const document = ({ field = "", right = "", rule = "", role = "" }): string => `# Specification: Desk

## 2. Screens and routes

| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| /items | Items | list of Item | Clerk | yes |
| /house | House | page | anyone | no |

## 3. Entities and their fields

### Item

- name: text, required
${field}

### Shelf

- place: text

## 5. Validation rules

${rule}

## 6. Roles and permissions

- **Clerk**
${role}

A Item is heavy when \`name = "Anvil"\`.

| | Clerk |
|---|---|
| Item | all |
${right}
`;

const said = (parts: Parameters<typeof document>[0]): string[] =>
  compile([{ name: "s.md", text: document(parts) }])
    .diagnostics.filter(({ code }) =>
      /^(?:unused-entity|unused-condition|unused-own|unused-role|lost-screen|unknown-type|unknown-role|unknown-field|unknown-verb|unknown-entity|unreadable.*)$/.test(code),
    )
    .map(({ code }) => code)
    .sort();

test.each<[string, Parameters<typeof document>[0], string[]]>([
  ["a document without errors", {}, ["lost-screen", "unused-condition", "unused-entity"]],
  ["a type that isn't there", { field: "- weight: kilo" }, ["lost-screen", "unknown-type", "unused-condition", "unused-entity"]],
  ["a right that isn't there, on something else", { right: "| Item | fly |" }, ["lost-screen", "unknown-verb", "unused-entity"]],
  ["a line with an error that names the entity", { field: "- shelf: link to a Shelf of wood" }, ["lost-screen", "unknown-type", "unused-condition"]],
  ["a right with an error that names the entity", { right: "| Shelf | fly |" }, ["lost-screen", "unknown-verb", "unused-condition"]],
  ["a right with an error that names the condition", { right: "| Shelf | fly heavy |" }, ["lost-screen", "unknown-verb"]],
  ["a right that isn't there, and a role", { right: "- Clerk may fly", role: "- **Guest**" }, ["lost-screen", "unreadable-right", "unused-entity", "unused-role"]],
  ["a type that isn't there, and a role", { field: "- weight: kilo", role: "- **Guest**" }, ["lost-screen", "unknown-type", "unused-condition", "unused-entity", "unused-role"]],
  ["a line with an error that names the role", { right: "- Guest may fly", role: "- **Guest**" }, ["lost-screen", "unreadable-right", "unused-entity"]],
  ["a misspelt role", { right: "- Gest may read Items", role: "- **Guest**" }, ["lost-screen", "unknown-role", "unused-entity"]],
  [
    "whose a record is",
    { field: "- keeper: User\n- weight: kilo", role: "\nOwn: an Item is its keeper's." },
    ["lost-screen", "unknown-type", "unused-condition", "unused-entity", "unused-own"],
  ],
  [
    "a line with an error that says own",
    { right: "| Item | fly own |", role: "\nOwn: an Item is its keeper's.", field: "- keeper: User" },
    ["lost-screen", "unknown-verb", "unused-entity"],
  ],
])("%s", (_, parts, codes) => {
  expect(said(parts)).toEqual(codes);
});
