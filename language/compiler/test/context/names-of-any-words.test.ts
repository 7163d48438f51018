/** Names may consist of any words, keywords and prepositions included, wherever an expression can use them. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const document = (fields: string, more = ""): string => `# T

## 1. What the product does and for whom

- Name: T

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Animals | list of Animal where in the house and not(on show) | everyone |
| /animals/:id | Animal page | Animal | everyone |

### Animals

- Columns: name, age in months, Every km, Return reason
- Highlight: red when \`if needed and every km > 3\`

### Animal page

- Title: {name}, {age in months} months, {for.email}

## 3. Entities and their fields

### Animal

- name: text, required
- age in months: integer
- in the house: yes/no, required
- on show: yes/no, required
- in time: yes/no = \`every km in [1, 2] and some a in Animal[in the house] satisfies a.on show\`
- Every km: integer, required
- Return reason: text, required when \`in the house\`
- if needed: yes/no, required
- for: User, required
- not: yes/no
- driver's licence: text
- starts at: date and time
- number of seats: integer, between 1 and 9
${fields}

### Return

- animal: Animal, required
- why: text = \`animal.Return reason\`

## 4. States and transitions

not shown

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Few | Animal | count(Animal[in the house and Return reason = this.Return reason]) < 5 | FEW at in time |
| Licence | Animal | driver's licence != name | FEW |
${more}

## 6. Roles and permissions

not shown

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| FEW | 409 | Too many are {age in months} months old. |

## 9. Business constants and limits

| Name | Value |
|---|---|
| in house time | 30 minutes |
`;

const errorsOf = (text: string): string[] =>
  compile([{ name: "t.md", text }])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, span, message, fixes }) => `${code} at "${text.slice(span.from, span.to)}": ${message} ${fixes.map((fix) => fix.title).join("; ")}`.trim());

test("a name may contain keywords and prepositions", () => {
  expect(errorsOf(document(""))).toEqual([]);
});

test.each([
  ["- 2nd visit: date", "unusable-name"],
  ["- fee %: number", "unusable-name"],
  ["- a + b: number", "unusable-name"],
  ["- true: yes/no", "unusable-name"],
])("%s can't be a name", (line, code) => {
  expect(errorsOf(document(line)).map((error) => error.split(" ")[0])).toEqual([code]);
});

test("a misspelled name with keywords is one mistake, with the right name as its fix", () => {
  const text = document("", "| Old | Animal | age in month > 3 and not(in the hose) | FEW |");
  expect(errorsOf(text)).toEqual([
    'unknown-name at "age in month": There is no name `age in month` here. Did you mean `age in months`? Change to `age in months`',
    'unknown-name at "in the hose": There is no name `in the hose` here. Did you mean `in the house`? Change to `in the house`',
  ]);
});

test("words of the language bind only as whole words", () => {
  const text = document("- rest: duration, default 30 minutes, minimal 3");
  expect(errorsOf(text).map((error) => error.split(":")[0])).toEqual(['unknown-attribute at "minimal 3"']);
});
