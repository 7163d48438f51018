/**
 * Searches the documentation and the code's comments and texts for the phrases of banned-phrases.json.
 *
 * A phrase may list files in `except`: other people's words, or names of an earlier release. A space in a pattern also
 * matches a line break, because comments and paragraphs wrap.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./nonet-process.ts";
import { proseFiles, readProse } from "./read-prose.ts";

interface Phrase {
  readonly pattern: string;
  readonly instead: string;
  /** A text that the pattern finds. */
  readonly example: string;
  /** Files in which it may stand. */
  readonly except?: readonly string[];
}

const { surfaces, phrases } = JSON.parse(readFileSync(join(root, "tests/banned-phrases.json"), "utf8")) as {
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
  readonly phrases: readonly Phrase[];
};

/** Pages that are generated from code belong only to the surface `generated`. */
const generated = surfaces["generated"] ?? [];

describe.each(Object.keys(surfaces))("words in %s", (surface) => {
  const files = (surfaces[surface] ?? []).flatMap((path) => proseFiles(root, path)).filter((file) => surface === "generated" || !generated.includes(file));
  const texts = files.map((file) => ({ file, prose: readProse(root, file) }));
  test("has files", () => expect(files.length).toBeGreaterThan(0));
  test.each(phrases)("$instead: not $pattern", (phrase) => {
    expect(texts.filter(({ file }) => !phrase.except?.includes(file)).flatMap(({ file, prose }) => hits(file, prose, phrase))).toEqual([]);
  });
});

describe("banned phrases", () => {
  test.each(phrases)("$pattern finds its example, and its exceptions exist", ({ pattern, example, except = [] }) => {
    expect(example).toMatch(finder(pattern));
    expect(except.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

function hits(file: string, prose: string, { pattern, instead }: Phrase): string[] {
  return [...prose.matchAll(finder(pattern))].map((hit) => {
    const line = prose.slice(0, hit.index + hit[0].search(/\S/)).split("\n").length;
    return `${file}:${line}: "${hit[0].trim().replace(/\s+/g, " ")}"; write: ${instead}`;
  });
}

function finder(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll(" ", "[\\s*]+"), "gim");
}
