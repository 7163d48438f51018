/** The sentences of points 1, 3, 6 and 9: text in, sentences out. */
import { expect, test } from "vitest";
import { defaultsInForce } from "@nonet/model";
import { lineMap } from "@nonet/source";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

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

### Client

- email: email, unique
- name: text

### Mailing list

- note: text
- address: email, unique

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

Own: a Question is its asked by's, a Team is its creator's.

Never: a Lawyer updates a stale Question: title, fee

Never: a Lawyer reads a Question: note while gone where \`n = 3 and fee > 2 EUR\`

Never: a Clerk updates an own Question

Never: anyone deletes a not stale Question

- Lawyers may create own Teams and read Teams: name
- Clerks may read and delete Teams, except own

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

/** The sentence of the line that begins like this. */
function saidAt(begin: string): string[] {
  const line = text.split("\n").findIndex((one) => one.startsWith(begin)) + 1;
  expect(line, begin).toBeGreaterThan(0);
  return all.flatMap(({ sentence, span }) => (span && places(span.from).line === line ? [sentence] : []));
}

test("the document has no errors", () => expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]));

test.each([
  ["- **Name**", ["The product is called Law Help."]],
  ["- **Language**", ["The language of the product is English (en-GB)."]],
  ["- **Time zone**", ["Dates and times are in the time zone Europe/Vienna."]],
  ["- **Currency**", ["Amounts of money are in EUR unless another currency is stated."]],
  ["- **Logo**", ["The product has no logo."]],
  ["- number: gapless", ['The field "number" of a Question is a gapless sequence number of the form Q-000, assigned on "Push off".']],
  ["- asked by", ['The field "asked by" of a Question is a User with the role Clerk, with the default me.']],
  ["- fee: ", ['The field "fee" of a Question is an amount of money in EUR, at least 0 EUR.']],
  ["- n: ", ['The field "n" of a Question is an integer, with the default 1, at least 1 and at most 9.']],
  ["### Topic", ["The product stores Topics.", 'A Topic is shown as its "name" (default 6).']],
  ["### Client", ["The product stores Clients.", 'A Client is shown as its "name" (default 6).']],
  ["### Mailing list", ["The product stores Mailing lists.", 'A Mailing list is shown as its "address" (default 6).']],
  ["### Jetty", ["The product stores Jetties.", 'A Jetty is shown as its "id" (default 6).']],
  ["### User", ["The product stores Users.", 'A User is shown as their "name" (default 6).']],
  ["- Shown as: `name`", ['A Team is shown as its "name".']],
  ["Never: a Lawyer updates", ['No Lawyer ever updates "title" and "fee" of a Question that is stale, whatever else is granted.']],
  ["Never: a Lawyer reads", ['No Lawyer ever reads "note" of a Question while it is gone and where n = 3 and fee > 2 EUR, whatever else is granted.']],
  ["Never: a Clerk", ["No Clerk ever updates a Question that is their own, whatever else is granted."]],
  ["Never: anyone", ["Nobody ever deletes a Question that isn't stale, whatever else is granted."]],
  ["- Lawyers may", ["A Lawyer may create their own Teams.", 'A Lawyer may read "name" of a Team.']],
  ["- Clerks may", ["A Clerk may read a Team (except own).", "A Clerk may delete a Team (except own)."]],
  [
    "| Question: note",
    [
      'A Clerk may fill in and change "note" of their own Questions (where n = 2).',
      'A Lawyer may read "note" of a Question.',
      'A Lawyer may change "note" of a Question.',
      'The field "note" of a Question is granted only by its own row.',
    ],
  ],
  ["| Question: hint", ['A Clerk may fill in "hint" of a Question.', 'A Lawyer may read "hint" of a Question.', 'The field "hint" of a Question is granted only by its own row.']],
  [
    "| Question: answer",
    ['A Clerk may read "answer" of a Question.', 'A Clerk may fill in and change "answer" of a Question.', 'The field "answer" of a Question is granted only by its own row.'],
  ],
  // The Lawyer makes no Question, but its pages, by what they may do with the Question's list of them.
  ["| Page: remark", ['A Lawyer may fill in and change "remark" of a Page.', 'The field "remark" of a Page is granted only by its own row.']],
  ['| "a;b"', ['When "kind" is "a;b" and "sum" is < 10 then < 20 from 2027-01-01, "excess" is 100 EUR, 120 EUR from 2026-07-01 then 130 EUR from 2027-07-01.']],
])("%s", (begin, sentencesThere) => expect(saidAt(begin)).toEqual(sentencesThere));

test("a field row is found by either of the verbs that it grants", () => {
  const row = all.find(({ sentence }) => sentence.startsWith('A Clerk may fill in and change "note"'))!;
  expect(row.what).toContain(": create Question");
  expect(row.what).toContain(": update Question");
});

const inForce = (document: string): number[] => defaultsInForce(compile([{ name: "spec.md", text: document }]).product).map(({ number }) => number);

test("a default is in force only if no line replaces it and the product has its subject", () => {
  const here = inForce(text);
  expect(here).toEqual(expect.arrayContaining([3, 4, 6, 15, 47, 54, 59]));
  for (const number of [1, 2, 5, 14, 16, 31, 37, 44]) expect(here).not.toContain(number);
  const open = inForce("# Specification: Nothing\n");
  expect(open).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 16]));
  expect(open).toEqual(expect.arrayContaining([114, 116, 117, 118, 119]));
  for (const number of [47, 54, 59, 113, 115]) expect(open).not.toContain(number);
});

test("an attribute that is not shown leaves its default in force", () => {
  expect(inForce(text.replace("Europe/Vienna", "not shown"))).toContain(1);
});
