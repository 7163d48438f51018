/** Parameters in routes of forms and after saving, offered actions, pages of secret links: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import type { Shows } from "@nonet/model";
import { read } from "../compile-points.ts";

const document = (table: string, section = "", more = ""): string => `# Journal

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
${table}

${section}

## 3. Entities and their fields

### Paper

- number: sequence \`P-{00}\`
- title: text, required
- editor: User
- link: secret link to My paper

### Rebuttal

- number: sequence \`R-{00}\`
- paper: Paper, required
- other paper: Paper
- words: text, required
${more}

## 4. States and transitions

### Rebuttal

| From | Action | To | Who |
|---|---|---|---|
| (new) | Send | sent | Author |
| sent | Take back | taken back | Author |

- Send asks for: note to the editor: text

## 6. Roles and permissions

- **Author**
`;

const showsOf = (text: string, name: string): Shows => read(text).screens.find((screen) => screen.name === name)!.shows;
const faults = (text: string): string[] => read(text).diagnostics;

describe("a parameter in the route of a form", () => {
  const page = "| /papers/:number | Paper | Paper | Author |";

  test("names the record to which the new one refers, by the name of the reference", () => {
    const shows = showsOf(document("| /papers/:paper/rebuttal | Rebut | form for Rebuttal | Author |"), "Rebut");
    expect(shows).toMatchObject({ kind: "form", parameters: [{ name: "paper", fills: "paper", entity: "Paper" }] });
  });

  test("is refused if it could name the record of two references", () => {
    const row = "| /papers/:number/rebuttal | Rebut | form for Rebuttal | Author |";
    expect(faults(document(row))).toEqual(['route-parameter at "number"']);
    expect(faults(document(`${page}\n${row}`))).toEqual(['route-parameter at "number"']);
    const one = document(`${page}\n${row}`).replace("- other paper: Paper\n", "");
    expect(showsOf(one, "Rebut")).toMatchObject({ parameters: [{ name: "number", fills: "paper" }] });
  });

  test("names the record on which an action runs", () => {
    expect(showsOf(document("| /rebuttals/:number/back | Back | form for Rebuttal: Take back | Author |"), "Back")).toMatchObject({
      parameters: [{ fills: null, entity: "Rebuttal" }],
    });
    expect(faults(document("| /rebuttals/:words/back | Back | form for Rebuttal: Take back | Author |"))).toEqual(['route-parameter at "words"']);
  });

  test("steps name the record's fields and what the creating action asks for", () => {
    const text = document("| /new | New | form for Rebuttal: Send | Author |", '### New\n\n- Step "What": paper, words\n- Step "Why": note to the editor');
    expect(faults(text)).toEqual([]);
    expect(showsOf(text, "New")).toMatchObject({ steps: [{ fields: ["paper", "words"] }, { fields: ["note to the editor"] }] });
  });
});

describe("a route after saving", () => {
  const form = "| /new | New | form for Rebuttal | Author |";
  const after = (target: string): string => `### New\n\n- After saving: ${target}`;

  test("is filled from the saved record, or from the one record to which it refers", () => {
    const own = document(`${form}\n| /rebuttals/:number | Rebuttal | Rebuttal | Author |`, after("/rebuttals/:number"));
    expect(showsOf(own, "New")).toMatchObject({ afterSaving: { route: "/rebuttals/:number", fills: [{ parameter: "number", path: ["number"] }] } });
    const referred = document(`${form}\n| /papers/:number | Paper | Paper | Author |`, after("Paper")).replace("- other paper: Paper\n", "");
    expect(showsOf(referred, "New")).toMatchObject({ afterSaving: { fills: [{ path: ["paper", "number"] }] } });
  });

  test("is refused where nothing or more than one record fills it in", () => {
    expect(faults(document(`${form}\n| /papers/:number | Paper | Paper | Author |`, after("/papers/:number")))).toEqual(['unfilled-parameter at "/papers/:number"']);
    expect(faults(document(`${form}\n| /people/:email | Person | User | Author |`, after("Person")))).toEqual(['unfilled-parameter at "Person"']);
  });
});

describe("offered actions", () => {
  const page = "| /papers/:number | Paper | Paper | Author |";
  const actions = (value: string): string => document(page, `### Paper\n\n- Actions: ${value}`).replace("- other paper: Paper\n", "");

  test("an action that creates a record which refers to the page's", () => {
    expect(showsOf(actions("Rebuttal: Send"), "Paper")).toMatchObject({ actions: [], offers: [{ entity: "Rebuttal", action: "Send", creates: true, through: "paper" }] });
  });

  test("an action of a record to which nothing leads is refused", () => expect(faults(actions("Rebuttal: Take back"))).toEqual(['offered-action at "Rebuttal: Take back"']));
});

test("a page that is only for bearer needs no parameter", () => {
  const text = document("| /mine | My paper | Paper | bearer |");
  expect(faults(text)).toEqual([]);
  expect(showsOf(text, "My paper")).toMatchObject({ parameter: null });
  expect(faults(document("| /mine | My paper | Paper | bearer, Author |"))).toEqual(['route-parameter at "/mine"']);
});
