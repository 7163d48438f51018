/** What a document's lines are said as: text in, sentences out. */
import { expect, test } from "vitest";
import { defaultsInForce } from "@nonet/model";
import { lineMap } from "@nonet/source";
import { compile } from "../src/checker.ts";
import { sentences } from "../src/explain/explain.ts";

const text = `# Specification: Law Desk

## 1. What the product does and for whom

- **Name**: Law Help
- **Language**: en-GB
- **Time zone**: Europe/Vienna
- **Currency**: EUR
- **Logo**: none

## 3. Entities and their fields

### Question

- number: gapless sequence \`Q-{000}\`, taken on Push off
- title: text, required
- asked by: User with role Clerk, default \`me\`
- fee: money, non-negative
- n: integer, at least 1, at most 9, default 1
- note: text
- hint: text
- answer: text

### Page (part of Question)

- heading: text
- remark: text

### Topic

- name: text, required, unique

### Jetty (plural Jetties)

- berths: integer

### Team

- code: text, unique
- name: text
- Shown as: \`name\`

### User

- phone: phone

## 4. States and transitions

### Question

- Starts as: open
- Ends as: gone

| From | Action | To | Who |
|---|---|---|---|
| open | Push off | gone | Clerk |

## 6. Roles and permissions

- **Clerk** — asks
- **Lawyer** — answers

A Question is stale when \`n > 5\`.

Own: a Question is its asked by's.

Never: a Lawyer updates a stale Question: title, fee

Never: a Lawyer reads a Question: note while gone where \`n = 3 and fee > 2 EUR\`

Never: a Clerk updates an own Question

Never: anyone deletes a not stale Question

| | Clerk | Lawyer |
|---|---|---|
| Question | create, read, update own, delete | read, update |
| Question: note | update own where \`n = 2\` | read, update |
| Question: hint | create | read |
| Question: answer | all | – |
| Page: remark | – | update |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| session length | 8 hours | a working day |

### Cover

| kind | sum | → excess |
|---|---|---|
| "a;b" | < 10; < 20 from 2027-01-01 | 100 EUR; 120 EUR from 2026-07-01; 130 EUR from 2027-07-01 |
| - | - | not shown |
`;

const { product, diagnostics } = compile([{ name: "spec.md", text }]);
const all = sentences(product);
const places = lineMap(text);

/** What is said of the line that begins so. */
function saidAt(begin: string): string[] {
  const line = text.split("\n").findIndex((one) => one.startsWith(begin)) + 1;
  expect(line, begin).toBeGreaterThan(0);
  return all.flatMap(({ sentence, span }) => (span && places(span.from).line === line ? [sentence] : []));
}

test("the document is one without errors", () => expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]));

test.each([
  ["- **Name**", ["The product is called Law Help."]],
  ["- **Language**", ["The product speaks English (en-GB)."]],
  ["- **Time zone**", ["Days and times of the day are those of Europe/Vienna."]],
  ["- **Currency**", ["An amount of money is in EUR where no other currency is said."]],
  ["- **Logo**", ["The product has no logo."]],
  ["- number: gapless", ["The number of a Question is a gapless running number of the form Q-000, taken on Push off."]],
  ["- asked by", ["The asked by of a Question is a User with role Clerk, at first me."]],
  ["- fee: ", ["The fee of a Question is an amount of money in EUR, at least 0."]],
  ["- n: ", ["The n of a Question is an integer, at first 1, at least 1 and at most 9."]],
  ["### Topic", ["The product keeps Topics.", "A Topic is shown as its name (default 6)."]],
  ["### Jetty", ["The product keeps Jetties.", "A Jetty is shown as its id (default 6)."]],
  ["### User", ["The product keeps Users.", "A User is shown as their name (default 6)."]],
  ["- Shown as: `name`", ["A Team is shown as name."]],
  ["Never: a Lawyer updates", ["No Lawyer ever updates the title and fee of a Question that is stale, whatever else is granted."]],
  ["Never: a Lawyer reads", ["No Lawyer ever reads the note of a Question while it is gone and where n = 3 and fee > 2 EUR, whatever else is granted."]],
  ["Never: a Clerk", ["No Clerk ever updates a Question that is their own, whatever else is granted."]],
  ["Never: anyone", ["Nobody ever deletes a Question that isn't stale, whatever else is granted."]],
  [
    "| Question: note",
    [
      "Clerk may fill in and change the note of a Question (update own where n = 2).",
      "Lawyer may read the note of a Question.",
      "Lawyer may change the note of a Question.",
      "The note of a Question is given only where its own row gives it.",
    ],
  ],
  [
    "| Question: hint",
    ["Clerk may fill in the hint of a Question.", "Lawyer may read the hint of a Question.", "The hint of a Question is given only where its own row gives it."],
  ],
  [
    "| Question: answer",
    ["Clerk may read the answer of a Question.", "Clerk may fill in and change the answer of a Question.", "The answer of a Question is given only where its own row gives it."],
  ],
  // The Lawyer makes no Question, but its pages, by what they may do with the Question's list of them.
  ["| Page: remark", ["Lawyer may fill in and change the remark of a Page.", "The remark of a Page is given only where its own row gives it."]],
  ['| "a;b"', ['Where kind is "a;b" and sum is < 10 then < 20 from 2027-01-01, excess is 100 EUR, 120 EUR from 2026-07-01 then 130 EUR from 2027-07-01.']],
])("%s", (begin, sentencesThere) => expect(saidAt(begin)).toEqual(sentencesThere));

test("a field's row is found by either of the verbs that it grants", () => {
  const row = all.find(({ sentence }) => sentence.startsWith("Clerk may fill in and change the note"))!;
  expect(row.what).toContain(": create Question");
  expect(row.what).toContain(": update Question");
});

const inForce = (document: string): number[] => defaultsInForce(compile([{ name: "spec.md", text: document }]).product).map(({ number }) => number);

test("a default stands only where no line takes its place and the product has what it is about", () => {
  const here = inForce(text);
  expect(here).toEqual(expect.arrayContaining([3, 4, 6, 15, 47, 54, 59]));
  for (const number of [1, 2, 5, 14, 16, 31, 37, 44]) expect(here).not.toContain(number);
  const open = inForce("# Specification: Nothing\n");
  expect(open).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 16]));
  for (const number of [47, 54, 59]) expect(open).not.toContain(number);
});

test("an attribute that is not shown leaves its default in force", () => {
  expect(inForce(text.replace("Europe/Vienna", "not shown"))).toContain(1);
});
