/** Lines of strangers' documents that were read wrong, silently or with a message about something else. */
import { expect, test } from "vitest";
import { compile, sentences } from "@nonet/compiler";

const document = (more: {
  readonly states?: string;
  readonly rules?: string;
  readonly calls?: string;
  readonly constants?: string;
  readonly fields?: string;
  readonly show?: string;
}): string => `
# Yard

## 1. What the product does and for whom
- Time zone: UTC
- **Owner of a boat** — has one
- **Master** — decides

## 2. Screens and routes
| Route | Screen | Shows | For |
|---|---|---|---|
| / | Stays | list of Stay | everyone |
| /stays/:number | Stay page | Stay | ${more.show ?? "everyone"} |

## 3. Entities and their fields
### Stay
- number: sequence S-{0000}
- guest: User, required, default me
- tier: one of (1, 2, 3), required, default 1
- nights: integer, default 1
${more.fields ?? ""}
### Reading (part of Stay)
- value: number, required

## 4. States and transitions
### Stay
- Starts as: asked for

| From | Action | To | Who |
|---|---|---|---|
| asked for | Agree | agreed | Master |
${more.states ?? ""}

## 5. Validation rules
| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
${more.rules ?? "| Some | Stay | nights > 0 | WRONG |"}

## 6. Roles and permissions
Own: a Stay is its guest's.

| | Owner of a boat | Master |${more.show === undefined ? "" : " bearer |"}
|---|---|---|${more.show === undefined ? "" : "---|"}
| Stay | create, read own | all |${more.show === undefined ? "" : " read: number |"}
| Reading | read own | all |${more.show === undefined ? "" : " – |"}
| User | read: name | read: name |${more.show === undefined ? "" : " – |"}

## 7. The calls it makes
${more.calls ?? "none"}

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| WRONG | 422 | No. |

## 9. Business constants and limits
${more.constants ?? "none"}
`;

const check = (more: Parameters<typeof document>[0]) => {
  const { product, diagnostics } = compile([{ name: "yard.md", text: document(more) }]);
  return {
    product,
    found: diagnostics.filter(({ severity }) => severity !== "hint").map(({ code, message }) => `${code}: ${message}`),
    said: sentences(product).map(({ sentence }) => sentence),
  };
};

test("a part belongs to whoever its whole belongs to", () => {
  const { found, said } = check({});
  expect(found).toEqual([]);
  expect(said).toContain("The owner of a Reading is the owner of its Stay.");
});

test("a call that nothing sends is reported, also where it reads a record that it doesn't have", () => {
  const { found } = check({ calls: "### Tell\n- Request: POST https://port.example/moves\n- Sends: { number: number }" });
  expect(found).toEqual(['unused-call: Nothing sends "Tell".']);
});

test("a secret link to a screen that whoever has the link can't open", () => {
  const fields = "- link: secret link to Stay page\n";
  expect(check({ fields, show: "everyone" }).found).toEqual(['link-out-of-reach: Whoever has the link "link" of Stay can\'t open "Stay page", which isn\'t for bearer.']);
  expect(check({ fields, show: "everyone, bearer" }).found).toEqual([]);
});

test("numbers as choices: compared, and in a decision table", () => {
  const { found } = check({
    fields: "- dear: yes/no = tier = 1\n- cheap: yes/no = tier in (2, 3)\n- fee: number = fee of(tier)\n",
    constants: "### Fee of\n| tier | → fee |\n|---|---|\n| 1 | 10 |\n| 2, 3 | 20 |",
  });
  expect(found).toEqual([]);
});

test("a number that is no choice stays an error", () => {
  expect(check({ fields: "- dear: yes/no = tier = 4\n" }).found).toHaveLength(1);
});

test("the cases of a decision, and a condition made of words, in sentences", () => {
  const { said } = check({
    states: "- Agree is decided by: any 2 of Master when nights > 7; Master otherwise",
    rules: "| Few | Stay | at most 3 per guest among nights > 1 | WRONG |",
  });
  expect(said).toContain('"Agree" on a Stay runs when enough have said yes: if nights > 7, any 2 of the Masters; otherwise one of the Masters.');
  expect(said).toContain("For a Stay, count(Stay[guest = this.guest and nights > 1]) <= 3 must hold; otherwise the change is refused with WRONG.");
});

test("a schedule on working days says so", () => {
  const { said } = check({
    calls: "### Call\n- Every: working day at 08:00, for each Stay where `nights > 7`\n- Email to: guest\n- Subject: Hello\n- Body: Hello",
    constants: "Working time: Monday to Friday, 09:00 to 17:00\n\nHolidays: none",
  });
  expect(said).toContain('Every working day at 08:00, for each Stay where nights > 7, the mail "Call" is sent to guest.');
});

test("durations are summed by their hours", () => {
  const { diagnostics } = compile([{ name: "yard.md", text: document({ fields: "- lasts: duration\n- all: duration = sum(Stay.lasts)\n" }) }]);
  const found = diagnostics.find(({ code }) => code === "argument-type")!;
  expect(found.fixes[0]?.edits[0]?.text).toBe("sum(for each in Stay return each.lasts / 1 hour) * 1 hour");
});

test("fields under a label are the entity's, and the label is a heading", () => {
  const { found, product } = check({ fields: "- **Money**:\n  - `deposit`: money, default 5 EUR\n  - `twice`: money = `deposit * 2`\n" });
  expect(found).toEqual([]);
  const fields = product.entities.find(({ name }) => name === "Stay")!.fields;
  expect(fields.flatMap(({ name, type, computed }) => (["deposit", "twice"].includes(name) ? [[name, type.kind, computed === null]] : []))).toEqual([
    ["deposit", "money", true],
    ["twice", "money", false],
  ]);
});

test("choices with words of expressions in a decision table, and its value in an example of an entity with such a field", () => {
  const { found, product } = check({
    fields: "- harm: one of (no harm, minor harm, death), default no harm\n- fee: number = stay fee(harm)\n",
    constants: '### Stay fee\n| harm | → fee |\n|---|---|\n| minor harm, no harm | 10 |\n| death | 20 |\n\nExample: what harm costs\n- Then stay fee("no harm") is 10',
  });
  expect(found).toEqual([]);
  expect(product.examples[0]!.steps.map(({ kind }) => kind)).toEqual(["equals"]);
});

test("what an action confirms can stand below a screen of its entity", () => {
  const text = document({}).replace("## 3. Entities", "### Stay page\n- Agree confirms: Is there a berth?\n\n## 3. Entities");
  const { product, diagnostics } = compile([{ name: "yard.md", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(product.machines[0]!.actions[0]!.confirms).toEqual(["Is there a berth?"]);
  const unknown = compile([{ name: "yard.md", text: text.replace("Agree confirms", "Argue confirms") }]).diagnostics.filter(({ severity }) => severity === "error");
  expect(unknown.map(({ message }) => message)).toEqual(['"Argue" isn\'t an action of what this screen shows, so nobody is asked to confirm it.']);
});
