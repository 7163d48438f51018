/** Reads a delay: `3 days`, `2 working days`, `4 working hours`, or a constant. */
import type { Expression } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { checkCalendar } from "../context/callable-use.ts";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { workingSpan } from "../syntax/working-time.ts";

/** `working`: it counts the days or hours of the calendar. */
export function delayOf(ctx: PointCompiler, words: TextSpan, use: Use): { readonly expression: Expression; readonly working: boolean } {
  const written = workingSpan(words.text.replace(/^`|`$/g, "").trim());
  const expression: Expression = written
    ? { kind: "literal", value: written, type: { kind: "days and time duration", working: true }, nullable: false, span: words.span }
    : ctx.expression(words, { ...use, workingDays: true });
  const working = expression.type.kind === "days and time duration" && expression.type.working === true;
  if (working) checkCalendar(ctx, words.span);
  return { expression, working };
}
