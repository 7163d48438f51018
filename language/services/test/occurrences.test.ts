/**
 * What is found for one name or at one place is the same as among all names: every fourteenth, with NONET_LONG each. After
 * an edit, it is the same as in a document that was never checked before.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hoverAt, lensesOf, makeDocumentChecker, screensAt, semanticTokens, symbolsOf } from "../src/index.ts";
import { occurrencesIn, referencesOf } from "../src/names/occurrences.ts";
import { keyOfThing } from "../src/names/thing.ts";
import { thingAt } from "../src/names/thing-at.ts";
import { vocabularyOf } from "../src/names/vocabulary.ts";

const each = process.env["NONET_LONG"] ? 1 : 14;
const root = new URL("../../../examples/", import.meta.url);
const documents = readdirSync(root).map((name) => ({ name, text: readFileSync(new URL(`${name}/${name}.md`, root), "utf8") }));

test.each(documents)("$name", { timeout: 240_000 }, ({ name, text }) => {
  const checker = makeDocumentChecker();
  const sources = [{ name: "specification.md", text }];
  const whole = checker.check(sources);
  const { all } = occurrencesIn(whole);
  const { things } = vocabularyOf(whole.product);
  const asked = checker.check(sources);
  for (const thing of things.filter((_, i) => i % each === 0)) expect(referencesOf(asked, thing), keyOfThing(thing)).toEqual(referencesOf(whole, thing));
  for (const { span } of all.filter((_, i) => i % (each * 3) === 0))
    expect(thingAt(asked, span.file, span.from + 1), `${span.from}`).toEqual(thingAt(whole, span.file, span.from + 1));
  // One example leaves everything open.
  expect(all.length > 40).toBe(name !== "undetermined");
});

/** Each changes a document that has been edited before; the words are some of every example's. */
const edits: readonly ((text: string) => string)[] = [
  (text) => text.replace(/^(## 3\..*)$/m, "$1\n\nA line of prose about the state."),
  (text) => text.replace(/^(### \p{L}+)$/mu, "$1s"),
  (text) => text.replace(/^- (\p{Ll}+)(?=[^:\n]*: )/mu, "- $1x"),
  (text) => text.replace(/^- (\p{Ll}+)x(?=[^:\n]*: )/mu, "- $1"),
  (text) => text.replace(/^(\|.*\|)\n(\|[ :|-]+\|)\n(\|.*\|)\n/m, "$1\n$2\n$3\n$3\n"),
  (text) => text.replace(/^(#.*)$/m, "$1, again"),
  (text) => text.replaceAll(" is ", " isn't "),
  (text) => text.replace(/^### .*\n(?:(?!#).*\n)*/m, ""),
];

test.each(documents)("$name, edited", { timeout: 240_000 }, ({ text }) => {
  const checker = makeDocumentChecker();
  let now = text;
  for (const [i, edit] of [(one: string) => one, ...edits].entries()) {
    now = edit(now);
    const sources = [{ name: "specification.md", text: now }];
    const [edited, fresh] = [checker.check(sources), makeDocumentChecker().check(sources)];
    // First what is found around places, then everything.
    for (let at = 40 + i; at < now.length; at += Math.ceil(now.length / 12)) expect(hoverAt(edited, 0, at), `edit ${i}, ${at}`).toEqual(hoverAt(fresh, 0, at));
    expect(occurrencesIn(edited).all, `edit ${i}`).toEqual(occurrencesIn(fresh).all);
    expect(occurrencesIn(edited).doubtful, `edit ${i}`).toEqual(occurrencesIn(fresh).doubtful);
    expect(semanticTokens(edited, 0), `edit ${i}`).toEqual(semanticTokens(fresh, 0));
    expect(lensesOf(edited, 0), `edit ${i}`).toEqual(lensesOf(fresh, 0));
    expect(symbolsOf(edited, 0), `edit ${i}`).toEqual(symbolsOf(fresh, 0));
    for (let at = 20 + i; at < now.length; at += Math.ceil(now.length / 6)) expect(screensAt(edited, 0, at), `edit ${i}, ${at}`).toEqual(screensAt(fresh, 0, at));
  }
});
