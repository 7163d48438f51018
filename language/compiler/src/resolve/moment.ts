/** A moment in an expression's place: an expression, or `7 days after X`, `2 hours before X`. */
import type { Expression } from "@nonet/feel";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { cut } from "../text/split.ts";

/** The words as an expression; a duration counted from another moment is added to it or subtracted from it. */
export function momentIn(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const sides = cut(code(words), /\s+(?:before|ahead of|prior to|earlier than|after|past|from|since)\s+(?:the\s+)?/i);
  if (!sides || sides.before.text === "" || ctx.tryExpression(words, use)) return ctx.expression(words, use);
  // A mistake in the moment is reported at its own place.
  if (!ctx.tryExpression(sides.after, use)) return ctx.expression(sides.after, use);
  const delay = code(sides.before).text.replace(/^an?\s+(?=\p{L})/iu, "1 ");
  const moment = code(sides.after).text;
  const operand = /^[\p{L}\p{N}\s.]+$/u.test(moment) ? moment : `(${moment})`;
  return ctx.expression({ text: `${operand} ${/before|ahead|prior|earlier/i.test(sides.match[0]) ? "-" : "+"} ${delay}`, span: words.span }, use);
}
