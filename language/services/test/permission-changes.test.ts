/** What each role gains and loses between two versions. */
import { describe, expect, it } from "vitest";
import { makeDocumentChecker } from "../src/document/checked-document.ts";
import { permissionChanges } from "../src/comparison/permission-changes.ts";

const productOf = (matrix: string, rest = "") =>
  makeDocumentChecker().check([
    {
      name: "desk.md",
      text: `# Specification: Desk\n\n## 3. Entities and their fields\n\n### Book\n\n- title: text, required\n- lender: User\n${rest}\n## 6. Roles and permissions\n\n${matrix}\n`,
    },
  ]).product;
const table = (clerk: string, reader: string): string => `Own: Book where lender = me\n\n| | Clerk | Reader |\n|---|---|---|\n| Book | ${clerk} | ${reader} |`;
const sentences = (before: string, after: string): readonly string[] => permissionChanges(productOf(before), productOf(after)).map(({ sentence }) => sentence);

describe("permission changes", () => {
  it("are none between a version and the same one as it is stored, with its keys in another order", () => {
    const product = productOf(table("read, update own", "read"));
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, inner]) => [key, reversed(inner)]),
            )
          : value;
    expect(product.permissions.grants.some(({ where }) => where !== null)).toBe(true);
    expect(permissionChanges(reversed(JSON.parse(JSON.stringify(product))) as typeof product, product)).toEqual([]);
  });

  it("name what a role gains and loses", () => {
    expect(sentences(table("read, update", "read"), table("read", "read, create"))).toEqual(["Clerk may no longer update Books.", "Reader may now create Books."]);
  });

  it("are none where lines only move", () => {
    const before = productOf(table("read, update own", "read"));
    const after = productOf(table("read, update own", "read"), "- pages: integer\n");
    expect(permissionChanges(before, after)).toEqual([]);
  });
});
