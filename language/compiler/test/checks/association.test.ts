/** Lines as the authors of an association's and a festival's documents wrote them. */
import { expect, test } from "vitest";
import { compile, sentences } from "@nonet/compiler";

interface Lines {
  readonly fields?: string;
  readonly user?: string;
  readonly calls?: string;
  readonly constants?: string;
  readonly example?: string;
}

const document = ({ fields = "", user = "read: name", calls = "none", constants = "none", example = "" }: Lines): string => `
# Allotments

## 1. What the product does and for whom
- Time zone: UTC
- **Member** — rents a plot
- **Board** — decides

## 2. Screens and routes
| Route | Screen | Shows | For |
|---|---|---|---|
| / | Plots | list of Plot | everyone |
| /plots/:number | Plot page | record Plot | everyone |
| /waivers | Waivers | list of Fee waiver | everyone |

## 3. Entities and their fields
### Plot
- number: text, required, unique
- seats: integer, default 1
${fields}
### Fee waiver
- plot: Plot, required
- reason: long text, required
- holder: User, default me
### User
- phone: text
- bank account: text

## 4. States and transitions
### Fee waiver
- Starts as: requested

| From | Action | To | Who |
|---|---|---|---|
| (new) | Request waiver | requested | Member |
| requested | Approve waiver | approved | Board |
| requested | Refuse waiver | refused | Board |

- Ends as: approved, refused

## 6. Roles and permissions
Own: a User is themselves.

| | Member | Board | anyone |
|---|---|---|---|
| Plot | read | all | create, read |
| Fee waiver | read | read | – |
| User | ${user} | read | – |

## 7. The calls it makes
${calls}

## 9. Business constants and limits
${constants}

${example}
`;

const check = (lines: Lines) => {
  const { product, diagnostics } = compile([{ name: "allotments.md", text: document(lines) }]);
  return {
    product,
    found: diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    errors: diagnostics.filter(({ severity }) => severity === "error"),
    said: sentences(product).map(({ sentence }) => sentence),
  };
};

test("words in parentheses behind a bound are a remark, unless they limit something", () => {
  const { product, errors } = check({ fields: "- area: number, required, between 50 and 600 (square metres, as measured by the city)" });
  expect(errors).toEqual([]);
  expect(product.entities.find(({ name }) => name === "Plot")!.fields.find(({ name }) => name === "area")!.atMost).toMatchObject({ value: "600" });
  const limits = ["number, at least 50 (at most 600 for new ones)", "text, unique (per site)", "number, at most 600 (exclusive)", "text, required (for members)"];
  expect(limits.filter((limit) => check({ fields: `- area: ${limit}` }).errors.length === 0)).toEqual([]);
});

test("own fields behind a colon", () => {
  const { errors, said } = check({ user: "read: name; update own: phone, bank account" });
  expect(errors).toEqual([]);
  expect(said.filter((one) => /Member/.test(one) && /update/.test(one))).toEqual([`A Member may update "phone" and "bank account" of their own User record.`]);
});

test("an attribute of a call without its colon", () => {
  const lines = "### Tell\n- Request: POST https://city.example/plots\n- Sends: { number: number }\n- Dropped when `seats = 0`\n";
  const { product, errors } = check({ fields: "", calls: lines + "\n### Each day\n- Every: day at 07:00, for each Plot\n- Does: send Tell" });
  expect(errors.map(({ message }) => message)).toEqual([]);
  const tell = product.calls.find(({ name }) => name === "Tell")!;
  expect(tell.does.kind === "http" && tell.does.droppedWhen).toBeTruthy();
});

test("none as the name of a choice in a decision table", () => {
  const table = "### Reduction\n| concession | → share |\n|---|---|\n| none | 0 % |\n| student | 25 % |";
  const { product, found } = check({ fields: "- concession: one of (none, student), default none\n- fee: number = 1 - reduction(concession)", constants: table });
  expect(found.filter((code) => /error|table|row/.test(code))).toEqual([]);
  expect(product.tables[0]!.rows[0]!.tests[0]).toMatchObject([{ kind: "member", of: { value: "none" } }]);
  // Another field's choice says nothing about a number.
  const mixed = "- concession: one of (none, student)\n- fee: number = 1 - reduction(seats)";
  expect(check({ fields: mixed, constants: table.replace("| student |", "| 3 |") }).errors).not.toEqual([]);
  // Without such a choice it could mean no value or any value.
  expect(check({ fields: "- concession: text\n- fee: number = 1 - reduction(concession)", constants: table }).errors.map(({ code }) => code)).toContain("misleading-dash");
});

test("`this` with the entity's own name", () => {
  const [error] = check({ fields: "- waivers: integer = count(Fee waiver[plot = this.plot])" }).errors;
  expect([error!.code, error!.fixes[0]!.title]).toEqual(["unknown-field", "Change to `this`"]);
});

test("steps name an action with an article, or with the name of its entity", () => {
  const { product, errors } = check({
    example: `Example: a waiver
- Given a Plot "A1"
- When Member "Mia" requests a waiver with plot "A1", reason "ill"
- And Board "Bo" approves the Fee waiver
- Then the Fee waiver is approved
- And Member "Mia" can see the Plot`,
  });
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(product.examples[0]!.steps.map(({ kind }) => kind)).toEqual(["given", "create", "act", "is", "sees"]);
});

test("several visitors do the same at the same time", () => {
  const { product, errors } = check({ example: `Example: two\n- When two visitors create a Plot with number "A1" at the same time\n- Then one of them is refused` });
  expect(errors.map(({ message }) => message)).toEqual([]);
  const together = product.examples[0]!.steps[0]!;
  expect(together.kind === "together" && together.steps.length).toBe(2);
});

test("a record that is shown like what it refers to is called so, and a preposition doesn't mean a running number or a long text", () => {
  const lines = `### Talk
- title: text, required
- length: duration
### Entry
- number: sequence E{000}
- talk: Talk, required
- Shown as: \`talk.title\`
### Slot
- number: sequence S{000}
- entry: Entry, required
- remark: long text`;
  const { product, errors } = check({
    fields: lines,
    example: `Example: slots\n- Given a Talk "Dust"\n- Given an Entry of "Dust"\n- When Board "Bo" creates a Slot of "Dust"\n- Then there is an Entry`,
  });
  expect(errors.filter(({ code }) => code.endsWith("step"))).toEqual([]);
  const slot = product.examples[0]!.steps.find((step) => step.kind === "create")!;
  expect(slot.kind === "create" && slot.values.map(({ field }) => field)).toEqual(["entry"]);
});
