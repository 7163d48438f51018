/** `Counts once per: body.id`, or several values together: by what a call is recognized when it comes again. */
import type { Expression } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { bare, partsAt, slice, split } from "../../text/split.ts";

export function countedOnce(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const plain = /`.*`.*`/s.test(words.text) ? words : bare(words);
  const named = slice(plain, /^(?:(?:the\s+)?(?:combination|pair)\s+of\s+|both\s+)?/i.exec(plain.text)![0].length);
  const parts = split(named, ",").flatMap((part) => partsAt(part, /(?:^|\s+)and\s+/gi));
  const whole = parts.length < 2 ? null : ctx.tryExpression(words, use);
  if (parts.length < 2 || (whole && whole.type.kind !== "boolean")) return ctx.expression(words, use);
  // Each under a name of its own: joined as texts, "a b" and "c" would be the same as "a" and "b c".
  const entries = parts.map((part, at) => ({ name: `${at + 1}`, value: ctx.expression(part, use), quoted: true as const }));
  return {
    kind: "context",
    entries,
    type: { kind: "context", entries: Object.fromEntries(entries.map(({ name, value }) => [name, value.type])) },
    nullable: false,
    span: words.span,
  };
}
