/** Point 5: sentences of paragraphs that say what must hold. A paragraph is prose, so nothing would enforce them. */
import { expressionText, fold } from "@nonet/feel";
import { expressionsOfRule, type Rule } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { slice } from "../text/split.ts";
import { proposedRow } from "./rule-sentence.ts";

const obliges =
  /\b(?:must|may not|may only|can(?:no|')t|can not|can only|cannot|never|not allowed|(?:is|are) required|at most|at least|no more than|not more than|no \p{L}+ (?:may|can)|only one|no two|(?:is|are) refused)\b/iu;

type Paragraph = Extract<Block, { kind: "paragraph" }>;

/**
 * Where the point has rules, its paragraphs may explain them, so only a sentence that is a condition by itself, and none
 * of the rules, is reported. Where it has none, every sentence about a field or an entity is.
 */
export function checkProseRules(ctx: PointCompiler, blocks: readonly Block[], rules: readonly Rule[]): void {
  const said = new Set(rules.flatMap(({ holds }) => expressionsOfRule(holds)).map((one) => expressionText(one)));
  for (const { words } of blocks.filter((block): block is Paragraph => block.kind === "paragraph")) {
    // A table that can't be read, or a label, is reported as what it is.
    if (!obliges.test(words.text) || /^\s*(?:\||\p{L}[\p{L} ]{0,30}:)/u.test(words.text)) continue;
    for (const sentence of sentencesOf(words)) {
      if (!obliges.test(sentence.text)) continue;
      const { row, condition, fix } = proposedRow(ctx, sentence, sentence.span);
      const isKnown = condition !== null && said.has(expressionText(condition));
      if (isKnown || (condition === null && (rules.length > 0 || !isAboutRecords(ctx, sentence)))) continue;
      ctx.report("prose-rule", sentence.span, "Nothing enforces this sentence: a paragraph of point 5 is prose, and a rule is a row of a table.", {
        hint: `Write \`${row}\`, and list the code in point 8.`,
        fixes: fix ? [fix] : [],
      });
    }
  }
}

function sentencesOf(words: TextSpan): readonly TextSpan[] {
  const found: TextSpan[] = [];
  let from = 0;
  for (const { index } of [...words.text.matchAll(/(?<=[.!?])\s+(?=\p{Lu})/gu), { index: words.text.length }]) {
    const sentence = slice(words, from, index);
    const blank = sentence.text.length - sentence.text.trimStart().length;
    if (sentence.text.trim() !== "") found.push(slice(sentence, blank));
    from = index;
  }
  return found;
}

function isAboutRecords(ctx: PointCompiler, { text }: TextSpan): boolean {
  const words = ` ${fold(text.replace(/[^\p{L}\p{N}]+/gu, " "))} `;
  return [...ctx.drafts.values()].some((draft) =>
    [draft.name, draft.plural, ...[...draft.fields.values()].map(({ name }) => name)].some((name) => words.includes(` ${fold(name)} `)),
  );
}
