/** `Counts once per: body.id`: the value by which a call is recognized when it comes again. */
import type { Expression } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import { placeholder } from "../../context/placeholder.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { cut } from "../../text/split.ts";

export function countedOnce(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const parts = cut(words, /\s+and\s+|\s*,\s*/i);
  const values = parts ? [parts.before, parts.after].map((part) => ctx.tryExpression(part, use)) : [];
  if (!parts || values.some((value) => value === null || value.type.kind === "boolean")) return ctx.expression(words, use);
  const joined = [parts.before, parts.after]
    .map(({ text }, i) => (values[i]!.type.kind === "string" || values[i]!.type.kind === "any" ? text : `string(${text})`))
    .join(' + " " + ');
  ctx.report("unreadable-value", words.span, "A call is counted once per value, and this names two.", {
    hint: `Join them to one: \`${joined}\`.`,
    fixes: [{ title: `Write ${joined}`, edits: [{ span: words.span, text: joined }] }],
  });
  return placeholder(words.span);
}
