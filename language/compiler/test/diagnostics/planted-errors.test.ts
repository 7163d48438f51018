/** One mistake gives one diagnostic, at its line. */
import { expect, test } from "vitest";
import { planted, said } from "../desk.ts";

/** The text to find, its replacement, the code, and how many lines below it the mistake is. */
const cases: readonly (readonly [string, string, string, number?])[] = [
  ["- deposit: money, at least 0\n", "- deposit: mony, at least 0\n", "unknown-type"],
  ["at most 120 characters", "at mst 120 characters", "unknown-attribute"],
  ["- Shown as: `number`", "- Shwn as: `number`", "unknown-attribute"],
  ["- loans: list of Loan by item", "- loans: list of Loan by thing", "unknown-field"],
  ["- photo: image", "- photo: image\n- name: text", "doubled-name", 1],
  ["- photo: image", "- photo: image\n- id: text", "reserved-name", 1],
  ["- photo: image", "- photo: image\n- 2nd name: text", "unusable-name", 1],
  ["- photo: image", "- photo: image, at least 2", "bound-without-measure"],
  ["- retired: yes/no, required, default no", "- retired: yes/no, required, default no\n- just words", "unreadable-line", 1],
  ["`item.daily fee * days`", "`item.dayly fee * days`", "unknown-field"],
  ['required when `condition = "damaged"`', 'required when `condition = "broken"`', "impossible-comparison"],
  ["sequence `IT-{0000}`", "sequence `IT-X`", "sequence-without-counter"],
  ["- days: integer = `(end date - start date).days + 1`", "- days: integer = `(end date - start date).days + 1`, required", "computed-with-input"],
  ["| approved | Hand out | out | Clerk |", "| approved | Hand out | out | Clark |", "unknown-role"],
  ['send "Loan approved"', 'send "Loan aproved"', "unknown-call"],
  ["set handed out at = `now()`", "put handed out at = `now()`", "unknown-statement"],
  ["set handed out at = `now()`", "set fee = `1`", "not-a-field"],
  ["set handed out at = `now()`", 'set state = `"returned"`', "not-a-field"],
  ["set handed out at = `now()`", "set handed out at = `today()`", "type-mismatch"],
  ["- Reject asks for:", "- Rejekt asks for:", "unknown-action"],
  ["- Return asks for: condition, damage notes, photos", "- Return asks for: condition, damage nots, photos", "unknown-field"],
  ["(after 2 days past `start date`)", "(after 2 working days past `start date`)", "no-calendar"],
  ["- Ends as: returned, rejected, cancelled", "- Ends as: rejected, cancelled", "dead-end", 9],
  ["| Dates in order | Loan |", "| Dates in order | Laon |", "unknown-entity"],
  ["| Not in the past | Loan, on create |", "| Not in the past | Loan, on Lend |", "unknown-action"],
  ["`days <= longest loan`", "`days <= longest lone`", "unknown-name"],
  ["`days <= longest loan`", "`days + longest loan`", "type-mismatch"],
  ["`not(item.retired)` | ITEM_RETIRED |", "`not(item.retired)` | |", "unreadable-value"],
  ["no overlap of `[start date..end date]` per item", "no overlap of `start date` per item", "unreadable-value"],
  ["| Loan: borrower |", "| Loan: borower |", "unknown-field"],
  ["read own, update own while requested", "read own, update own while requestd", "unknown-state"],
  ["read own, update own while requested", "read own, updt own while requested", "unknown-verb"],
  ["Own: a Loan is its borrower's.", "Own: a Loan is its item's.", "not-a-person"],
  ["- Subject: Your loan {number} is approved", "- Subject: Your loan {nmber} is approved", "unknown-name"],
  ["- Retries: 6 times", "- Retries: often", "unreadable-value"],
  ["- Signed with: bearer `secret payment key`", "- Signed with: a smile", "unreadable-value"],
  ["- Every: day at 07:00", "- Every: dusk", "unreadable-value"],
  ["- Request: POST `{payment address}/charges`", "- Requests: POST `{payment address}/charges`", "unknown-attribute"],
  ["- Finds: Loan where", "- Finds: Lone where", "unknown-entity"],
  ["| Rule | Entity | Must hold | Otherwise |", "| Rule | Entity | Must hold | Otherwise | Colour |", "unreadable-table"],
  ["| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|", "| Rule | Entity | Must hold | Otherwise | Colour |\n|---|---|---|---|---|", "unknown-column"],
];

test.each(cases.map((c) => [...c] as [string, string, string, number?]))("%s → %s: %s", (find, replacement, code, below = 0) => {
  const { text, line } = planted(find, replacement);
  const found = said(text).map((one) => one.replace(/ (error|warning) /, " "));
  expect(found).toContain(`${line + below} ${code}`);
});

test("a misspelt code is reported once, where it is used", () => {
  const { text, line } = planted("| DATES_REVERSED at end date |\n", "| DATES_REVRSED at end date |\n");
  expect(said(text)).toEqual([`${line} error unlisted-code`]);
});

test("an unused constant is a warning", () => {
  const { text, line } = planted("| upload size | 10 MB | per file |", "| upload size | 10 MB | per file |\n| tea time | 16:00 | |");
  expect(said(text)).toEqual([`${line + 1} warning unused-constant`]);
});

test("statements before the first section of a point are refused", () => {
  const { text, line } = planted("## 4. States and transitions\n", "## 4. States and transitions\n\n- Starts as: nowhere\n");
  expect(said(text)).toEqual([`${line + 2} error unreadable-line`]);
});

test("text below a bullet is read or refused", () => {
  const asked = planted("- Reject asks for: reason: long text, required", "- Reject asks for:\n  - reason: long text, required");
  expect(said(asked.text)).toEqual([]);
  const ignored = planted("- Shown as: `number`", "- Shown as: `number`\n  - and: more");
  expect(said(ignored.text)).toEqual([`${ignored.line + 1} error unreadable-line`]);
});

test("`do … with` a field that the action doesn't ask for is refused", () => {
  const { text, line } = planted("call Charge fee |", 'call Charge fee; do Reject on `this` with raison = `"no"` |');
  expect(said(text)).toEqual([`${line} error unknown-field`]);
});

test("own without an Own line grants nothing", () => {
  const { text } = planted("Own: a Loan is its borrower's.\n", "\n");
  expect(said(text).filter((one) => one.endsWith("no-own")).length).toBe(1);
});

test("every row of a machine that disagrees with point 6 is reported", () => {
  const lines = ["| Loan: Approve | – | – | – | all |", "| Loan: Reject | – | – | – | all |"];
  const one = planted("| User | – | read: name |", `${lines[0]}\n| User | – | read: name |`);
  expect(said(one.text).filter((each) => each.endsWith("who-disagrees")).length).toBe(1);
  const both = planted("| User | – | read: name |", `${lines.join("\n")}\n| User | – | read: name |`);
  expect(said(both.text).filter((each) => each.endsWith("who-disagrees")).length).toBe(2);
});
