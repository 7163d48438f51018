/** Point 3's types and attributes: how each is read, and the one diagnostic for each mistake. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const document = (fields: string, more = ""): string => `# T

## 1. What the product does and for whom

- **Name**: T
- **Currency**: EUR

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Things | list of Thing | everyone |
| /things/:id | Thing page | Thing | everyone, bearer |

## 3. Entities and their fields

### Thing

- name: text, required
- year: integer
- owner: User
- other: User
- unit: currency, default EUR
${fields}

### Line (part of Thing)

- text: text

## 4. States and transitions

### Thing

- Starts as: open
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Finish | done | Clerk | | |

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk**

| | Clerk | bearer |
|---|---|---|
| Thing | all | ${fields.includes("secret link") ? "read" : "–"} |

## 7. The calls it makes

none
${more}`;

const compiled = (fields: string, more = "") => compile([{ name: "t.md", text: document(fields, more) }]);
const said = (fields: string) =>
  compiled(fields)
    .diagnostics.filter((d) => d.severity !== "hint" && !["missing-point", "role-without-audience"].includes(d.code))
    .map((d) => `${d.severity} ${d.code}`);
const typeOf = (fields: string) =>
  compiled(fields)
    .product.entities.find((e) => e.name === "Thing")!
    .fields.find((f) => f.name === "x")!.type;

test.each([
  ["rich text", { kind: "text", form: "rich" }],
  ["duration", { kind: "duration" }],
  ["address", { kind: "formatted", format: "address" }],
  ["location", { kind: "formatted", format: "location" }],
  ["list of text", { kind: "texts" }],
  ["any of (a, b)", { kind: "any of", choices: ["a", "b"] }],
  ["one of (good, fair was ok)", { kind: "one of", choices: ["good", "fair"], renamed: [{ from: "ok", to: "fair" }] }],
  ["random text of 20 characters", { kind: "random text", length: 20 }],
  ["secret key", { kind: "secret key" }],
  ["secret link to thing page", { kind: "secret link", screen: "Thing page" }],
  ["money in unit", { kind: "money", currency: null, currencyField: "unit" }],
  ["money in USD", { kind: "money", currency: "USD" }],
  ["User with role clerk", { kind: "reference", entity: "User", role: "Clerk" }],
  [
    "sequence `T-{this.year}-{month}-{name}-{000}`",
    {
      kind: "sequence",
      gapless: false,
      takenOn: null,
      pattern: [
        { kind: "text", text: "T-" },
        { kind: "field", field: "year" },
        { kind: "text", text: "-" },
        { kind: "month" },
        { kind: "text", text: "-" },
        { kind: "field", field: "name" },
        { kind: "text", text: "-" },
        { kind: "counter", digits: 3 },
      ],
    },
  ],
])("%s is read", (words, type) => {
  expect(said(`- x: ${words}`)).toEqual([]);
  expect(typeOf(`- x: ${words}`)).toEqual(type);
});

test.each([
  ["- x: money in colour", "error not-a-currency"],
  ["- x: money in name", null],
  ["- x: random text of 2 characters", "error unusable-length"],
  ["- x: secret link to Nowhere", "error unknown-screen"],
  ["- x: User with role Boss", "error unknown-role"],
  ["- x: sequence `{year}-{00}`", "warning ambiguous-pattern"],
  ["- x: sequence `{colour}-{00}`", "error unknown-field"],
  ["- x: sequence `T`", "error sequence-without-counter"],
  ["- x: sequence `T{00}-{00}`", "error unreadable-value"],
  ["- x: sequence `T{00}`, taken on Start", "error unknown-action"],
  ["- x: text, taken on Finish", "error taken-by-no-sequence"],
  ["- x: text, personal", "error no-person"],
  ["- x: text, personal of name", "error no-person"],
  ["- x: text, personal of owner", null],
  ["- x: secret key, default 5", "error kept-by-product"],
  ["- x: integer, matching `[0-9]`", "error unreadable-value"],
  ["- x: text, secret\n- y: text = `x`", "error secret-leaves"],
  ["- x: text, secret\n- Shown as: `x`", "error secret-leaves"],
  ["- History: sometimes", "error unreadable-value"],
  ["- When owner is deleted: explode", "error unreadable-value"],
  ["- When nobody is deleted: empty it", "error unknown-field"],
  ["- x: User, required\n- When x is deleted: empty it", "error empties-required"],
  ["- On entering nowhere: set year = 1", "error unknown-state"],
  ["- On change of nothing: set year = 1", "error unknown-field"],
  ["- On create: explode", "error unknown-statement"],
  ["- Deleting: maybe", "error unreadable-value"],
  ["- x: duration, at least 5", "error type-mismatch"],
])("%s gives one diagnostic", (fields, expected) => {
  expect(said(fields)).toEqual(expected === null ? [] : [expected]);
});

test("lifecycle lines are in the model, each with its place", () => {
  const { product } = compiled(
    "- When owner is deleted: empty it\n- History: not kept\n- Deleting: archives\n- On create: set year = 1\n- On change of name and unit: set year = 2\n- On entering done: set year = 3\n- On leaving open: set year = 4\n- x: text, hidden\n- y: sequence `T{0}`, taken on Finish",
  );
  const thing = product.entities.find((e) => e.name === "Thing")!;
  expect([thing.history, thing.deleting.allowed, thing.fields.find((f) => f.name === "owner")!.whenDeleted]).toEqual([false, "archives", "empty it"]);
  expect(thing.events.map((e) => [e.on, "field" in e ? e.field : "state" in e ? e.state : null, e.then.length])).toEqual([
    ["create", null, 1],
    ["change", "name", 1],
    ["change", "unit", 1],
    ["enter", "done", 1],
    ["leave", "open", 1],
  ]);
  expect(thing.fields.find((f) => f.name === "x")!.hidden).toBe(true);
  expect(thing.fields.find((f) => f.name === "y")!.type).toMatchObject({ takenOn: "Finish" });
});

test("an empty text is written as two quotation marks, with or without backticks", () => {
  const read = compile([{ name: "t.md", text: document('- plain: text, default ""\n- note: text, default `""`\n- said: text, default """"') }]);
  const fields = read.product.entities.find((e) => e.name === "Thing")!.fields;
  expect(["plain", "note", "said"].map((name) => fields.find((f) => f.name === name)!.default)).toMatchObject([{ value: "" }, { value: "" }, { value: '""' }]);
});

test("attributes below a field mean the same as on its line, with or without a colon", () => {
  const read = (fields: string) => compile([{ name: "t.md", text: document(fields) }]);
  const beside = read("- size: integer, at least 2, at most 9, default 3");
  const below = read("- size: integer\n  - at least: 2\n  - at most 9\n  - default: 3");
  expect(below.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const bounds = ({ product }: typeof below) => {
    const field = product.entities.find((e) => e.name === "Thing")!.fields.find((f) => f.name === "size")!;
    return [field.atLeast, field.atMost, field.default].map((e) => (e?.kind === "literal" ? e.value : e?.kind));
  };
  expect(bounds(below)).toEqual(bounds(beside));
  expect(bounds(beside)).toEqual(["2", "9", "3"]);
});

test("the cells of a table mean the same as a bullet, including the default `no`", () => {
  const table = `| Name | Type | Default value | Required | Required when | Between | Was | Remarks |
|---|---|---|---|---|---|---|---|
| gone | yes/no | no | no | | | | whatever |
| sure | one of (n, y) | n | yes | – | | | |
| told | yes/no | false | - | | | | no |
| size | integer | - | | \`year > 1\` | 1 and 5 | no | |
`;
  const bullets = `- gone: yes/no, default no
- sure: one of (n, y), default n, required
- told: yes/no, default false
- size: integer, required when \`year > 1\`, between 1 and 5, was no
`;
  const read = (fields: string): readonly unknown[] => {
    const { product, diagnostics } = compile([{ name: "t.md", text: document(fields) }]);
    expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    const made = product.entities.find((entity) => entity.name === "Thing")!.fields;
    return JSON.parse(
      JSON.stringify(
        made.filter((field) => ["gone", "sure", "told", "size"].includes(field.name)),
        (key, value: unknown) => (key === "span" || key === "source" ? undefined : value),
      ),
    ) as unknown[];
  };
  const fields = read(`\n${table}`);
  expect(fields).toHaveLength(4);
  expect(fields).toEqual(read(bullets));
  expect(fields).toMatchObject([{ default: { value: false } }, { default: { value: "n" } }, { default: { value: false } }, { default: null, was: "no" }]);
});

test.each([
  ["Remember: text is long", []],
  ["See also: Lines", []],
  ["See also: User, the desk", []],
  ["The year: whoever knows it says it", []],
  ["Locked while:", []],
  ["Old ones count.\nLocked while: done\nsize: integer, requird\nreader: User, required", ["error unread-attribute"]],
])("of a paragraph %s", (prose, found) => expect(said(`\n${prose}\n`)).toEqual(found));

test.each(["sequence `T{0}` taken on Finish", "sequence `T{0}`, taken on Finish", "sequence T{0} taken on Finish"])("%s: the pattern, and when it is taken", (words) => {
  expect(said(`- x: ${words}`)).toEqual([]);
  expect(typeOf(`- x: ${words}`)).toEqual({
    kind: "sequence",
    gapless: false,
    takenOn: "Finish",
    pattern: [
      { kind: "text", text: "T" },
      { kind: "counter", digits: 1 },
    ],
  });
});

test.each([
  ["date required", "date, required"],
  ["date default today() required", "date, default today(), required"],
  ["User with role Clerk read-only", "User with role Clerk, read-only"],
  ["money in USD required", "money in USD, required"],
  ["random text of 8 characters unique", "random text of 8 characters, unique"],
  ["one of (a, b) default b", "one of (a, b), default b"],
  ["list of text required", "list of text, required"],
  ["sequence `T{0}` unique", "sequence `T{0}`, unique"],
  ["integer, required at least 2 at most 9", "integer, required, at least 2, at most 9"],
  ["text, required unique", "text, required, unique"],
])("%s: only commas are missing", (written, meant) => {
  const { diagnostics } = compile([{ name: "t.md", text: document(`- x: ${written}`) }]);
  const found = diagnostics.filter((d) => d.code === "missing-comma");
  expect(found.length).toBe(1);
  const edits = [...found[0]!.fixes![0]!.edits].sort((a, b) => b.span.from - a.span.from);
  const mended = edits.reduce((text, { span, text: put }) => text.slice(0, span.from) + put + text.slice(span.to), document(`- x: ${written}`));
  expect(mended).toContain(`- x: ${meant}\n`);
});

test("a bound can be in backticks", () => {
  const field = (words: string) =>
    compiled(`- x: ${words}`)
      .product.entities.find((e) => e.name === "Thing")!
      .fields.find((f) => f.name === "x")!;
  const [low, high] = [field("integer, `>= 2`"), field("integer, `<= 9`, `>= 2`")];
  expect(said("- x: integer, `<= 9`, `>= 2`")).toEqual([]);
  expect([low.atLeast, high.atLeast, high.atMost].map((e) => e?.kind === "literal" && e.value)).toEqual(["2", "2", "9"]);
});

test("an unreadable value of Deleting makes neither a right to delete nor a deleting row an error", () => {
  const text = document("- Deleting: maybe")
    .replace("| Thing | all |", "| Thing | read, create, update, delete |")
    .replace("| open | Finish | done |", "| open | (after 90 days) | (deleted) | | | |\n| open | Finish | done |");
  const { diagnostics } = compile([{ name: "t.md", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["unreadable-value"]);
  expect(diagnostics.map(({ code }) => code)).not.toContain("unusable-grant");
});

test.each([
  ['set year = 1, name = "x"', 2],
  ['year = 1, set name = "x"', 2],
  ['set year = 1, name = "x", owner = this.other', 3],
  ['set name = string join(["a", "b"], ", ")', 1],
])("On create: %s sets each field", (statements, count) => {
  const { product, diagnostics } = compiled(`- On create: ${statements}`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const thing = product.entities.find(({ name }) => name === "Thing")!;
  expect(JSON.stringify(thing).match(/"kind":"set"/g)).toHaveLength(count);
});
