/** What a document says in words is explained as what the product does. */
import { describe, expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

const text = `# Shed

## 1. What the product does and for whom

- Sign-in: email and password

## 2. Screens

| Route | Screen | Shows | For | In menu |
|---|---|---|---|---|
| /mine | Mine | list of my Loan where state is not done | Clerk | yes |
| /loan/:id | Loan | record of Loan | Clerk | no |

### Loan

- Title: {reason} again

## 3. Data

### Loan

- holder: User, required
- reason: text, personal of holder
- asked on: date, not in the future
- starts at: date and time, required, must be in the future
- from: date, required, default today
- due on: date, required
- depth: number, required unless due on is empty
- longer: yes/no, default no
- Erasing: not while longer

## 4. States

### Loan

- Starts as: out
- Ends as: done
- Colours: out red

| From | Action | To | Who | Guard | Effects |
|---|---|---|---|---|---|
| out | Extend | out | Clerk own | not longer | increase due on by 7 days |
| out | Return | done | Clerk | unless \`depth is not empty\`, else TOO_DEEP | |
| out | (when due on has passed) | done | system | | |

- Return must be confirmed: Is it whole?

## 5. Rules

| Rule | Entity | Must hold | Error |
|---|---|---|---|
| Ahead | Loan, on create | today is at least 14 days before due on | TOO_SOON |

## 6. Roles and permissions

- **Clerk** — lends

Own: a Loan is its holder's.

| Entity | Clerk |
|---|---|
| Loan | all, Extend own, Return |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_DEEP | 422 | Too deep. |
| TOO_SOON | 422 | Too soon. |
`;

const said = sentences(compile([{ name: "spec.md", text }]).product).map(({ sentence }) => sentence);

describe("wordings", () => {
  test.each([
    ['"Mine" shows only records where holder = me and state != "done".'],
    ['Its title is "{reason} again".'],
    ['The field "asked on" of a Loan is a date, at most today.'],
    ['The field "starts at" of a Loan is a date and time, required and at least the current time.'],
    ['The field "from" of a Loan is a date, required and with the default today().'],
    ['The field "depth" of a Loan is a number, required when due on != null.'],
    ['The personal data in a Loan can\'t be erased while "longer" is yes.'],
    ['A Loan can have the state "out", shown in red.'],
    ['When a Clerk (own records) runs "Extend" on an out Loan while "longer" is no, it stays out, and its "due on" is set to due on + 7 days.'],
    ['When a Clerk runs "Return" on an out Loan while depth = null, it becomes done; otherwise it is refused with TOO_DEEP.'],
    ['An out Loan changes automatically when "due on" has passed, at the end of that day: it becomes done.'],
    ['Before "Return" runs on a Loan, the person confirms: "Is it whole?".'],
    ["For a Loan that is created, today() <= due on - 14 days must hold; otherwise the change is refused with TOO_SOON."],
  ])("%s", (sentence) => expect(said).toContain(sentence));

  test("a right that is granted twice is said once", () => expect(said.filter((one) => one.includes('may run "Return"'))).toHaveLength(1));

  test("`all` grants the actions whose Who is empty, and no others", () => {
    const runs = (who: string): string[] => {
      const changed = text.replace("| Loan | all, Extend own, Return |", "| Loan | all |").replace("| out | Return | done | Clerk |", `| out | Return | done | ${who} |`);
      return sentences(compile([{ name: "spec.md", text: changed }]).product).flatMap(({ sentence }) => (sentence.includes("may run") ? [sentence] : []));
    };
    expect(runs("Clerk")).toEqual([]);
    expect(runs("")).toEqual(['A Clerk may run "Return" on a Loan.']);
  });
});

test("a condition before a loop is a condition of the loop", () => {
  const desk = (then: string): string =>
    `# Desk\n\n## 3. Entities\n\n### Job\n- rush: yes/no, required\n- lines: list of Line by job\n\n### Line\n- job: Job, required\n- note: text\n\n## 4. States\n\n### Job\n| From | Action | To | Who | Then |\n|---|---|---|---|---|\n| open | Close | closed | | ${then} |\n`;
  for (const then of ['if rush, for each l in lines: set l.note = "x"', 'when rush: for each l in lines: set l.note = "x"']) {
    const machine = compile([{ name: "desk.md", text: desk(then) }]).product.machines[0]!;
    expect(machine.transitions[0]!.then.map(({ kind, when }) => [kind, when?.kind])).toEqual([["for each", "path"]]);
  }
});
