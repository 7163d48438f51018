/** What each role of the Equipment Desk is given to see and do, as readable text. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct, type Reader, type ProductData } from "../src/index.ts";

const file = new URL("../../../examples/equipment-desk/equipment-desk.md", import.meta.url);
const { product } = compile([{ name: "equipment-desk.md", text: readFileSync(file, "utf8") }]);
const as = (role: string | null): ProductData =>
  planProduct(product, { kind: role ? "person" : "anyone", roles: role ? [role] : [], owner: false } satisfies Reader, { rehearsal: false });
const loan = (data: ProductData) => data.entities.find((e) => e.name === "Loan")!;
const writable = (data: ProductData) =>
  loan(data)
    .fields.filter((f) => f.writableOnCreate)
    .map((f) => f.label)
    .join(", ");

test("the menu contains the screens of the role and of its included roles", () => {
  const menu = (role: string) =>
    as(role)
      .menu.map((m) => m.label)
      .join(", ");
  expect(menu("Borrower")).toBe("Home, Catalogue, Reserve, My loans, Calendar");
  expect(menu("Clerk")).toBe("Home, Catalogue, Loans, Desk, Calendar");
  expect(menu("Manager")).toBe("Home, Catalogue, Loans, Desk, Calendar, Revenue");
});

test("a reader who isn't signed in gets no entities", () => {
  expect(as(null).entities).toEqual([]);
});

test("a form contains the fields that the role may write, but no computed or read-only ones", () => {
  expect(writable(as("Borrower"))).toBe("Item, Start date, End date, Purpose, Condition, Photos");
  expect(writable(as("Clerk"))).toContain("Borrower");
});

test("the actions are those that the transitions grant to the role", () => {
  expect(
    loan(as("Borrower"))
      .actions.map((a) => a.name)
      .join(", "),
  ).toBe("Cancel, Extend");
  expect(
    loan(as("Clerk"))
      .actions.find((a) => a.name === "Reject")
      ?.asks.map((f) => `${f.label}: ${f.control}`),
  ).toEqual(["Reason: long text"]);
});

test("an item's page opens the form that reserves it, for those who may open the form", () => {
  const forms = (role: string) =>
    as(role).screens.flatMap(({ name, body }) => (body.kind === "record" ? body.forms.map((form) => `${name}: ${form.label} at ${form.route} by ${form.by}`) : []));
  expect(forms("Borrower")).toEqual(["Item: Reserve at /reserve by item"]);
  expect(forms("Clerk")).toEqual([]);
});
