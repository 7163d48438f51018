/** Builds the expression for a cell that changes over time: a comparison with today's date. */
import { cellForms, readForm } from "@nonet/forms";
import { describe, type Expression, fold, type Type, type UnaryTest } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { nearest, type Span } from "@nonet/source";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text } from "../expressions/build.ts";
import { boolean } from "../expressions/field-type.ts";
import { after, cut, slice, split } from "../text/split.ts";

const date: Type = { kind: "date" };

/** Whether the value that applies from that date is valid: today, or on the day of `TABLE(…) at (date)`. */
export function today(from: string, span: Span): Expression {
  const now: Expression = { kind: "call", function: "valid on", arguments: [], type: date, nullable: false, span };
  return { kind: "binary", operator: ">=", left: now, right: { kind: "literal", value: from, type: date, nullable: false, span }, type: boolean, nullable: false, span };
}

/** The later tests if their date has come, otherwise the earlier ones. */
export function testsAsCondition(begun: Expression, later: readonly UnaryTest[], earlier: readonly UnaryTest[], input: Type): UnaryTest {
  const { span } = begun;
  const value: Expression = { kind: "variable", name: "?", type: input, nullable: true, span };
  const test = (tests: readonly UnaryTest[]): Expression => ({ kind: "in", value, tests, type: boolean, nullable: true, span });
  return { kind: "condition", condition: { kind: "if", condition: begun, then: test(later), otherwise: test(earlier), type: boolean, nullable: true, span } };
}

/** The words of expressions: a text without quotation marks has none of them. */
export const keywords = /(?:^|\s)(?:not|in|between|if|for|some|every|null|true|false|yes|no|function|instance)(?:\s|$)/i;

/** Whether the cell orders a value in words, as in `less than 10` or `at least the limit`. */
export function saysOrder(ctx: PointCompiler, words: TextSpan, use: Use): boolean {
  const form = readForm(cellForms, words.text);
  if (form.kind !== "match" || form.name === "any") return false;
  const value = slice(words, form.slots["value"]!.from);
  return /^[-\d€£]/.test(value.text) || ctx.tryExpression(value, use) !== null;
}

/** The texts in the cell; null if it is an expression or a misspelled name. `numbers`: where the column holds texts, a number is one too. */
export function bareTexts(ctx: PointCompiler, words: TextSpan, use: Use, numbers = false): Expression[] | null {
  const parts = alternatives(after(words, /one of\s+(?=\S)/i) ?? words);
  const isQuoted = ({ text: written }: TextSpan): boolean => /^"[^"\\]*"$/.test(written);
  const isNumber = ({ text: written }: TextSpan): boolean => numbers && /^\d+(?:\.\d+)?$/.test(written);
  if (
    parts.every(isQuoted) ||
    !parts.every(
      (part) => isQuoted(part) || isNumber(part) || isChoice(ctx, part) || (/^\p{L}[\p{L}\d -]*$/u.test(part.text) && !keywords.test(part.text) && isUnknown(ctx, part, use)),
    )
  )
    return null;
  return parts.map((part) => text(isQuoted(part) ? part.text.slice(1, -1) : part.text, part.span));
}

/** A choice of a field, whatever words are in it: `no harm`, `not yet`, and `vaccination` where Vaccination is an entity too, since no cell holds all records. */
const isChoice = (ctx: PointCompiler, { text: written }: TextSpan): boolean =>
  ((/\s/.test(written) && keywords.test(written)) || /['’.]/.test(written) || ctx.declared.entities.has(fold(written))) && isChoiceOfField(ctx, written);

const isChoiceOfField = (ctx: PointCompiler, written: string): boolean =>
  [...ctx.declared.entities.values()].some(({ fields }) =>
    [...fields.values()].some(({ type }) => (type.kind === "one of" || type.kind === "any of") && type.choices.some((choice) => fold(choice) === fold(written))),
  );

/** `"a" / "b"`, `"a" or "b"`: the texts separated by commas, each at its place. */
export function withCommas(words: TextSpan): TextSpan {
  const parts = alternatives(words);
  if (parts.length < 2 || !parts.every(({ text: written }) => /^"[^"\\]*"$/.test(written))) return words;
  return { ...words, text: words.text.replace(/"[^"]*"|\s*(?:,\s*)?(?:\/|\bor\b|<br\s*\/?>)\s*/gi, (piece) => (piece.startsWith('"') ? piece : ",".padEnd(piece.length))) };
}

/** `a, b`, `a / b`, `a or b`, and lines of their own. */
const alternatives = (words: TextSpan): readonly TextSpan[] =>
  split(words, ",/").flatMap((part) => {
    const parted = cut(part, /(?:^|\s+)or\s+|\s*<br\s*\/?>\s*/i);
    return parted ? [...(parted.before.text === "" ? [] : [parted.before]), ...alternatives(parted.after)] : [part];
  });

/** Reports texts without quotation marks where the other cells of the column aren't texts. */
export function reportBareTexts(ctx: PointCompiler, words: TextSpan, texts: readonly Expression[], input: Type): void {
  const named = texts.map((one) => JSON.stringify(one.kind === "literal" ? one.value : ""));
  const quoted = named.join(", ");
  ctx.report("unquoted-text", words.span, `There is no input or constant ${named.join(" or ")}, and the other cells of this column aren't texts, but ${describe(input)}.`, {
    hint: `Write a text in quotation marks: \`${quoted}\`.`,
    fixes: [{ title: `Write ${quoted}`, edits: [{ span: words.span, text: quoted }] }],
  });
}

/** A word close to the name of a constant was most likely meant as that constant, unless it is itself a choice. */
const isUnknown = (ctx: PointCompiler, words: TextSpan, use: Use): boolean =>
  ctx.tryExpression(words, use) === null &&
  (isChoiceOfField(ctx, words.text) ||
    nearest(
      words.text,
      [...ctx.declared.constants.values()].map((one) => one.name),
    ) === undefined);
