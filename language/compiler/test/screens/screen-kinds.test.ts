/** Point 2's timelines, trees, forms and pages: their model, and what is refused. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const text = (rows: string, sections = ""): string => `# Specification: T

## 1. What the product does and for whom

For whom:

- **Clerk** — works

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
${rows}

${sections}

## 3. Entities and their fields

### Place

- name: text, required, unique
- parent: Place
- loans: list of Loan by place

### Loan

- number: sequence \`{0000}\`
- place: Place, required
- start: date, required
- end: date
- note: text

## 4. States and transitions

### Loan

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | closed | Clerk | | |

- Close asks for: note

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Place | all |
| Loan | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

const compiled = (rows: string, sections?: string) => compile([{ name: "t.md", text: text(rows, sections) }]);
const errors = (rows: string, sections?: string): string[] =>
  compiled(rows, sections)
    .diagnostics.filter((d) => d.severity === "error")
    .map((d) => `${d.code}: ${d.message}`);
// oxlint-disable-next-line typescript/no-explicit-any -- each kind of screen has other details
const shows = (rows: string, sections?: string): any => {
  expect(errors(rows, sections)).toEqual([]);
  return compiled(rows, sections).product.screens[0]!.shows;
};

describe("screens", () => {
  it("reads a timeline, with `by` before or after the dates", () => {
    for (const words of ["timeline of Loan by place from start to end where `note != null`", "timeline of Loan from start to end by place where `note != null`"]) {
      const { kind, by, from, to, where } = shows(`| /t | T | ${words} | Clerk |`);
      expect([kind, by.path, from.path, to.path, where !== null]).toEqual(["timeline", ["place"], ["start"], ["end"], true]);
    }
    expect(errors("| /t | T | timeline of Loan by place from start | Clerk |")).toEqual([
      'unknown-kind: "timeline of Loan by place from start" isn\'t what a screen can show yet: `to` is missing.',
    ]);
    expect(errors("| /t | T | timeline of Loan by place from note to end | Clerk |")).toEqual(['unsuitable-field: "note" is not a date.']);
  });

  it("reads a tree only by a parent of the same entity", () => {
    expect(shows("| /t | T | tree of Place by parent | Clerk |").by.path).toEqual(["parent"]);
    expect(errors("| /t | T | tree of Loan by place | Clerk |")).toEqual(["unsuitable-field: \"place\" doesn't refer to Loan, so it can't be the parent in a tree."]);
  });

  it("reads Prefill and Show … when of a form", () => {
    const form = shows("| /n | New | form for Loan | Clerk |", '### New\n\n- Prefill: note = `"hello"`\n- Show note when `end != null`\n');
    expect([form.prefill[0].field, form.showWhen[0].field]).toEqual(["note", "note"]);
    expect(errors("| /n | New | form for Loan | Clerk |", "### New\n\n- Show nots when `end != null`\n")).toEqual([
      expect.stringMatching(/^unknown-field-shown: .*Did you mean "note"/),
    ]);
  });

  it("the form of an action can have a record parameter in its route", () => {
    expect(shows("| /loans/:number/close | Close it | form for Loan: Close | Clerk |").action).toBe("Close");
    expect(errors("| /loans/:number/new | New | form for Loan | Clerk |")).toEqual([expect.stringMatching(/^route-parameter/)]);
  });

  it("reads a table of attributes like bullets", () => {
    const bullets = shows("| /l | L | list of Loan | Clerk |", "### L\n\n- Columns: number, place\n- Group by: place\n- Page size: 7\n- Import: csv\n");
    for (const table of [
      "| Attribute | Value |\n|---|---|\n| Columns | number, place |\n| Group by | place |\n| Page size | 7 |\n| Import | csv |",
      "| Page size | Columns | Import | Group by |\n|---|---|---|---|\n| 7 | number, place | csv | place |",
    ]) {
      const { list } = shows("| /l | L | list of Loan | Clerk |", `### L\n\n${table}\n`);
      expect([list.columns.map((c: { path: string[] }) => c.path), list.groupBy.path, list.pageSize, list.import]).toEqual([
        bullets.list.columns.map((c: { path: string[] }) => c.path),
        bullets.list.groupBy.path,
        bullets.list.pageSize,
        bullets.list.import,
      ]);
    }
    const record = shows("| /p/:name | P | Place | Clerk |", "### P\n\n| Section | Fields |\n|---|---|\n| Main | name |\n| Where | parent |\n");
    expect(record.sections.map((s: { title: string }) => s.title)).toEqual(["Main", "Where"]);
    expect(errors("| /l | L | list of Loan | Clerk |", "### L\n\n| Colums | Sort |\n|---|---|\n| number | start |\n")).toEqual([
      expect.stringMatching(/^unknown-column: .*Did you mean "Columns"/),
    ]);
  });

  it("the text below the heading of a page is its content", () => {
    const { product } = compiled("| /p | Rules | page | Clerk |", "### Rules\n\nRead this:\n\n- Name: of the *thing*\n\n| A | B |\n|---|---|\n| 1 | 2 |\n");
    expect(errors("| /p | Rules | page | Clerk |", "### Rules\n\nRead this:\n\n- Name: of the *thing*\n")).toEqual([]);
    expect(product.screens[0]!.prose).toBe("Read this:\n\n- Name: of the *thing*\n\n| A | B |\n|---|---|\n| 1 | 2 |");
  });
});
