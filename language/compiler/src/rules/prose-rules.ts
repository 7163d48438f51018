/** Point 5: sentences of paragraphs that say what must hold. One with a code is a rule; nothing would enforce the others. */
import { expressionText, fold } from "@nonet/feel";
import { expressionsOfRule, type Rule } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { sentencesOf } from "../text/sentences.ts";
import { proposedRow } from "./rule-sentence.ts";
import { markNamed, refusalOf } from "./sentence-refusal.ts";
import { isReadable, readSentenceRow, type RuleCells } from "./sentence-row.ts";

const obliges =
  /\b(?:must|may not|may only|can(?:no|')t|can not|can only|cannot|never|not allowed|(?:is|are) required|at most|at least|no more than|not more than|no \p{L}+ (?:may|can)|only one|no two|(?:is|are) refused|shall)\b/iu;

type Paragraph = Extract<Block, { kind: "paragraph" }>;

export interface SentenceRule {
  readonly sentence: TextSpan;
  readonly cells: RuleCells;
}

/** The sentences that end in a code which no other rule gives, and that are understood whole. */
export function rulesInProse(ctx: PointCompiler, paragraph: Paragraph, isGiven: (code: string) => boolean): readonly SentenceRule[] {
  if (isNoProse(paragraph.words.text)) return [];
  return sentencesOf(paragraph.words).flatMap((sentence) => {
    const { code } = refusalOf(sentence);
    if (code === null || isGiven(code)) return [];
    const reading = readSentenceRow(ctx, sentence);
    return reading.kind === "row" && isReadable(ctx, { entity: reading.cells.Entity, must: reading.cells["Must hold"] }) ? [{ sentence, cells: reading.cells }] : [];
  });
}

/** A table that can't be read, or a label, is reported as what it is. */
const isNoProse = (text: string): boolean => /^\s*(?:\||\p{L}[\p{L} ]{0,30}:)/u.test(text);

/**
 * Where the point has rules, its paragraphs may explain them, so only a sentence that is a condition by itself, and none
 * of the rules, is reported. Where it has none, every sentence about a field or an entity is.
 */
export function checkProseRules(ctx: PointCompiler, blocks: readonly Block[], rules: readonly Rule[], isGiven: (code: string) => boolean): void {
  const said = new Set(rules.flatMap(({ holds }) => expressionsOfRule(holds)).map((one) => expressionText(one)));
  const read = new Set(rules.map(({ source }) => source.from));
  for (const { words } of blocks.filter((block): block is Paragraph => block.kind === "paragraph")) {
    if (isNoProse(words.text)) continue;
    for (const sentence of sentencesOf(words)) {
      const { code } = refusalOf(sentence);
      const isRule = code !== null && !isGiven(code);
      if (read.has(sentence.span.from) || (!isRule && !obliges.test(sentence.text))) continue;
      const { row, condition, fix } = proposedRow(ctx, sentence, sentence.span);
      const isKnown = condition !== null && said.has(expressionText(condition));
      if (!isRule && (isKnown || (condition === null && (rules.length > 0 || !isAboutRecords(ctx, sentence))))) continue;
      markNamed(ctx, sentence);
      ctx.report("prose-rule", sentence.span, "Nothing enforces this sentence: a paragraph of point 5 is prose, and a rule is a row of a table.", {
        hint: `Write \`${row}\`, and list the code in point 8.`,
        fixes: fix ? [fix] : [],
      });
    }
  }
}

function isAboutRecords(ctx: PointCompiler, { text }: TextSpan): boolean {
  const words = ` ${fold(text.replace(/[^\p{L}\p{N}]+/gu, " "))} `;
  return [...ctx.drafts.values()].some((draft) =>
    [draft.name, draft.plural, ...[...draft.fields.values()].map(({ name }) => name)].some((name) => words.includes(` ${fold(name)} `)),
  );
}
