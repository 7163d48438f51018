/** The elements of a page in the document's order: prose, numbers, lists, pictures and forms. */
import { expect, it } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const text = (section: string): string => `# Specification: Shed

## 2. Screens and routes

| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| / | Welcome | page | anyone | yes |
| /ask | Ask for a visit | form for Visit | anyone | no |
| /tools | Tools | list of Tool | anyone | yes |
| /visits/:id/confirm | Confirm | form for Visit: Confirm | Keeper | no |

### Welcome

${section}

## 3. Entities and their fields

### Tool

- name: text, required

### Visit

- name: text, required

## 4. States and transitions

### Visit

- Ends as: confirmed

| From | Action | To | Who |
|---|---|---|---|
| (new) | Ask | asked | anyone |
| asked | Confirm | confirmed | Keeper |

## 6. Roles and permissions

- **Keeper**

| | anyone | Keeper |
|---|---|---|
| Tool | read | all |
| Visit | create | all |
`;

function read(section: string) {
  const { product, diagnostics } = compile([{ name: "spec.md", text: text(section) }]);
  const shows = product.screens.find(({ name }) => name === "Welcome")?.shows;
  const elements = shows?.kind === "page" ? shows.elements.map((one) => [one.kind, one.kind === "prose" ? one.text : one.title]) : null;
  return { elements, found: diagnostics.filter(({ severity }) => severity !== "hint").map(({ code, message }) => `${code}: ${message}`) };
}

it("keeps prose and elements in order", () => {
  const { elements, found } = read(`![The shed](shed.jpg)

The shed is open.

- Bring: a bag
- Number "Tools": \`count(Tool)\`

#### New

- List "Newest": Tool, columns name
- Form "Come and see": Ask for a visit
- Picture "The yard": pictures/yard.png`);
  expect(found).toEqual([]);
  expect(elements).toEqual([
    ["picture", "The shed"],
    ["prose", "The shed is open.\n\n- Bring: a bag"],
    ["number", "Tools"],
    ["prose", "#### New"],
    ["list", "Newest"],
    ["form", "Come and see"],
    ["picture", "The yard"],
  ]);
});

it("refuses what can't be shown, and elements without a colon or a title", () => {
  const of = (line: string): string => read(line).found[0] ?? "";
  expect([
    of('- Picture "X": x.bmp'),
    of('- Form "X": Tools'),
    of('- Form "X": Confirm'),
    of('- Form "X": Ask for a vist'),
    of('- Number "X" `count(Tool)`'),
    of("- Number: `count(Tool)`"),
    of('- Nubmer "X": `count(Tool)`'),
    of("![The yard](the yard.png)"),
    of("See ![the yard](yard.png) here."),
  ]).toMatchInlineSnapshot(`
    [
      "bad-picture: "x.bmp" isn't a picture that can be shown.",
      "not-a-form-screen: "Tools" isn't a form.",
      "not-a-form-screen: The form of "Confirm" needs a record, which its route names with a parameter.",
      "unknown-target: There is no screen "Ask for a vist". Did you mean "Ask for a visit"?",
      "missing-colon: This begins like the element Number but has no colon.",
      "missing-title: Number needs a title: Number "…": …",
      "unknown-attribute: There is no attribute "Nubmer" here. Did you mean "Number"?",
      "bad-picture: "the yard.png" isn't a picture that can be shown.",
      "bad-picture: A picture of a page can't be part of a sentence.",
    ]
  `);
});
