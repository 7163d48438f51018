/**
 * Renames names of every kind in every example, and asks the compiler whether the document still says the same: in
 * `npm test` one of each kind, each kind in every third example, with NONET_LONG every second name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { applyEdits } from "@nonet/notation";
import { describe, expect, it } from "vitest";
import { makeDocumentChecker, renameThing } from "../src/index.ts";
import { referencesOf } from "../src/names/occurrences.ts";
import { describeThing, type Thing } from "../src/names/thing.ts";
import { vocabularyOf } from "../src/names/vocabulary.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
const each = isLong ? 2 : Infinity;
const root = new URL("../../../examples/", import.meta.url);
const documents = readdirSync(root).map((name) => ({ name, text: readFileSync(new URL(`${name}/${name}.md`, root), "utf8") }));

/** What is built in, and what a document can't call otherwise. */
const fixed = /is built in|can't be renamed|doesn't define/;
const other = (kind: Thing["kind"]): string =>
  kind === "code" ? "ZEBRA_CROSSING" : kind === "entity" || kind === "role" || kind === "action" ? "Zebra crossing" : "zebra crossing";

describe.each(documents.map((document, at) => ({ ...document, at })))("$name", ({ text, at }) => {
  const checker = makeDocumentChecker();
  const document = checker.check([{ name: "specification.md", text }]);
  const problems = (of: typeof document): number => of.compiled.diagnostics.filter(({ severity }) => severity !== "hint").length;

  it("keeps its meaning whatever is renamed", { timeout: 240_000 }, () => {
    const wrong: string[] = [];
    const again = makeDocumentChecker();
    const { things } = vocabularyOf(document.product);
    const kinds = new Set<Thing["kind"]>();
    // The second of a kind where there is one: the first is often built in.
    const isFirst = (kind: Thing["kind"], i: number): boolean => !kinds.has(kind) && (i % 3 === 1 || things.findLastIndex((one) => one.kind === kind) === i);
    const isInTurn = (): boolean => isLong || (kinds.size + at) % 3 === 0;
    for (const thing of things.filter(({ kind }, i) => (isFirst(kind, i) ? kinds.add(kind) && isInTurn() : i % each === 1))) {
      const name = other(thing.kind);
      const result = renameThing(document, thing, name);
      if ("refused" in result) {
        if (!fixed.test(result.refused)) wrong.push(`${describeThing(thing)}: ${result.refused}`);
        continue;
      }
      const after = again.check(applyEdits(document.sources, result.edits));
      if (problems(after) !== problems(document)) wrong.push(`${describeThing(thing)}: ${after.compiled.diagnostics[0]?.message}`);
      if (referencesOf(after, thing).length > 0) wrong.push(`${describeThing(thing)} is still mentioned`);
    }
    expect(wrong).toEqual([]);
  });
});
