/** Reads a length of time after which something happens, `3 days`, `2 working days` or `4 working hours`, or a constant that is one. */
import type { Expression } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { checkCalendar } from "../context/callable-use.ts";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { workingSpan } from "../syntax/working-time.ts";

/** `working`: its days or hours are those of the calendar. */
export function delayOf(ctx: PointCompiler, words: TextSpan, use: Use): { readonly expression: Expression; readonly working: boolean } {
  const written = workingSpan(words.text.replace(/^`|`$/g, "").trim());
  const expression: Expression = written
    ? { kind: "literal", value: written, type: { kind: "days and time duration", working: true }, nullable: false, span: words.span }
    : ctx.expression(words, { ...use, workingDays: true });
  const working = expression.type.kind === "days and time duration" && expression.type.working === true;
  if (working) checkCalendar(ctx, words.span);
  return { expression, working };
}
