/** No sentence shows a piece of the document that begins or ends within a word, or that reaches into another cell or line. */
import { readdirSync, readFileSync } from "node:fs";
import { builtins } from "@nonet/feel";
import { describe, expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";
import { readParaphrases } from "../../../../tests/read-paraphrases.ts";

const root = new URL("../../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const namesIn = (path: string, ending: string): string[] =>
  readdirSync(new URL(path, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${path}${name}`);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** What the sentences themselves can say: the words of the explainer, of default texts, of types and of functions. */
const own = new Set([
  ...[
    ...namesIn("language/compiler/src/explain/", ".ts"),
    "language/compiler/src/text/languages.ts",
    "language/model/src/entities/type-traits.ts",
    "language/model/src/errors/built-in-codes.ts",
    "language/model/src/states/state-colour.ts",
    "language/model/src/entities/entity.ts",
  ].flatMap((path) => wordsOf(read(path))),
  ...Object.keys(builtins).flatMap(wordsOf),
  "determines",
  "id",
  "user",
  "xlsx",
  "csv",
  "not",
  "specified",
  "users",
  "satisfies",
  "between",
  "round",
  "half",
  "floor",
  "single",
  "years",
  "months",
]);

/** What is no word of the explainer, nor of the document, whatever its ending. */
function oddWords(known: ReadonlySet<string>, sentence: string): readonly string[] {
  const isKnown = (word: string): boolean =>
    known.has(word) ||
    own.has(word) ||
    /\d/.test(word) ||
    [word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y"), word.replace(/ves$/, "f"), word.replace(/ren$/, ""), `${word}s`].some((one) => known.has(one));
  return wordsOf(sentence).filter((word) => !isKnown(word));
}

function findingsIn(text: string): readonly string[] {
  const { product } = compile([{ name: "spec.md", text }]);
  // Emphasis is no part of a word.
  const known = new Set(wordsOf(text).flatMap((word) => [word, ...word.split("_")]));
  return sentences(product).flatMap(({ sentence }) => {
    const outside = sentence.replace(/"[^"]*"/g, "");
    const odd = [...oddWords(known, sentence), ...(/[|`\n]/.test(outside) ? ["a sign between cells or lines"] : [])];
    return odd.length === 0 ? [] : [`${odd.join(", ")}: ${sentence}`];
  });
}

const documents = [...namesIn("examples/", ".md"), ...namesIn("tests/unseen/", ".md")].filter((path) => read(path).includes("## 3"));

test.each(documents)("%s", (path) => expect(findingsIn(read(path))).toEqual([]));

describe.each(namesIn("tests/paraphrases/", ".txt"))("%s", (path) => {
  const { canonical, variants, fill } = readParaphrases(new URL(path, root));
  test("its wordings", () => expect([canonical, ...variants].flatMap((one) => findingsIn(fill(one)))).toEqual([]));
});
