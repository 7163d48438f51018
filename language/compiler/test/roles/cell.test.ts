/** Point 6: every form of a cell and the grants that it gives. */
import type { Expression } from "@nonet/feel";
import { expect, test } from "vitest";
import { compiled } from "../desk.ts";

const text = (cell: string, row: string): string => `# Specification: T

## 3. Entities and their fields

### Loan

- name: text, required
- owner: User, required, default \`me\`
- hours: integer
- email: text

## 4. States and transitions

### Loan

- Starts as: open
- Ends as: back

| From | Action | To |
|---|---|---|
| open | Hand out | out |
| out | Return | back |

## 6. Roles and permissions

- **Clerk**
- **Chief**

Own: a Loan is its owner's.

A Loan is long when \`hours > 3\`.

| | Clerk | Chief |
|---|---|---|
| ${row} | ${cell} | all |
`;

function said(e: Expression): string {
  switch (e.kind) {
    case "literal":
      return String(e.value);
    case "variable":
      return e.name;
    case "path":
      return e.of.kind === "variable" && e.of.name === "this" ? e.field : `${said(e.of)}.${e.field}`;
    case "binary":
      return `${said(e.left)} ${e.operator} ${said(e.right)}`;
    case "call":
      return `${e.function}(${e.arguments.map(said).join(", ")})`;
    default:
      return e.kind;
  }
}

/** `VERB (FIELDS) CONDITION` of each grant. */
function granted(cell: string, row = "Loan"): string[] {
  const { product, diagnostics } = compiled(text(cell, row));
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return product.permissions.grants
    .filter(({ role }) => role === "Clerk")
    .map(({ verb, fields, where }) =>
      [typeof verb === "string" ? verb : verb.action, ...(fields ? [`(${fields.join(", ")})`] : []), ...(where ? [said(where.expression)] : [])].join(" "),
    );
}

const mine = "owner = me";

test.each(["read own / update own", "read own/update own", "read own, update own", "read own; update own", "read own and update own"])("%s", (cell) => {
  expect(granted(cell)).toEqual([`read ${mine}`, `update ${mine}`]);
});

test.each([
  ["read / update", ["read", "update"]],
  ["read and update", ["read", "update"]],
  ["read, update own", ["read", `update ${mine}`]],
  ["Hand out own / Return", [`Hand out ${mine}`, "Return"]],
  ["read while open / out", ["read state = open or state = out"]],
  ["read while open, out and long", ["read state = open or state = out and hours > 3"]],
  ["read while open and own", [`read state = open and ${mine}`]],
  ["read own and while open", [`read ${mine} and state = open`]],
  ["read while out / update", ["read state = out", "update"]],
  ["read where `hours > 2` and own", [`read hours > 2 and ${mine}`]],
  ['read where hours > 2 and name = "x"', ["read hours > 2 and name = x"]],
  ["read where hours / 2 > 3, update", ["read hours / 2 > 3", "update"]],
  ["read long / update not long", ["read hours > 3", "update not(hours > 3)"]],
  ["read not own", [`read not(${mine})`]],
  ["read (name, email) own / update (name)", [`read (name, email) ${mine}`, "update (name)"]],
  ["read: name, email; update own", ["read (name, email)", `update ${mine}`]],
])("%s", (cell, grants) => {
  expect(granted(cell)).toEqual(grants);
});

test("a row of an action accepts only conditions, a row of a field only verbs", () => {
  expect(granted("while open and own", "Loan: Hand out")).toEqual([`Hand out state = open and ${mine}`]);
  expect(granted("read own and update", "Loan: email")).toEqual([`read (email) ${mine}`, "create (email)", "update (email)"]);
});
