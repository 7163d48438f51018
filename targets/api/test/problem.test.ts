/** Problem details: a status for every kind of refusal, the catalogue's statuses, all errors at once. */
import { describe, expect, it } from "vitest";
import {
  builtInErrors,
  didYouMean,
  limitOf,
  overrideBuiltIn,
  problemOf,
  problemOfRefusal,
  receivedCallAt,
  refusalStatuses,
  statusOf,
  suggest,
  type ErrorLike,
  type RefusalName,
} from "../src/index.ts";
import { smallProduct } from "./small-product.ts";

const error = (code: string, status: number | null): ErrorLike => ({ field: null, code, status, detail: `${code} it is.`, rule: null, line: 7 });

describe("statusOf", () => {
  it("maps every kind to a status other than 500", () => {
    for (const kind of Object.keys(refusalStatuses) as RefusalName[]) {
      const status = statusOf({ kind, errors: [error("x", null)] });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).not.toBe(500);
    }
  });

  it("uses the catalogue's status only if every error has one", () => {
    expect(statusOf({ kind: "invalid", errors: [error("A", 409), error("B", 422)] })).toBe(409);
    expect(statusOf({ kind: "invalid", errors: [error("A", 409), error("required", null)] })).toBe(422);
    // The checker allows such a status only for codes that calls answer with.
    expect(statusOf({ kind: "invalid", errors: [error("A", 200)] })).toBe(200);
    expect(statusOf({ kind: "not found", errors: [] })).toBe(404);
  });
});

describe("problemOfRefusal", () => {
  it("has the members of the contract, with all errors in order", () => {
    const problem = problemOfRefusal({ kind: "invalid", errors: [error("A", 409), error("B", 422)] });
    expect(problem).toEqual({
      type: "/api/docs#error-A",
      title: "Validation failed",
      status: 409,
      code: "A",
      detail: "A it is.",
      errors: [
        { field: null, code: "A", detail: "A it is.", rule: null, line: 7 },
        { field: null, code: "B", detail: "B it is.", rule: null, line: 7 },
      ],
    });
  });

  it("names the warnings to confirm", () => {
    expect(problemOfRefusal({ kind: "warning", errors: [error("W", null), error("W", null)] }).confirm).toEqual(["W"]);
  });
});

describe("built-in errors", () => {
  it("have unique codes and full texts", () => {
    expect(new Set(builtInErrors.map((e) => e.code)).size).toBe(builtInErrors.length);
    for (const { text, status } of builtInErrors) expect([text.endsWith("."), status >= 400 && status < 600]).toEqual([true, true]);
    expect(problemOf("not-found", "No such thing.", "id").errors).toEqual([{ field: "id", code: "not-found", detail: "No such thing.", rule: null, line: null }]);
  });
});

describe("suggestions, limits and paths", () => {
  it("suggests the nearest word", () => {
    expect(suggest("loan", ["items", "loans"])).toBe("loans");
    expect(suggest("zzzzzz", ["items", "loans"])).toBeUndefined();
    expect(didYouMean("stat", ["state"])).toBe(' Did you mean "state"?');
  });

  it("reads limits in force, else the default", () => {
    expect(limitOf(smallProduct, "requests per minute", "2026-05-01")).toBe(300);
    expect(limitOf(smallProduct, "requests per minute", "2027-05-01")).toBe(100);
    expect(limitOf(smallProduct, "upload size", "2026-05-01")).toBe(10_000_000);
    expect(limitOf(smallProduct, "export rows", "2026-05-01")).toBeUndefined();
  });

  it("finds received calls by method and path", () => {
    expect(receivedCallAt(smallProduct, "POST", "/hooks/a%20b/paid")).toMatchObject({ call: { name: "Paid" }, path: { shop: "a b" } });
    expect(receivedCallAt(smallProduct, "GET", "/hooks/a/paid")).toBeUndefined();
    expect(receivedCallAt(smallProduct, "POST", "/hooks/%E0%A4%A/paid")).toBeUndefined();
    expect(receivedCallAt(smallProduct, "POST", "/hooks/a/paid/more")).toBeUndefined();
  });
});

it("replaces a built-in error by the catalogue's entry", () => {
  const errors = [{ ...smallProduct.errors[0]!, code: "NOT_FOUND", status: 410, message: ["Gone for good."] }];
  const replaced = overrideBuiltIn({ ...smallProduct, errors }, problemOf("not-found", "There is no x."));
  expect(replaced).toMatchObject({ status: 410, code: "NOT_FOUND", detail: "Gone for good.", errors: [{ code: "NOT_FOUND", detail: "Gone for good." }] });
  const other = problemOf("malformed");
  expect(overrideBuiltIn({ ...smallProduct, errors }, other)).toBe(other);
});

it("keeps the built-in message where the catalogue's is not shown, with the catalogue's code and status", () => {
  const errors = [{ ...smallProduct.errors[0]!, code: "NOT_FOUND", status: 410, message: [] }];
  const replaced = overrideBuiltIn({ ...smallProduct, errors }, problemOf("not-found", "There is no x."));
  expect(replaced).toMatchObject({ status: 410, code: "NOT_FOUND", detail: "There is no x.", errors: [{ code: "NOT_FOUND", detail: "There is no x." }] });
});
