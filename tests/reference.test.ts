/** Holds the reference pages to the catalogues, in both directions. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogues, pages } from "../scripts/reference-pages.ts";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

describe("reference", () => {
  it.each(pages)("$path is what the code says (npm run reference writes it)", ({ path, text }) => expect(read(path)).toBe(text));

  it("every code stands on the page once, and every code of the page can be raised", () => {
    const declared = [...new Set(catalogues.flatMap(({ entries }) => Object.keys(entries)))].sort();
    const written = [...read("docs/diagnostics.md").matchAll(/^### (\S+)$/gm)].map((m) => m[1]).sort();
    expect(written).toEqual(declared);
  });
});
