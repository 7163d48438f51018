/** Forms for records that a `(new)` row creates: they ask for the record's fields and the action's input. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct, type ProductData } from "../src/index.ts";

const text = `# Specification: Record Library

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /new | New loan | form for Loan | Reader |
| /borrow | Take home | form for Loan: Borrow | Reader |
| /steps | In steps | form for Loan | Reader |
| /back | Bring back | form for Loan: Return | Reader |

### In steps

- Step "What": recording
- Step "When": days

## 3. Entities and their fields

### Loan

- recording: text, required
- days: integer
- note: text
- deposit: number

## 4. States and transitions

### Loan

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Borrow | out | | set note = \`asked.reason\` |
| out | Return | back | Reader | set note = \`asked.why\` |

- Borrow asks for: reason: text, required
- Return asks for: why: text

## 6. Roles and permissions

- **Reader**
- **Guest**

| | Reader | Guest |
|---|---|---|
| Loan | read, Borrow | read |
| Loan: deposit | read | – |
`;
const { product } = compile([{ name: "library.md", text }]);
const as = (role: string): ProductData => planProduct(product, { kind: "person", roles: [role], owner: false }, { rehearsal: false });
const form = (name: string): unknown => {
  const { body } = as("Reader").screens.find((s) => s.name === name)!;
  return body.kind === "form" ? [body.action, body.makes, ...body.steps.map((s) => s.fields.map((f) => f.name).join(", "))] : null;
};

test("a reader who may run the action can create a record with the action's input", () => {
  const loan = as("Reader").entities.find((e) => e.name === "Loan")!;
  expect([loan.mayCreate, loan.fields.filter((f) => f.writableOnCreate).map((f) => f.name), loan.askedAtMaking.map((f) => f.name)]).toEqual([
    true,
    ["recording", "days", "note"],
    ["reason"],
  ]);
  const guest = as("Guest").entities.find((e) => e.name === "Loan")!;
  expect([guest.mayCreate, guest.askedAtMaking]).toEqual([false, []]);
});

test("a form that creates a record asks for its fields and the action's input, also in steps; a form of the action posts to the action without a record", () => {
  expect(form("New loan")).toEqual([null, null, "recording, days, note, reason"]);
  expect(form("Take home")).toEqual([null, "borrow", "recording, days, note, reason"]);
  expect(form("In steps")).toEqual([null, null, "recording", "days, reason"]);
  expect(form("Bring back")).toEqual(["Return", null, "why"]);
});

test("no form changes a person's roles or access, whatever the role may do", () => {
  const people = compile([{ name: "people.md", text: text.replace("| Loan: deposit", "| User | all | read |\n| Loan: deposit") }]).product;
  const { entities } = planProduct(people, { kind: "person", roles: ["Reader"], owner: false }, { rehearsal: false });
  const writable = entities.find(({ name }) => name === "User")!.fields.filter((field) => field.writableOnUpdate || field.writableOnCreate);
  expect(writable.map(({ name }) => name)).toEqual(["name", "email"]);
});
