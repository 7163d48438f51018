/** One mistake gives one diagnostic, of its code, at its place; and no code of any catalogue goes without a fixture. */
import { describe, expect, it, test } from "vitest";
import { compile, makeChecker, sentences } from "@nonet/compiler";
import type { Diagnostic } from "@nonet/source";
import { catalogues } from "../scripts/reference-pages.ts";
import { base, fixtureFiles, fixturesOf, plant } from "./read-fixtures.ts";

const diagnosticsOf = (text: string): readonly Diagnostic[] => compile([{ name: "spec.md", text }]).diagnostics;

/** `code «words» message`, as a person would note it. */
const said = (text: string, d: Diagnostic, message = true): string => `${d.code} «${text.slice(d.span.from, d.span.to)}»${message ? ` ${d.message}` : ""}`;

/** What a checker says that comes from the mistake before: one edit mends that and makes this. */
const checkers = new Map<string, ReturnType<typeof makeChecker>>();
function keptOf(name: string, text: string): readonly Diagnostic[] {
  const checker = checkers.get(name) ?? makeChecker();
  checkers.set(name, checker);
  return checker.check([{ name: "spec.md", text }]).diagnostics;
}

describe.each(["sound.md", "small.md", "abroad.md"])("%s", (name) => {
  it("has nothing wrong", () => expect(diagnosticsOf(base(name)).map((d) => said(base(name), d))).toEqual([]));
});

for (const file of fixtureFiles()) {
  describe(file, () => {
    test.each(fixturesOf(file).map((fixture) => [`${fixture.code}: ${fixture.what}`, fixture] as const))("%s", (_, fixture) => {
      const { text, range } = plant(fixture);
      const { diagnostics: found, product } = compile([{ name: "spec.md", text }]);
      const expected = `${fixture.code} «${range ? text.slice(range.from, range.to) : "mark the place"}»`;
      expect(
        found.map((d) => said(text, d, found.length > 1)),
        `fixtures/${file}:${fixture.line}`,
      ).toEqual([expected]);
      expect(keptOf(fixture.base, text)).toEqual(found);
      // What could be understood can be said all the same.
      expect(sentences(product).length).toBeGreaterThan(5);
      expect({ from: found[0]!.span.from, to: found[0]!.span.to }).toEqual(range);
    });

    it("leaves nothing when it is mended", () => {
      for (const name of new Set(fixturesOf(file).map((fixture) => fixture.base))) expect(keptOf(name, base(name))).toEqual([]);
    });
  });
}

describe("the catalogues", () => {
  const shown = new Set(fixtureFiles().flatMap((file) => fixturesOf(file).map((fixture) => fixture.code)));
  const declared = new Set(catalogues.flatMap(({ entries }) => Object.keys(entries)));

  it("have a fixture for each code", () => expect([...declared].filter((code) => !shown.has(code))).toEqual([]));
  it("know each code of a fixture", () => expect([...shown].filter((code) => !declared.has(code))).toEqual([]));
  it("are covered by more than a fixture for every kind of statement", () => expect(fixtureFiles().flatMap((file) => fixturesOf(file)).length).toBeGreaterThan(250));
});
