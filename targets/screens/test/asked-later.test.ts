/** Which fields the form for a new record leaves out, because a later step asks for them. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const { product, diagnostics } = compile([
  {
    name: "loans.md",
    text: `# Loans

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /reserve | Reserve | form for Loan | Clerk |
| /ask | Ask | form for Loan | Clerk |

### Ask
- Step "All": item, condition

## 3. Entities and their fields

### Loan
- item: text, required
- note: text
- condition: text
- due on: date, required
- place: text
- reader: text

## 4. States and transitions

### Loan
- Starts as: out

| From | Action | To | Who |
|---|---|---|---|
| out | Return | back | Clerk |
| back | Lend again | out | Clerk |
| back | Sell | sold | Clerk |

- Return asks for: condition; due on
- Lend again asks for: place
- Sell asks for: reader

## 5. Validation rules
| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Somebody reads | Loan, on create | \`reader != null\` | NOBODY |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Loan | all |

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| NOBODY | 409 | Who reads it? |
`,
  },
]);
const plan = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false });
const fieldsOf = (screen: string): readonly string[] => {
  const { body } = plan.screens.find(({ name }) => name === screen)!;
  return body.kind === "form" ? body.steps.flatMap((step) => step.fields.map(({ name }) => name)) : [];
};

test("what a later step asks for isn't in a form whose fields the document doesn't name", () => {
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(fieldsOf("Reserve")).toEqual(["item", "note", "due on", "place", "reader"]);
  expect(plan.entities.find(({ name }) => name === "Loan")!.askedLater).toEqual(["condition"]);
});

test("a form whose fields the document names has them", () => expect(fieldsOf("Ask")).toEqual(["item", "condition"]));
