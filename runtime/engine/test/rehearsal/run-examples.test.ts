/** Examples on the real engine: expectations are compared with what happens, and a failing one says what was seen. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runExamples, type ExampleResult } from "../../src/rehearsal/run-examples.ts";
import { deskText, freshFolder, productOf } from "../support/equipment-desk.ts";
import { valueOf } from "../support/outcome.ts";

const paid = deskText.replace("| payment address | not shown |", "| payment address | https://pay.example.test |");

const story = (title: string, steps: string): string =>
  `\nExample: ${title}\n${steps
    .trim()
    .split("\n")
    .map((line) => `- ${line.trim()}`)
    .join("\n")}\n`;

const good = [
  story(
    "an item can't be lent twice",
    `
    It is 2026-03-01 09:00
    Given an Item "Beamer" with daily fee 5
    Given a Loan of "Beamer" by "Ada" from 2026-03-02 to 2026-03-05, approved
    When Borrower "Bo" creates a Loan with item "Beamer", start date 2026-03-05, end date 2026-03-06
    Then ITEM_TAKEN
    When 2 days pass
    Then the Loan of "Ada" is approved
    And Borrower "Bo" can't see the Loan of "Ada"
    And "Loan approved" is not sent`,
  ),
  story(
    "a loan from first to last",
    `
    It is 2026-03-01 09:00
    Given a Clerk "Cleo"
    Given an Item "Beamer" with daily fee 12.50, deposit 100
    When Borrower "Bo" creates a Loan "first" with item "Beamer", start date 2026-03-01, end date 2026-03-03
    Then the fee of the Loan "first" is 37.50
    And the number of the Loan "first" is "LN-2026-00001"
    When "Cleo" approves the Loan "first"
    Then "Loan approved" is sent to "Bo"
    But "Loan rejected" is not sent
    When "Bo" does Hand out on the Loan "first"
    Then not permitted
    When Clerk "Cleo" hands out the Loan
    Then the Item "Beamer" is not available
    And "Loan approved" is not sent
    When "Cleo" returns the Loan with condition damaged
    Then required
    When Charge fee answers 500
    When "Cleo" returns the Loan with condition damaged, damage notes "A scratch"
    Then the Loan is returned
    And Charge fee is sent
    And the Loan has charge empty, days 3, damage notes "A scratch"
    When Charge fee answers 200 with { id: "ch-7" }
    When 1 hour passes
    Then the charge of the Loan is "ch-7"`,
  ),
  story(
    "a loan that nobody fetches lapses at the second midnight",
    `
    It is 2026-03-01 09:00
    Given a Loan "late" by "Ada" from 2026-03-02 to 2026-03-05, approved
    It is 2026-03-03 23:59
    Then the Loan "late" is approved
    When 1 minute passes
    Then the Loan "late" is cancelled
    And "Loan lapsed" is sent to "Ada"`,
  ),
  story(
    "what a unique field names is there already",
    `
    Given a Category "Cameras"
    Given an Item "Lens" with category "Cameras"
    When Manager "Mo" changes name of the Category "Cameras" to "Optics"
    Then the Item "Lens" has category "Optics"
    When Manager "Mo" creates a Category with name "Cameras"
    Given a Category "Cameras"
    Then the Item "Lens" has category "Optics"`,
  ),
  story(
    "a record by the title that the example gave it",
    `
    Given an Item "Beamer"
    When Borrower "Bo" creates a Loan "first" with item "Beamer", start date \`today()\`, end date \`today()\`
    When a Clerk approves "first"
    Then "first" is approved`,
  ),
  story(
    "a Given takes the record that a text mentions",
    `
    Given an Item "Beamer Epson"
    Given a Loan with item "Epson", start date 2026-03-02, end date 2026-03-05
    Then the number of Items is 1
    And the item of the Loan is "Beamer Epson"`,
  ),
  story(
    "a refusal at its field",
    `
    Given an Item "Beamer"
    When Borrower "Bo" creates a Loan with item "Beamer", start date \`today() + 2 days\`, end date \`today()\`
    Then DATES_REVERSED at end date
    And it is refused at end date
    When Borrower "Bo" creates a Loan with item "Beamer", start date \`today()\`
    Then required at end date
    Then it is refused with required`,
  ),
  story(
    "each example begins empty, with the initial records",
    `
    When a Manager creates an Item with name "Beamer", category "Laptops"
    Then the code of the Item is "IT-0001"
    When a Manager deletes the Item "Beamer"
    When Borrower "Bo" changes name of the User "Bo" to "Bob"
    Then the User "Bob" has name "Bob"`,
  ),
];

/** Each with the step that comes out otherwise. */
const bad: readonly (readonly [string, string, string, RegExp, RegExp])[] = [
  [
    "a record beside the one that a Given leaves out",
    `Given an Item "Beamer"\nGiven a Loan by "Bo" from 2026-03-02 to 2026-03-05, out\nThen the Item "Beamer" is not available`,
    'Then the Item "Beamer"',
    /available/,
    /\. A second Item was made for the Loan of line \d+, because that step names none$/,
  ],
  [
    "a record beside the one that a Given calls otherwise",
    `Given an Item "Beamer"\nGiven a Loan with item "Bema" by "Bo" from 2026-03-02 to 2026-03-05, out\nThen the Item "Beamer" is not available`,
    'Then the Item "Beamer"',
    /available/,
    /\. A second Item called "Bema" was made, because no other was called so$/,
  ],
  [
    "a text that mentions two records",
    `Given an Item "Beamer Epson"\nGiven an Item "Beamer Sony"\nGiven a Loan with item "Beamer"\nThen the number of Items is 2`,
    "Given a Loan",
    /the record can be created/,
    /2 records fit Item "Beamer"/,
  ],
  [
    "a mail with another subject",
    `Given an Item "Beamer"\nGiven a Loan of "Beamer" by "Bo" from 2026-03-02 to 2026-03-05, requested\nWhen a Clerk approves the Loan\nThen "Loan approved" is sent with subject "Bring it back"`,
    'Then "Loan approved"',
    /with subject "Bring it back"/,
    /it was sent to .*, subject ".+", body ".+"/s,
  ],
  [
    "a refusal that doesn't come",
    `Given an Item "Beamer"\nWhen Borrower "Bo" creates a Loan with item "Beamer", start date \`today()\`, end date \`today()\`\nThen ITEM_TAKEN`,
    "Then ITEM_TAKEN",
    /ITEM_TAKEN/,
    /it was done/,
  ],
  [
    "a refusal that nobody expects",
    `Given an Item "Old", retired\nWhen Borrower "Bo" creates a Loan with item "Old", start date \`today()\`, end date \`today()\`\nThen the Item "Old" is retired`,
    "When Borrower",
    /this is done/,
    /ITEM_RETIRED/,
  ],
  [
    "another refusal",
    `Given an Item "Old", retired\nWhen Borrower "Bo" creates a Loan with item "Old", start date \`today()\`, end date \`today()\`\nThen TOO_LONG`,
    "Then TOO_LONG",
    /TOO_LONG/,
    /ITEM_RETIRED/,
  ],
  [
    "a refusal at another field",
    `Given an Item "Beamer"\nWhen Borrower "Bo" creates a Loan with item "Beamer", start date \`today() + 2 days\`, end date \`today()\`\nThen DATES_REVERSED at start date`,
    "Then DATES_REVERSED",
    /DATES_REVERSED at startDate/,
    /DATES_REVERSED at endDate/,
  ],
  [
    "given records that overlap",
    `Given an Item "Beamer"\nGiven a Loan of "Beamer" by "Ada" from 2026-03-02 to 2026-03-05, approved\nGiven a Loan of "Beamer" by "Bo" from 2026-03-04 to 2026-03-06, approved\nThen there are 2 Loans`,
    'Given a Loan of "Beamer" by "Bo"',
    /the record can be created/,
    /`no overlap` hold.* … is already taken/,
  ],
  ["another value", `Given an Item "Beamer" with daily fee 5\nThen the daily fee of the Item "Beamer" is 6`, "Then the daily", /daily fee is 6/, /it is 5\.00/],
  ["another state", `Given a Loan by "Ada", approved\nThen the Loan is out`, "Then the Loan", /the Loan is out/, /it is approved/],
  ["a mail that didn't leave", `Given a Loan by "Ada"\nWhen a Clerk rejects the Loan with reason "no"\nThen "Loan approved" is sent`, 'Then "Loan', /is sent/, /not sent/],
  [
    "a mail to somebody else",
    `Given a Loan by "Ada"\nWhen a Clerk rejects the Loan with reason "no"\nThen "Loan rejected" is sent to "Bo"`,
    'Then "Loan',
    /sent to Bo/,
    /sent to ada/,
  ],
  ["a record that isn't there", `Then the Loan "x" is out\nWhen a Clerk approves the Loan "x"`, "Then the Loan", /is there/, /there is no Loan "x"/],
  [
    "a record that could be two",
    `Given a Loan by "Ada"\nGiven a Loan by "Bo"\nWhen a Clerk approves the Loan\nThen the Loan is approved`,
    "When a Clerk",
    /can be done/,
    /there are 2 matching records/,
  ],
  ["somebody who sees", `Given a Loan by "Ada"\nThen a Clerk can't see the Loan`, "Then a Clerk", /can't see/, /can$/],
  ["a clock that goes back", `Given an Item "Beamer"\nIt is 2001-01-01 09:00\nThen the Item "Beamer" is available`, "It is 2001", /it can be/, /only moves forward/],
];

const text = paid + good.join("") + bad.map(([title, steps]) => story(title, steps)).join("");
let results: readonly ExampleResult[];
const folder = freshFolder();

beforeAll(async () => {
  results = valueOf(await runExamples({ product: productOf(text), folder }));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("passing examples pass", () => {
  expect(results.slice(0, good.length).map((r) => `${r.title}: ${r.failure ? `${r.failure.expected} / ${r.failure.seen} (${r.failure.line})` : "passed"}`)).toEqual(
    good.map((g) => `${/Example: (.*)/.exec(g)![1]}: passed`),
  );
});

test.each(bad)("%s fails at its line", (title, _steps, begins, expected, seen) => {
  const result = results.find((r) => r.title === title)!;
  expect(result.failure).not.toBeNull();
  expect(text.split("\n")[result.failure!.line! - 1]).toContain(begins);
  expect(result.failure!.expected).toMatch(expected);
  expect(result.failure!.seen).toMatch(seen);
});
