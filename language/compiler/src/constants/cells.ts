/** Builds what a cell that changes over time means: a question about today's date. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { nearest, type Span } from "@nonet/source";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text } from "../expressions/build.ts";
import { boolean } from "../expressions/field-type.ts";
import { split } from "../text/split.ts";

const date: Type = { kind: "date" };

/** Whether today the value that holds from that date holds. */
export function today(from: string, span: Span): Expression {
  const now: Expression = { kind: "call", function: "today", arguments: [], type: date, nullable: false, span };
  return { kind: "binary", operator: ">=", left: now, right: { kind: "literal", value: from, type: date, nullable: false, span }, type: boolean, nullable: false, span };
}

/** The later tests where their time has come, else the earlier ones. */
export function testsAsCondition(begun: Expression, later: readonly UnaryTest[], earlier: readonly UnaryTest[], input: Type): UnaryTest {
  const { span } = begun;
  const value: Expression = { kind: "variable", name: "?", type: input, nullable: true, span };
  const test = (tests: readonly UnaryTest[]): Expression => ({ kind: "in", value, tests, type: boolean, nullable: true, span });
  return { kind: "condition", condition: { kind: "if", condition: begun, then: test(later), otherwise: test(earlier), type: boolean, nullable: true, span } };
}

/** A word in a decision table's cell that nothing is called by: most likely a text whose quotation marks are missing. */

const keywords = /(?:^|\s)(?:and|or|not|in|between|if|for|some|every|null|true|false|yes|no|function|instance)(?:\s|$)/i;

/** The texts, once told; null where the cell is an expression, or says a name almost right. */
export function unquotedTexts(ctx: PointCompiler, words: TextSpan, use: Use): Expression[] | null {
  const parts = split(words, ",");
  if (!parts.every((part) => /^\p{L}[\p{L}\d -]*$/u.test(part.text) && !keywords.test(part.text) && isUnknown(ctx, part, use))) return null;
  const quoted = parts.map((part) => `"${part.text}"`).join(", ");
  ctx.report("unquoted-text", words.span, `There is no input or constant ${parts.map((part) => `"${part.text}"`).join(" or ")}.`, {
    hint: `Write a text in quotation marks: \`${quoted}\`.`,
    fixes: [{ title: `Write ${quoted}`, edits: [{ span: words.span, text: quoted }] }],
  });
  return parts.map((part) => text(part.text, part.span));
}

/** What is almost a constant's name was most likely meant as that. */
const isUnknown = (ctx: PointCompiler, words: TextSpan, use: Use): boolean =>
  ctx.tries(words, use) === null &&
  nearest(
    words.text,
    [...ctx.declared.constants.values()].map((one) => one.name),
  ) === undefined;
