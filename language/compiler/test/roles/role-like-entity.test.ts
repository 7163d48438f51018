/** Point 6: a role that is called like an entity, such as Patient, is a column of the matrix like any other. */
import { expect, test } from "vitest";
import { compile } from "../../src/checker.ts";

const text = `# Practice

## 1. What the product does and for whom

For whom:

- **Patient** — has teeth
- **Dentist** — treats them

## 3. Entities and their fields

### Patient

- name: text, required
- dentist: User with role Dentist

### Room

- name: text, required

## 6. Roles and permissions

| | Patient | Dentist |
|---|---|---|
| Patient | – | all |
| Room | read | all |
`;

test("the columns are the roles", () => {
  const { product, diagnostics } = compile([{ name: "practice.md", text }]);
  expect(diagnostics.filter(({ severity }) => severity !== "hint").map(({ message }) => message)).toEqual([]);
  expect(product.permissions.roles.map(({ name }) => name)).toEqual(["Patient", "Dentist"]);
});
