/** A page as data: each reader gets the elements that they may see, with the places of their values, and pictures by their addresses. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { pagePartsOf, type PageElementData, planProduct } from "../src/index.ts";

const { product, diagnostics } = compile([
  {
    name: "shed.md",
    text: `# Shed

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Welcome | page | anyone |
| /plain | Plain | page | anyone |
| /ask | Ask | form for Visit | anyone |
| /numbers | Numbers | dashboard | everyone |
| /borrow | Borrow | form for Loan | Neighbour |

### Welcome

![The shed](pictures/shed&yard.jpg)

![The yard](pictures/yard.jpg)

The shed is open.

Bring a bag.

- List "Loans": Loan
- Number "Tools": \`count(Tool)\`
- Number "Kept": \`count(Tool)\`
- Number "Lent": \`count(Tool) - count(Loan)\`
- Form "Borrow something": Borrow
- Form "Come and see": Ask
- Picture "Elsewhere": https://pictures.example/a.png

### Numbers

- Number "Lent": \`count(Loan)\`
- Text "Hours": Open on Mondays.
- Number "Visits": \`count(Visit)\`
- List "Tools": Tool

### Plain

Only words.

## 3. Entities and their fields

### Tool
- name: text, required

### Visit
- name: text, required

### Loan
- tool: Tool, required

## 6. Roles and permissions

- **Neighbour**
- **Guide**

| | anyone | Neighbour | Guide |
|---|---|---|---|
| Tool | read | read | read |
| Visit | create | create | create |
| Loan | – | create, read | – |
`,
  },
]);

const elementsFor = (role: string | null, screen: string): readonly PageElementData[] => {
  const data = planProduct(product, { kind: role === null ? "anyone" : "person", roles: role === null ? [] : [role], owner: false }, { rehearsal: false });
  const body = data.screens.find(({ name }) => name === screen)!.body;
  return body.kind === "page" ? body.elements : [];
};
const dashboardFor = (role: string): readonly string[] => {
  const data = planProduct(product, { kind: "person", roles: [role], owner: false }, { rehearsal: false });
  const body = data.screens.find(({ name }) => name === "Numbers")!.body;
  return body.kind === "dashboard" ? body.elements.map((one) => `${one.kind} ${one.title}${"index" in one ? ` ${one.index}` : ""}`) : [];
};
const told = (elements: readonly PageElementData[]): string[] =>
  elements.map((one) => (one.kind === "prose" ? one.text : `${one.kind} ${one.title}${"index" in one ? ` ${one.index}` : one.kind === "picture" ? ` ${one.address}` : ""}`));

test("what a reader may never see is left out, and values keep their places", () => {
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(told(elementsFor(null, "Welcome"))).toEqual([
    "picture The shed /api/-/pictures?file=pictures%2Fshed%26yard.jpg",
    "picture The yard /api/-/pictures?file=pictures%2Fyard.jpg",
    "The shed is open.\n\nBring a bag.",
    "number Tools 1",
    "number Kept 2",
    "form Come and see",
    "picture Elsewhere https://pictures.example/a.png",
  ]);
  expect(told(elementsFor("Neighbour", "Welcome")).slice(3)).toEqual([
    "list Loans 0",
    "number Tools 1",
    "number Kept 2",
    "number Lent 3",
    "form Borrow something",
    "form Come and see",
    "picture Elsewhere https://pictures.example/a.png",
  ]);
});

test("a dashboard leaves out what its reader may never see, and values keep their places", () => {
  expect(dashboardFor("Neighbour")).toEqual(["number Lent 0", "text Hours", "list Tools 3"]);
  expect(dashboardFor("Guide")).toEqual(["text Hours", "list Tools 3"]);
});

test("a page that begins with a picture begins with a hero; numbers stand in a row", () => {
  const { hero, blocks } = pagePartsOf(elementsFor(null, "Welcome").slice(1));
  expect([hero?.picture.title, hero?.lead]).toEqual(["The yard", "The shed is open."]);
  expect(blocks.map((block) => (block.kind === "prose" ? block.text : block.kind === "numbers" ? block.numbers.map(({ title }) => title) : block.kind))).toEqual([
    "Bring a bag.",
    ["Tools", "Kept"],
    "form",
    "pictures",
  ]);
  expect(pagePartsOf(elementsFor(null, "Plain"))).toEqual({ hero: null, blocks: [{ kind: "prose", text: "Only words." }] });
});
