/** The columns of a board by states or choices: none that its condition keeps empty. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

function columnsOf(by: string, where: string): readonly string[] {
  const { product, diagnostics } = compile([
    {
      name: "repairs.md",
      text: `# Repairs

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Board | board of Defect by ${by}${where} | Clerk |

## 3. Entities and their fields

### Defect
- title: text, required
- urgent: yes/no
- severity: one of (minor, major, critical), required

## 4. States and transitions

### Defect
- Starts as: reported

| From | Action | To | Who |
|---|---|---|---|
| reported | Repair | repaired | Clerk |
| repaired | Close | closed | Clerk |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Defect | all |
`,
    },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { body } = planProduct(product, { kind: "person", roles: ["Clerk"], owner: false }, { rehearsal: false }).screens[0]!;
  return body.kind === "board" ? body.columns : [];
}

const all = ["reported", "repaired", "closed"];

test.each([
  ["", all],
  [' where `state != "closed"`', ["reported", "repaired"]],
  [' where `not(state = "closed")`', ["reported", "repaired"]],
  [' where `state in ("reported", "closed")`', ["reported", "closed"]],
  [' where `not(state in ("reported", "closed"))`', ["repaired"]],
  [' where `state = "reported" or state = "repaired"`', ["reported", "repaired"]],
  [' where `state != "closed" and urgent`', ["reported", "repaired"]],
  [' where `state != "closed" or urgent`', all],
  [' where `not(state = "closed" and urgent)`', all],
  [" where `urgent`", all],
  [' where `severity != "minor"`', all],
])("by state%s", (where, columns) => expect(columnsOf("state", where)).toEqual(columns));

test("by the choices of a field", () => expect(columnsOf("severity", ' where `severity != "minor"`')).toEqual(["major", "critical"]));
