/** The field in the route of a record's page is named by its key, however the document writes it. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const text = `# Specification: Garage

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /cars | Cars | list of Car | Clerk |
| /cars/:number-plate | Car | Car | Clerk |
| /bays/:code | Bay | Bay | Clerk |

## 3. Entities and their fields

### Car

- Number plate: text, required, unique

### Bay

- Code: text, required, unique

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Car | all |
| Bay | all |
`;

test("a capitalised field, and one of two words", () => {
  const { product, diagnostics } = compile([{ name: "garage.md", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { entities } = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false });
  expect(entities.map(({ name, recordParameter, fields }) => [name, recordParameter, fields.some(({ key }) => key === recordParameter)])).toEqual(
    expect.arrayContaining([
      ["Car", "numberPlate", true],
      ["Bay", "code", true],
    ]),
  );
});
