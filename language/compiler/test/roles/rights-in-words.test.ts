/** Rights in words: what a bullet grants, what it forbids, and what is refused instead of granted. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import type { Grant } from "@nonet/model";

const document = (bullets: string, matrix = ""): string => `# Specification: Desk

## 1. What the product does and for whom

- **Clerk** — lends

## 3. Entities and their fields

### Item

- name: text

### Loan

- borrower: User, required
- notes: text

## 4. States and transitions

### Loan

| From | Action | To |
|---|---|---|
| requested | Hand out | out |

## 6. Roles and permissions

Own: a Loan is its borrower's.

${bullets}
${matrix}
`;

const verbs = (grants: readonly Grant[]): string[] =>
  grants.map(
    ({ role, verb, entity, fields, where }) =>
      `${role} ${typeof verb === "string" ? verb : verb.action} ${entity}${fields ? `: ${fields.join(", ")}` : ""}${where ? " with a condition" : ""}`,
  );

function read(bullets: string, matrix?: string): { granted: string[]; never: string[]; errors: string[] } {
  const { product, diagnostics } = compile([{ name: "spec.md", text: document(bullets, matrix) }]);
  const { grants, never } = product.permissions;
  return { granted: verbs(grants), never: verbs(never), errors: diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code) };
}

test.each<[bullets: string, granted: string[], never: string[]]>([
  ["- Clerks may read and delete Loans", ["Clerk read Loan", "Clerk delete Loan"], []],
  ["- Clerks may read Loans and Items", ["Clerk read Loan", "Clerk read Item"], []],
  ["- Clerks may read Loans but not own", ["Clerk read Loan with a condition"], []],
  ["- Clerks may read Loans not own", ["Clerk read Loan with a condition"], []],
  ["- Clerks may read Loans; they may not delete Loans", ["Clerk read Loan"], ["Clerk delete Loan"]],
  ["- Clerks may not delete Loans", [], ["Clerk delete Loan"]],
  ["- Clerks cannot:\n  - delete Loans", [], ["Clerk delete Loan"]],
  ["- Clerks must not:\n  - delete Loans\n  - read Items", [], ["Clerk delete Loan", "Clerk read Item"]],
  ["- Clerks may never:\n  - delete Loans", [], ["Clerk delete Loan"]],
  ["- Clerks are not allowed to:\n  - delete Loans", [], ["Clerk delete Loan"]],
  ["- Clerks do not delete Loans", [], ["Clerk delete Loan"]],
  ["- Nobody may delete an Item or a Loan", [], ["anyone delete Item", "anyone delete Loan"]],
  ["- Clerks may read Items, and they may update Loans", ["Clerk read Item", "Clerk update Loan"], []],
  ["- Clerks may update Loans while requested: notes", ["Clerk update Loan: notes with a condition"], []],
  ["- Clerks may update Loans unless requested", ["Clerk update Loan with a condition"], []],
  ["- Nobody may:\n  - delete Loans", [], ["anyone delete Loan"]],
  ["- No Clerk may:\n  - delete Loans", [], ["Clerk delete Loan"]],
  ["- **Clerk** — delete Items", ["Clerk delete Item"], []],
])("%s", (bullets, granted, never) => {
  expect(read(`- **Clerk**\n${bullets}`)).toMatchObject({ granted, never, errors: [] });
});

test.each([
  ["- Clerks may not delete Loans; update Loans", "unreadable-right"],
  ["- Nobody may delete Loans; read Loans", "unreadable-right"],
  ["- Clerks may access Loans", "unreadable-right"],
  ["- Clerks may delete Loans: notes", "unreadable-right"],
  ["- Clerks may Hand out Loans: notes", "unreadable-right"],
  ["- The system may read Loans", "unreadable-right"],
  ["- The bearer may read Loans", "no-bearer"],
  ["- Clerks may neither read nor delete Loans", "unreadable-right"],
  ["- Clerks may read Loans and not delete Loans", "unreadable-right"],
  ["- Clerks may read Items, and they may not update Loans", "unreadable-right"],
  ["- Clerks may read Loans and Items: notes", "unreadable-right"],
  ["- Clerks may update Loans unless own and requested", "unknown-condition"],
  ["- Clerks may not read Items, and they may update Loans", "unreadable-never"],
  ["- Clerks don't have to delete Loans", "unreadable-never"],
  ["- Clerk: read Loans, never delete Loans", "unreadable-right"],
  ["- Clerks may only read Loans", "unreadable-right"],
])("nothing is granted by %s", (bullets, code) => {
  const { granted, errors } = read(`- **Clerk**\n${bullets}`);
  expect([granted, errors]).toEqual([[], [code]]);
});

test("beside a matrix, the description of a role grants nothing", () => {
  const matrix = "\n| | Clerk |\n|---|---|\n| Loan | read own |\n";
  expect(read("- **Clerk** — read Loans", matrix)).toEqual({ granted: ["Clerk read Loan with a condition"], never: [], errors: [] });
  expect(read("- **Clerk** — read Loans, delete Loans", matrix)).toEqual({ granted: ["Clerk read Loan with a condition"], never: [], errors: ["unreadable-right"] });
});

test.each([
  ["A Clerk may never delete Loans.", ["unread-attribute"]],
  ["A Clerk can never Hand out their own notes.", ["unread-attribute"]],
  ["A Clerk may never read Items.", []],
  ["A Loan is fresh when notes is empty. A guest is welcome when she has a ticket.", []],
  ["A Loan is fresh when it shines.", ["unknown-name"]],
  ["A Loan is hidden from Clerks when notes is empty.", ["unreadable-right"]],
  ["- A Loan is visible to every Clerk when notes is empty", ["unreadable-right"]],
])("a paragraph below the matrix: %s", (paragraph, errors) => {
  expect(read(`${paragraph}\n`, "| | Clerk |\n|---|---|\n| Item | – |\n| Loan | CRU, delete, history |\n\nFor whom: see above.").errors).toEqual(errors);
});

test("rights of a bearer", () => {
  const text = document("- **Clerk**\n- The bearer may read Loans: notes").replace("- notes: text", "- notes: text\n- link: secret link to Loan");
  const { product } = compile([{ name: "spec.md", text }]);
  expect(verbs(product.permissions.grants)).toEqual(["bearer read Loan: notes"]);
});

test.each([
  ["Never:\n\n- A Loan is deleted by a Clerk when requested\n- A Loan is read by a Clerk when `notes = null`"],
  ["Never: a Loan is deleted by a Clerk when requested. A Loan is read by a Clerk when `notes = null`."],
  ["- Never: a Loan is deleted by a Clerk when requested; a Loan is read by a Clerk when `notes = null`"],
])("what nobody may do isn't a named condition: %s", (lines) => {
  expect(read(`- **Clerk**\n- Clerks may read and delete Loans\n\n${lines}`).errors).toEqual(["unknown-role", "unknown-role"]);
});
