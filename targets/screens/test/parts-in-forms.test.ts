/** A form has the parts of a new record for whoever may create the record, also where they may not add parts later. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const fieldsOf = (grants: string): readonly string[] => {
  const { product, diagnostics } = compile([
    {
      name: "checks.md",
      text: `# Checks

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Check | form for Inspection | Driver |

## 3. Entities and their fields

### Inspection
- vehicle: text, required

### Point (part of Inspection)
- name: text, required

## 6. Roles and permissions

- **Driver**
- **Clerk**

| | Driver | Clerk |
|---|---|---|
${grants}
`,
    },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  // As the engine answers: a point by itself takes the permission to update its inspection.
  const { body } = planProduct(product, { kind: "person", roles: ["Driver"], owner: false }, { rehearsal: false, mayCreate: (entity) => entity === "Inspection" }).screens[0]!;
  return body.kind === "form" ? body.steps.flatMap(({ fields }) => fields.map(({ name }) => name)) : [];
};

test.each([
  ["| Inspection | create, read | all |", ["vehicle", "points"]],
  ["| Inspection | create, read | all |\n| Point | read | all |", ["vehicle"]],
])("%s", (grants, fields) => expect(fieldsOf(grants)).toEqual(fields));
