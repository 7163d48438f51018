/** Examples: every form of step, and a precise error for unreadable and ambiguous steps. */
import { expect, test } from "vitest";
import type { Example } from "@nonet/model";
import { compiled, desk } from "../desk.ts";
import { told } from "./told-steps.ts";

const withSteps = (steps: string, title = "a story"): string =>
  `${desk}\nExample: ${title}\n${steps
    .trim()
    .split("\n")
    .map((line) => `- ${line.trim()}`)
    .join("\n")}\n`;

/** The example's steps as short lines. */
function read(steps: string): string[] {
  const { product, diagnostics } = compiled(withSteps(steps));
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return (product.examples.at(-1) as Example).steps.map(told);
}

/** `code: message` of each error. */
const errors = (steps: string): string[] =>
  compiled(withSteps(steps))
    .diagnostics.filter((d) => d.severity === "error")
    .map((d) => `${d.code}: ${d.message}`);

test("the example in the notation is read as documented", () => {
  expect(
    read(`
    It is 2026-03-01 09:00
    Given an Item "Beamer" with daily fee 5
    Given a Loan of "Beamer" by "Ada" from 2026-03-02 to 2026-03-05, approved
    When Borrower "Bo" creates a Loan with item "Beamer", start date 2026-03-05, end date 2026-03-06
    Then ITEM_TAKEN
    When 2 days pass
    Then the Loan of "Ada" is approved
    And Borrower "Bo" can't see the Loan of "Ada"
    And "Loan approved" is not sent
  `),
  ).toEqual([
    "clock 2026-03-01T09:00:00",
    "given Item name=Beamer, daily fee=5 @start",
    'given Loan item=Item "Beamer", borrower=User "Ada", start date=2026-03-02, end date=2026-03-05 @approved',
    'Borrower/Bo creates Loan item=Item "Beamer", start date=2026-03-05, end date=2026-03-06',
    "refused ITEM_TAKEN",
    "pass P2D",
    'Loan[borrower=User "Ada"] is approved',
    'Borrower/Bo doesn\'t see Loan[borrower=User "Ada"]',
    "Loan approved not sent",
  ]);
});

test("every other form of step", () => {
  expect(
    read(`
    Given a Clerk "Cleo"
    Given an Item "Tent" with daily fee 1,000.50 and category "Tools", retired
    Given a Loan "first" by "Ada" with start date 2026-03-02, end date \`date("2026-03-02") + duration("P3D")\`
    When "Cleo" hands out the Loan of "Ada"
    Then not permitted
    When a Clerk does Return on the Loan "first" with condition damaged, damage notes "a scratch, and a dent"
    When Charge fee answers 503
    When Charge fee answers 200 with { id: "ch-1" }
    When "Ada" changes end date of the Loan "first" to 2026-03-09
    When Clerk "Cleo" changes the Item "Tent" with deposit 20, daily fee 3
    When a Manager deletes Item "Tent"
    When 36 hours pass
    Then the fee of the Loan "first" is 37.50
    And the Loan of "Ada" has days 3 and charge empty
    And the Item "Tent" is not available
    And "Ada" can see the damage notes of the Loan "first"
    And Charge fee is called
    But "Loan lapsed" is sent to "Ada"
  `),
  ).toEqual([
    "given User name=Cleo, roles=list @start",
    'given Item name=Tent, category=Category "Tools", daily fee=1000.50, retired=true @start',
    'given Loan borrower=User "Ada", start date=2026-03-02, end date=binary @start',
    '?/Cleo does Hand out on Loan[borrower=User "Ada"] asked()',
    "refused not-permitted",
    'Clerk/- does Return on Loan "first" asked(condition=damaged, damage notes=a scratch, and a dent)',
    "Charge fee answers 503",
    "Charge fee answers 200 context",
    'Borrower/Ada changes Loan "first": end date=2026-03-09',
    'Clerk/Cleo changes Item "Tent": daily fee=3, deposit=20',
    'Manager/- deletes Item "Tent"',
    "pass PT36H",
    'Loan "first".fee = 37.50',
    'Loan[borrower=User "Ada"].days = 3',
    'Loan[borrower=User "Ada"].charge = null',
    'Item "Tent".available = false',
    'Borrower/Ada sees Loan "first".damage notes',
    "Charge fee sent",
    "Loan lapsed sent to Ada",
  ]);
});

const orders = `# Specification: Orders

## 3. Entities and their fields

### Centre

- code: text, required, unique
- owner: User, required
- deputy: User

### Budget

- centre: Centre, required
- year: integer, required
- amount: number, required

### Order

- number: sequence \`RQ-{0000}\`
- requester: User, required, default \`me\`
- centre: Centre, required
- due: date
- lines: list of Line by order

### Line (part of Order)

- description: text, required
- quantity: number, required
- price: number, required

## 4. States and transitions

### Order

- Starts as: draft
- Ends as: sent

| From | Action | To | Who |
|---|---|---|---|
| draft | Submit | sent | Requester own |

## 6. Roles and permissions

- **Requester**

Own: an Order is its requester's.

| Entity | Requester |
|---|---|
| Order | create, read own, update own |
`;

const orderSteps = (steps: string): string[] =>
  allTold(
    compiled(
      `${orders}\nExample: x\n${steps
        .trim()
        .split("\n")
        .map((l) => `- ${l.trim()}`)
        .join("\n")}\n`,
    ),
  );
const allTold = ({ product, diagnostics }: ReturnType<typeof compiled>): string[] => [
  ...diagnostics.filter((d) => d.severity === "error").map((d) => d.message),
  ...(product.examples[0]?.steps ?? []).map(told),
];

test("prepositions resolve by reference, by type and by sequence number; `and a line` adds parts", () => {
  expect(
    orderSteps(`
    Given a Centre "4711" with owner "Olga"
    Given a Budget of "4711" for 2026 with amount 1,000
    Given an Order of "Rosa" on "4711" with due 2026-05-01 and a line "Chair", quantity 1, price 100.01 and a line "Desk", quantity 2, price 5, draft
    Given an Order "RQ-0007" on "4711"
    When "Rosa" submits the Order with the line "Chair"
    Then the Order of "Rosa" is sent
  `),
  ).toEqual([
    'given Centre code=4711, owner=User "Olga" @start',
    'given Budget centre=Centre "4711", year=2026, amount=1000 @start',
    'given Order requester=User "Rosa", centre=Centre "4711", due=2026-05-01 +lines(description=Chair, quantity=1, price=100.01) +lines(description=Desk, quantity=2, price=5) @draft',
    'given Order number=RQ-0007, centre=Centre "4711" @start',
    'Requester/Rosa does Submit on Order[lines=Line "Chair"] asked()',
    'Order[requester=User "Rosa"] is sent',
  ]);
});

test("an unreadable step reports the place and the nearest valid form", () => {
  expect(errors('Given a Loann "x"')).toEqual(['unreadable-step: "Loann" is not an entity of point 3. Did you mean "Loan"?']);
  expect(errors('Given a Loan "x" by "Ada"\nThen "y" is approved')).toEqual(['unreadable-step: "y" needs the name of an entity before it.']);
  expect(errors('Given a Loan "x" by "Ada"\nGiven an Item "x"\nThen Clerk "C" can see "x"')[0]).toMatch(/^ambiguous-step: .*"x".*a Loan or a Item|ambiguous-step/);
  expect(errors('Given a Loan "x" by "Ada"\nGiven an Item "x"\nThen "x" is approved')).toEqual([]);
  expect(errors('Given a Loan "x" by "Ada"\nThen "x" is approved')).toEqual([]);
  expect(errors("Given a Loan with colour red")[0]).toMatch(/unreadable-step: "colour red" is neither a field nor a state of Loan/);
  expect(errors("Given a Loan with days 3")[0]).toMatch(/days of Loan is computed/);
  expect(errors('When Clerk "C" aproves the Loan')[0]).toMatch(/not something that a person can do\. Did you mean "approves"\?/);
  expect(errors("When Bob approves the Loan")[0]).toMatch(/"Bob" is neither a role of point 6 nor a name in quotation marks/);
  expect(errors('When Clerk "C" approves the Item "x"')).toEqual(["unknown-action: Item has no action Approve; it belongs to Loan."]);
  expect(errors("When a Clerk approves the Loan\nThen the Loan is aproved")[0]).toBe('unknown-state: Loan has no state "aproved". Did you mean "approved"?');
  expect(errors("When a Clerk approves the Loan\nThen ITEM_TAKE")[0]).toBe('unlisted-code: Point 8 has no code ITEM_TAKE. Did you mean "ITEM_TAKEN"?');
  expect(errors('When a Clerk approves the Loan\nThen "Loan aproved" is sent')[0]).toMatch(/unknown-call: .*Did you mean "Loan approved"\?/);
  expect(errors("Whenever it rains")).toEqual(['unreadable-step: A step can\'t begin with "Whenever".']);
  expect(errors("Given a Loan\nThen ITEM_TAKEN")[0]).toMatch(/must directly follow a `When`/);
  expect(errors("When Charge fee answers soon")[0]).toMatch(/must be from 100 to 599/);
  expect(errors("It is spring")).toHaveLength(1);
});

test("of two unknown names, the one after `by` is the person", () => {
  const then = '\nThen the Loan has item "Beamer"\nAnd Borrower "Ada" can see the Loan of "Ada"';
  const steps = (given: string): string[] => read(given + then).slice(0, 1);
  expect(steps('Given a Loan of "Beamer" by "Ada"')).toEqual(['given Loan item=Item "Beamer", borrower=User "Ada" @start']);
  expect(steps('Given a Loan by "Ada" of "Beamer"')).toEqual(['given Loan item=Item "Beamer", borrower=User "Ada" @start']);
});

test("an ambiguous step reports both readings", () => {
  expect(errors('Given a Loan by "Ada" on 2026-03-02')).toEqual(['ambiguous-step: 2026-03-02 after "on" could be start date or end date of Loan.']);
  const two = compiled(`${orders}\nExample: x\n- Given a Centre "1" by "Olga"\n- When "Olga" submits the Order\n`).diagnostics.filter((d) => d.severity === "error");
  expect(two.map((d) => d.message)).toEqual(['"Olga" after "by" could be owner or deputy of Centre.']);
});

test("an example with an invalid step is left out with one diagnostic", () => {
  const { product, diagnostics } = compiled(`${withSteps("Given a Lone\nWhen a Clerk approves the Loan")}\nExample: good\n- When a Clerk approves the Loan\n`);
  expect(product.examples.map((e) => e.title)).toEqual(["good"]);
  expect(diagnostics.filter((d) => d.code.endsWith("step"))).toHaveLength(1);
  const empty = compiled(`${desk}\nExample: nothing\n\nJust prose.\n`);
  expect(empty.diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual(["The example has no steps."]);
});

const whole = [
  'Given a Centre "4711" with owner "Olga"',
  'Given an Order "RQ-0007" of "Rosa" on "4711" with due 2026-05-01 and a line "Chair", quantity 1, price 100.01, draft',
  'When Requester "Rosa" creates an Order on "4711" with due 2026-05-01, a line "Chair", quantity 1, price 2',
  'When "Rosa" submits the Order with the line "Chair"',
  'When "Rosa" changes due of the Order "RQ-0007" to 2026-05-02',
  "When 2 days pass",
  'Then "Rosa" can see the due of the Order of "Rosa"',
  'Then the Order of "Rosa" has due 2026-05-01, number "RQ-0007"',
  "It is 2026-03-01 09:00",
];

test("a step with missing, extra or misplaced words never throws", () => {
  const spoiled = whole.flatMap((step) => {
    const words = step.split(" ");
    return words.flatMap((word, i) =>
      [
        words.toSpliced(i, 1),
        words.toSpliced(i, 0, word),
        words.toSpliced(i, 2, words[i + 1] ?? "", word),
        words.slice(0, i + 1),
        words.toSpliced(i, 1, `${word}"`),
        words.toSpliced(i, 1, "{"),
      ].map((w) => w.join(" ")),
    );
  });
  const { product, diagnostics } = compiled(`${orders}${spoiled.map((step, i) => `\nExample: ${i}\n- ${step}\n`).join("")}`);
  expect(spoiled.length).toBeGreaterThan(400);
  expect(diagnostics.length).toBeGreaterThan(100);
  expect(product.examples.length).toBeGreaterThan(0);
});

const leave = `# Specification: Leave

## 3. Entities and their fields

### Leave type

- name: text, required, unique

### Book

- title: text, required, unique

### Loan

- book: Book, required
- member: User with role Clerk, required
- deputy: User

### Leave request

- employee: User with role Clerk, required
- leave type: Leave type, required
- first day: date, required
- last day: date, required

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Leave request | all |
| Loan | all |
`;

const leaveSteps = (...steps: string[]): string[] =>
  allTold(compiled(`${leave}\nExample: x\n${steps.map((l) => `- ${l}`).join("\n")}\n- When a Clerk deletes the Loan\n`)).slice(0, -1);

test("a value never binds where it can't stand, and never takes the words after it", () => {
  expect(leaveSteps('Given a Loan of "Dune" to Clerk "Ann"')).toEqual(['given Loan book=Book "Dune", member=User "Ann" @start']);
  expect(leaveSteps('Given a Loan to Clerk "Ann" of "Dune"')).toEqual(['given Loan book=Book "Dune", member=User "Ann" @start']);
  const request = 'given Leave request employee=User "Ann", leave type=Leave type "Sick leave", first day=2026-06-08, last day=2026-06-10 @start';
  expect(leaveSteps('Given a Leave request of "Ann" with leave type "Sick leave" from 2026-06-08 to 2026-06-10')).toEqual([request]);
  expect(leaveSteps('Given a Leave request by Clerk "Ann" from 2026-06-08 to 2026-06-10 with leave type Sick leave')).toEqual([request]);
});

test("two fields that could take a value are both quoted", () => {
  const errorsOf = (...steps: string[]): string[] =>
    compiled(`${leave}\nExample: x\n${steps.map((l) => `- ${l}`).join("\n")}\n- When a Clerk deletes the Loan\n`)
      .diagnostics.filter((d) => d.severity === "error")
      .map((d) => `${d.code}: ${d.message}`);
  expect(errorsOf('Given a Loan of "Dune" by "Ann"')).toEqual(['ambiguous-step: "Ann" after "by" could be member or deputy of Loan.']);
  expect(errorsOf('Given a Leave request of "Ann" on 2026-06-08')).toEqual(['ambiguous-step: 2026-06-08 after "on" could be first day or last day of Leave request.']);
});

test("`it` is the record of which the rest of the step can be true", () => {
  expect(
    read(`
    Given an Item "Beamer"
    Given a Loan of "Beamer" by "Ada", approved
    When Clerk "Cleo" hands it out
    Then it is out and its borrower can see it
    And it is not retired
    And the item of the Loan is available
  `).slice(2),
  ).toEqual(["Clerk/Cleo does Hand out on it: Loan asked()", "it: Loan is out", "it: Loan.borrower sees it: Loan", "it: Item.retired = false", "Loan.item: Item.available = true"]);
});
