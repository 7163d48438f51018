/** What a list shows because of its condition: what is compared and decided there, and no New for records that it never holds. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

function listOf(where: string, attributes = "") {
  const { product, diagnostics } = compile([
    {
      name: "orders.md",
      text: `# Orders

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Work | list of Order${where} | Clerk |

### Work

- Search: number
${attributes}

## 3. Entities and their fields

### Order
- number: text, required, unique
- item: text, required
- place: text
- colour: text
- size: text
- wish: text
- source: text
- currency: currency, required
- amount: money in currency, required
- assignee: User
- due on: date

## 4. States and transitions

### Order

- Starts as: asked
- Ends as: done

| From | Action | To | Who |
|---|---|---|---|
| asked | Accept | accepted | Clerk |
| accepted | Finish | done | Clerk |

## 6. Roles and permissions
- **Clerk**

| | Clerk |
|---|---|
| Order | all |
`,
    },
  ]);
  expect(diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : [])).join()).toBe("");
  const plan = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false });
  const body = plan.screens.find(({ name }) => name === "Work")!.body;
  if (body.kind !== "list") throw new Error("no list");
  return body.list;
}

const keysOf = (where: string): readonly string[] => listOf(where).columns.map(({ key }) => key);

test("without a condition, the first seven fields and the state", () => {
  expect(keysOf("")).toEqual(["number", "item", "place", "colour", "size", "wish", "source", "state"]);
});

test("the fields of the condition and the amount are shown, the state last", () => {
  expect(keysOf(' where `state in ("asked", "accepted") and due on < today()`')).toEqual(["number", "item", "place", "colour", "size", "amount", "dueOn", "state"]);
});

test("what is the same in every row is left out", () => {
  expect(keysOf(' where `state = "accepted" and assignee = me`')).toEqual(["number", "item", "place", "colour", "size", "wish", "amount"]);
});

test("a list that never holds a new record has no New", () => {
  expect(listOf(' where `state = "accepted"`').mayCreate).toBe(false);
  expect(listOf(' where `state in ("asked", "accepted")`').mayCreate).toBe(true);
  expect(listOf("").mayCreate).toBe(true);
});

test("New is quiet beside the actions that the document names, except among the reader's own records", () => {
  expect(listOf("", "- Actions: Accept").quietNew).toBe(true);
  expect(listOf(" where `assignee = me`", "- Actions: Accept").quietNew).toBeUndefined();
  expect(listOf("").quietNew).toBeUndefined();
});
