/** The values of a page obey the reader's permissions, as those of a dashboard do, and so do the records behind them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Shed

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Welcome | page | anyone |
| /staff | Staff | page | Keeper |

### Welcome

The shed is open.

- Number "Tools": \`count(Tool)\`
- Number "Worth": \`sum(Tool.worth)\`

#### More

- List "Newest": Tool where \`state = "shown"\`, columns name, worth
- Chart "By kind": bars of \`count(Tool)\` by kind
- Number "Loans": \`count(Loan)\`
- List "Loans out": Loan, columns tool
- Number "Mine": \`count(Loan[by = me])\`

### Staff

- Number "Staff tools": \`count(Tool)\`

## 3. Entities and their fields

### Tool

- name: text, required
- kind: one of (hand, power), required
- worth: number
- Shown as: \`name\`

### Loan

- tool: Tool, required
- by: User, required, default \`me\`

## 4. States and transitions

### Tool

- Starts as: kept

| From | Action | To | Who |
|---|---|---|---|
| kept | Show | shown | Keeper |

## 6. Roles and permissions

- **Neighbour**
- **Keeper**

Own: a Loan is its by's.

| | anyone | Neighbour | Keeper |
|---|---|---|---|
| Tool | read where \`state = "shown"\` | read where \`state = "shown"\` | all |
| Tool: worth | – | – | all |
| Loan | – | create, read own | all |
`;

let small: Small;
let neighbour: Actor, keeper: Actor;
const visitor: Actor = { kind: "anyone" };

beforeAll(async () => {
  small = await openSmall(text);
  [neighbour, keeper] = [await small.as("neighbour"), await small.as("keeper")];
  const saw = await small.make(keeper, "Tool", { name: "Saw", kind: "hand", worth: "10" });
  await small.make(keeper, "Tool", { name: "Drill", kind: "power", worth: "90" });
  valueOf(await small.does(keeper, { kind: "action", entity: "Tool", id: saw.id, action: "Show", input: {} }));
}, 120_000);
afterAll(() => small.close());

const welcome = async (actor: Actor) => {
  const values = valueOf(await small.engine.screenData(actor, "Welcome"));
  return values.kind === "page" ? values.elements : [];
};
/** The names of the records behind an element, or the refusal. */
const behind = async (actor: Actor, entity: string, screen: string, element: string, label?: string) => {
  const list = await small.engine.list(actor, { entity, dashboard: screen, element, ...(label === undefined ? {} : { label }) });
  return list.ok ? list.value.records.map(({ json }) => (JSON.parse(json) as { name?: string }).name ?? "?").sort() : resultOf(list);
};

test("each reader gets the values of what they may read, in the document's order", async () => {
  const why = "You don't have access to loans.";
  const [tools, worth, newest, kinds, loans, out, mine] = await welcome(visitor);
  expect([tools, kinds, loans, out]).toEqual([
    { kind: "number", value: "1" },
    { kind: "chart", points: [{ label: "hand", value: "1" }] },
    { kind: "number", value: null, why },
    { kind: "list", items: [], why },
  ]);
  expect(mine).toMatchObject({ value: null, why });
  // A field that the reader may not read is in no sum and in no row.
  expect(worth).toMatchObject({ kind: "number", value: null });
  expect(newest).toMatchObject({ kind: "list", items: [{ name: "Saw", shownAs: "Saw" }] });
  expect(JSON.stringify(newest)).not.toContain("worth");

  expect(await welcome(neighbour)).toMatchObject([{ value: "1" }, { value: null }, { items: [{ name: "Saw" }] }, { points: [{ label: "hand" }] }, {}, {}, { value: "0" }]);
  const seen = await welcome(keeper);
  expect(seen).toMatchObject([{ value: "2" }, { value: "100" }, { items: [{ name: "Saw", worth: "10" }] }, { points: [{}, {}] }, { value: "0" }, { items: [] }, { value: "0" }]);
});

test("the records behind a number or a chart are those that the reader may read, on a page that they may open", async () => {
  expect(await behind(visitor, "Tool", "Welcome", "Tools")).toEqual(["Saw"]);
  expect(await behind(keeper, "Tool", "Welcome", "Tools")).toEqual(["Drill", "Saw"]);
  expect(await behind(keeper, "Tool", "Welcome", "By kind", "power")).toEqual(["Drill"]);
  expect(await behind(visitor, "Tool", "Welcome", "By kind", "power")).toEqual([]);
  expect(await behind(keeper, "Tool", "Staff", "Staff tools")).toEqual(["Drill", "Saw"]);
  for (const element of ["Staff tools", "Newest", "Nothing"]) expect(await behind(visitor, "Tool", element === "Staff tools" ? "Staff" : "Welcome", element)).toMatch(/^malformed/);
  expect(await behind(visitor, "Loan", "Welcome", "Loans")).toMatch(/^not signed in/);
});

test("a page that isn't for the reader has no values", async () => {
  expect(resultOf(await small.engine.screenData(visitor, "Staff"))).toMatch(/^not signed in/);
  expect(resultOf(await small.engine.screenData(neighbour, "Staff"))).toMatch(/^not found/);
});
