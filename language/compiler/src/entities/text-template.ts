/** Compiles a text with `{expression}` to the concatenation of its parts. */
import type { Expression, Type } from "@nonet/feel";
import { isCode, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { binary, text } from "../expressions/build.ts";
import { slice } from "../text/split.ts";

const string: Type = { kind: "string" };

/** The text without its quotation marks; null if it has no `{expression}` or is an expression itself. */
export function templateIn(words: TextSpan): TextSpan | null {
  if (isCode(words) || !/\{[^{}]/.test(words.text)) return null;
  if (!/^["“]/.test(words.text)) return words;
  // `"a" + "{b}"` is an expression, not one text.
  return /^(?:"[^"]*"|“[^”]*”)$/.test(words.text) ? slice(words, 1, words.text.length - 1) : null;
}

/** An empty value adds nothing to the text. */
export function textTemplate(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const parts = ctx.template(words, use).map((part) => (typeof part === "string" ? text(part, words.span) : written(ctx, part)));
  return parts.reduce<Expression | null>((left, right) => (left ? joined(left, right, words) : right), null) ?? text("", words.span);
}

const joined = (left: Expression, right: Expression, { span }: TextSpan): Expression => ({ kind: "binary", operator: "+", left, right, type: string, nullable: false, span });

function written(ctx: PointCompiler, part: Expression): Expression {
  const { span } = part;
  const { kind } = part.type;
  if (kind === "record" || kind === "list" || kind === "context" || kind === "function") {
    ctx.checkType(part, string);
    return text("", span);
  }
  if (part.kind === "hole" || kind === "any" || kind === "open") return part;
  const whole: Expression = kind === "string" ? part : { kind: "call", function: "string", arguments: [part], type: string, nullable: part.nullable, span };
  if (!part.nullable) return whole;
  const isEmpty = binary("=", part, { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span }, span);
  return { kind: "if", condition: isEmpty, then: text("", span), otherwise: { ...whole, nullable: false }, type: string, nullable: false, span };
}
