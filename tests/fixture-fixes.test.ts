/**
 * At least 88 % of all errors in the fixtures carry a fix that makes the line legal: applied, the error is gone and no
 * other error has come.
 */
import { expect, it } from "vitest";
import { makeChecker } from "@nonet/compiler";
import type { Diagnostic, Fix } from "@nonet/source";
import { fixtureFiles, fixturesOf, plant } from "./read-fixtures.ts";

/** A checker for each base: it compiles only what a fixture or a fix changes. */
const checkers = new Map<string, ReturnType<typeof makeChecker>>();

function errorsOf(base: string, text: string): readonly Diagnostic[] {
  const checker = checkers.get(base) ?? makeChecker();
  checkers.set(base, checker);
  return checker.check([{ name: "spec.md", text }]).diagnostics.filter(({ severity }) => severity === "error");
}

function applied(text: string, { edits }: Fix): string {
  let now = text;
  for (const { span, text: words } of [...edits].sort((a, b) => b.span.from - a.span.from)) now = now.slice(0, span.from) + words + now.slice(span.to);
  return now;
}

it("makes the line legal", () => {
  const fixtures = fixtureFiles()
    .flatMap(fixturesOf)
    .sort((one, other) => one.base.localeCompare(other.base));
  const found = fixtures.flatMap((fixture) => {
    const { text } = plant(fixture);
    const works = (fix: Fix): boolean => errorsOf(fixture.base, applied(text, fix)).length === 0;
    return errorsOf(fixture.base, text).map(({ fixes }) => fixes.find(works));
  });
  const mended = found.filter((fix) => fix !== undefined);
  // A fix that only removes what is wrong or leaves it open counts, but the right form is better.
  const written = mended.filter(({ title }) => !/^(?:Remove|Empty)\b|^Write `not shown`/.test(title));
  const share = (part: readonly unknown[]): string => `${part.length} of ${found.length} (${((part.length / found.length) * 100).toFixed(1)} %)`;
  console.info(`errors with a fix that makes the line legal: ${share(mended)}; with one that writes the right form: ${share(written)}`);
  expect(found.length).toBeGreaterThan(600);
  expect(mended.length / found.length).toBeGreaterThanOrEqual(0.88);
  expect(written.length / found.length).toBeGreaterThan(0.5);
}, 600_000);
