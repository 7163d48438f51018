/** A total over a field that can be empty is reported, and its fix removes the diagnostic. */
import { expect, test } from "vitest";
import { compile } from "../../../../../tests/compile-again.ts";

const specification = (value: string): string => `# Specification: Gaps

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Board | dashboard | everyone |

### Board

${value}

## 3. Entities and their fields

### Boss
- name: text, required
- fee: number

### Job
- kind: one of (a, b), required
- size: number, required
- pay: number
- boss: Boss
`;

function told(text: string): readonly { at: string; fixed: string | undefined }[] {
  return compile([{ name: "gaps.md", text }])
    .diagnostics.filter((each) => each.severity === "error" || each.code === "total-can-be-empty")
    .map((each) => ({
      at: text.slice(each.span.from, each.span.to),
      fixed: each.fixes[0]?.edits.toReversed().reduce((all, edit) => all.slice(0, edit.span.from) + edit.text + all.slice(edit.span.to), text),
    }));
}

test.each([
  ["sum(Job.pay)", "sum(Job[pay != null].pay)"],
  ['sum(Job[kind = "a" or size > 3].pay)', 'sum(Job[(kind = "a" or size > 3) and pay != null].pay)'],
  ['mean(Job[kind = "a"].pay)', 'mean(Job[kind = "a" and pay != null].pay)'],
  ["max(Job.boss.fee)", "max(Job[boss.fee != null].boss.fee)"],
])("%s", (expression, mended) => {
  const [gap, ...others] = told(specification(`- Number "Pay": \`${expression}\``));
  expect([gap!.at, others]).toEqual([expression, []]);
  expect(gap!.fixed).toContain(`\`${mended}\``);
  expect(told(gap!.fixed!)).toEqual([]);
});

test("an aggregate without empty values is not reported", () => {
  for (const expression of ["sum(Job.size)", "count(Job.pay)", "sum(for j in Job return if j.pay = null then 0 else j.pay)", "sum(Job[pay > 3].pay)"])
    expect(told(specification(`- Number "Pay": \`${expression}\``))).toEqual([]);
});

test("an aggregate in a chart", () => {
  expect(told(specification('- Chart "Pay": bars of `sum(Job.pay)` by kind'))).toHaveLength(1);
  expect(told(specification('- Chart "Pay": bars of `sum(Job[pay != null].pay)` by kind'))).toEqual([]);
});

test("a total of totals is reported at the inner total", () => {
  const text = specification('- Number "Pay": `sum(Boss.owed)`').replace("- fee: number\n", "- fee: number\n- jobs: list of Job by boss\n- owed: number = `sum(jobs.pay)`\n");
  expect(told(text).map(({ at }) => at)).toEqual(["sum(jobs.pay)"]);
});
