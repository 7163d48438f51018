/** Wordings that are tried in several readings, one in the other: checking ends soon, with the document's other lines checked too. */
import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";

const document = (condition: string): string => `# Specification: Surgery

## 3. Entities and their fields

### Visit

- name: text, required
- paid: yes/no
- day: date
- starts at: date and time
- fee: number
- child: Child

### Child

- name: text, required

## 4. States and transitions

### Visit

| From | Action | To | Who | When |
|---|---|---|---|---|
| open | Do | done | Clerk | ${condition} |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Paid | Visit | \`nothing of the kind\` | NOT_PAID |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Visit, Child | all |
`;

const nested = (open: string, core: string, close: string): string => open.repeat(22) + core + close.repeat(22);

/** A reading that is tried and taken back reads its operands again: without a bound, each level would double the work, and 22 levels would take hours. */
test.each([
  nested("(", "fee > 1", ")"),
  nested("number of open Visits where (", "fee > 1", ") > 1"),
  nested("number of Visits of the child where (", "fee > 1", ") > 1"),
  nested("no other Visit of the same child where (", "fee > 1", ")"),
  nested("day is within 14 days of (", "day", ")"),
  nested("neither (", "paid", " nor paid)"),
  nested("either (", "paid", " or paid)"),
  nested("twice (", "fee", ")"),
  nested("sum of (", "fee", ") of Visits"),
  nested("first(", "Visit", ")"),
  nested("child belongs to (", "child", ")"),
  nested("24 hours have passed since (", "starts at", ")"),
  nested("working hours between (", "starts at", " and starts at)"),
  nested("day is (", "a Monday", " or a Tuesday)"),
  `day is ${"a Monday, ".repeat(300)}or a Tuesday`,
])("%s", (condition) => {
  const { diagnostics } = compile([{ name: "surgery.md", text: document(condition) }]);
  expect(diagnostics.some(({ message }) => message.includes("nothing"))).toBe(true);
});
