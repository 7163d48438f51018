/** The API description of the Equipment Desk. */
import { readFileSync } from "node:fs";
import { compile } from "@nonet/compiler";
import { docsPage, limitOf, openApi, operationsOf, receivedCallAt } from "@nonet/api";
import { expect, it } from "vitest";

const file = new URL("../../../../examples/equipment-desk/equipment-desk.md", import.meta.url);
const text = readFileSync(file, "utf8");
const { product } = compile([{ name: "equipment-desk.md", text }]);
const lineOf = (words: string): number => text.slice(0, text.indexOf(words)).split("\n").length;

it("lists the document's requests, with their lines", () => {
  const description = openApi(product);
  expect(Object.keys(description.paths)).toEqual(
    expect.arrayContaining([
      "/api/loans",
      "/api/loans/{id}",
      "/api/loans/{id}/hand-out",
      "/api/loans/{id}/actions",
      "/api/loans:batch",
      "/api/items/export",
      "/api/categories",
      "/api/users",
    ]),
  );
  expect(description.paths["/api/loans/{id}/reject"]?.post).toMatchObject({ "x-line": expect.any(Number) });
  expect(description.components.schemas.LoanRejectAsked).toMatchObject({ required: ["reason"], additionalProperties: false });
  expect(Object.keys((description.components.schemas.LoanCreate as { properties: object }).properties)).toEqual(
    expect.arrayContaining(["item", "borrower", "startDate", "endDate", "purpose"]),
  );
  expect((description.components.schemas.LoanCreate as { properties: object }).properties).not.toHaveProperty("fee");
  expect((description.components.schemas.Loan as { properties: { state: object } }).properties.state).toMatchObject({
    enum: expect.arrayContaining(["requested", "approved", "out", "returned", "rejected", "cancelled"]),
  });
  const places = operationsOf(product).map((o) => `${o.method} ${o.path}`);
  expect(new Set(places).size).toBe(places.length);
  expect(docsPage(product)).toContain("ITEM_TAKEN");
});

it("has the document's limits and received calls", () => {
  expect(limitOf(product, "requests per minute", "2030-01-01")).toBe(300);
  expect(limitOf(product, "upload size", "2030-01-01")).toBeGreaterThanOrEqual(10_000_000);
  expect(receivedCallAt(product, "POST", "/hooks/payments")?.call.name).toBe("Payment settled");
  expect(lineOf("### Loan")).toBeGreaterThan(1);
});
