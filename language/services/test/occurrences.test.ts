/** What is found for one name or at one place is the same as among all names: every fourteenth, with NONET_LONG each. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeDocumentChecker } from "../src/index.ts";
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
