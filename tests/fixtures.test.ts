/**
 * One mistake gives one diagnostic, of its code, at its place; and no code of any catalogue goes without a fixture. Most
 * errors carry a fix that makes the line legal.
 *
 * Each fixture is checked as an edit of the one before. Every sixteenth is compiled from nothing and explained too, and the
 * fixes of every sixth are applied; with NONET_LONG those of each.
 */
import { describe, expect, it, test } from "vitest";
import { compile, type Compiled, makeChecker, sentences } from "@nonet/compiler";
import type { Diagnostic, Fix } from "@nonet/source";
import { catalogues } from "../scripts/reference-pages.ts";
import { base, type Fixture, fixtureFiles, fixturesOf, plant, type Planted } from "./read-fixtures.ts";

const [fromNothingEach, fixesOfEach] = process.env["NONET_LONG"] ? [1, 1] : [16, 6];

const diagnosticsOf = (text: string): readonly Diagnostic[] => compile([{ name: "spec.md", text }]).diagnostics;

/** `code «words» message`, as a person would note it. */
const said = (text: string, d: Diagnostic, message = true): string => `${d.code} «${text.slice(d.span.from, d.span.to)}»${message ? ` ${d.message}` : ""}`;

/** What a checker says that comes from the mistake before: one edit mends that and makes this. */
const checkers = new Map<string, ReturnType<typeof makeChecker>>();
function keptOf(name: string, text: string): Compiled {
  const checker = checkers.get(name) ?? makeChecker();
  checkers.set(name, checker);
  return checker.check([{ name: "spec.md", text }]);
}

/** The fixtures whose diagnostics are known, with these, for the fixes. */
const checked = new Map<Fixture, Planted & { readonly found: readonly Diagnostic[] }>();
const fixturesIn = new Map(fixtureFiles().map((file) => [file, fixturesOf(file)]));

function check(fixture: Fixture): Compiled {
  const planted = plant(fixture);
  const compiled = keptOf(fixture.base, planted.text);
  checked.set(fixture, { ...planted, found: compiled.diagnostics });
  return compiled;
}

describe.each(["sound.md", "small.md", "abroad.md"])("%s", (name) => {
  it("has nothing wrong", () => expect(diagnosticsOf(base(name)).map((d) => said(base(name), d))).toEqual([]));
});

for (const [file, fixtures] of fixturesIn) {
  describe(file, () => {
    test.each(fixtures.map((fixture, i) => [`${fixture.code}: ${fixture.what}`, fixture, i] as const))("%s", (_, fixture, i) => {
      const { diagnostics: found, product } = check(fixture);
      const { text, range } = checked.get(fixture)!;
      const expected = `${fixture.code} «${range ? text.slice(range.from, range.to) : "mark the place"}»`;
      expect(
        found.map((d) => said(text, d, found.length > 1)),
        `fixtures/${file}:${fixture.line}`,
      ).toEqual([expected]);
      if (i % fromNothingEach === 0) {
        expect(found).toEqual(diagnosticsOf(text));
        // What could be understood can be said all the same.
        expect(sentences(product).length).toBeGreaterThan(5);
      }
      expect({ from: found[0]!.span.from, to: found[0]!.span.to }).toEqual(range);
    });

    it("leaves nothing when it is mended", () => {
      for (const name of new Set(fixtures.map((fixture) => fixture.base))) expect(keptOf(name, base(name)).diagnostics).toEqual([]);
    });
  });
}

const isError = ({ severity }: Diagnostic): boolean => severity === "error";

function applied(text: string, { edits }: Fix): string {
  let now = text;
  for (const { span, text: words } of [...edits].sort((a, b) => b.span.from - a.span.from)) now = now.slice(0, span.from) + words + now.slice(span.to);
  return now;
}

it("at least 88 % of all errors carry a fix that makes the line legal: applied, the error is gone and no other has come", () => {
  const fixtures = [...fixturesIn.values()]
    .flat()
    .filter((_, i) => i % fixesOfEach === 0)
    .sort((one, other) => one.base.localeCompare(other.base));
  const found = fixtures.flatMap((fixture) => {
    if (!checked.has(fixture)) check(fixture);
    const { text, found: diagnostics } = checked.get(fixture)!;
    const works = (fix: Fix): boolean => !keptOf(fixture.base, applied(text, fix)).diagnostics.some(isError);
    return diagnostics.filter(isError).map(({ fixes }) => fixes.find(works));
  });
  const mended = found.filter((fix) => fix !== undefined);
  // A fix that only removes what is wrong or leaves it open counts, but the right form is better.
  const written = mended.filter(({ title }) => !/^(?:Remove|Empty)\b|^Write `not shown`/.test(title));
  const share = (part: readonly unknown[]): string => `${part.length} of ${found.length} (${((part.length / found.length) * 100).toFixed(1)} %)`;
  console.info(`errors with a fix that makes the line legal: ${share(mended)}; with one that writes the right form: ${share(written)}`);
  expect(found.length).toBeGreaterThan(600 / fixesOfEach);
  // Of the part that npm test runs alone, it is 86 %.
  expect(mended.length / found.length).toBeGreaterThanOrEqual(fixesOfEach === 1 ? 0.88 : 0.855);
  expect(written.length / found.length).toBeGreaterThan(0.5);
}, 600_000);

describe("the catalogues", () => {
  const shown = new Set([...fixturesIn.values()].flat().map((fixture) => fixture.code));
  const declared = new Set(catalogues.flatMap(({ entries }) => Object.keys(entries)));

  it("have a fixture for each code", () => expect([...declared].filter((code) => !shown.has(code))).toEqual([]));
  it("know each code of a fixture", () => expect([...shown].filter((code) => !declared.has(code))).toEqual([]));
  it("are covered by more than a fixture for every kind of statement", () => expect([...fixturesIn.values()].flat().length).toBeGreaterThan(250));
});
