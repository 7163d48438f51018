/** Reads a delay: `3 days`, `2 working days`, `4 working hours in Workshop`, a constant, or any other duration. */
import { type Expression, isWorking, withoutCalendar } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { checkCalendar } from "../context/callable-use.ts";
import type { Use } from "../context/context.ts";
import { withFigures } from "../context/number-words.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { workingSpan } from "../syntax/constants/working-time.ts";

/** `working`: it counts the days or hours of the calendar that it names, or else of the default calendar. */
export function delayOf(ctx: PointCompiler, words: TextSpan, use: Use): { readonly expression: Expression; readonly working: boolean } {
  const written = workingSpan(withFigures(words.text.replace(/^`|`$/g, "").trim()));
  const expression: Expression = written ? { kind: "literal", ...written, nullable: false, span: words.span } : ctx.expression(words, { ...use, workingDays: true });
  const working = isWorking(expression.type);
  if (working && withoutCalendar(expression).length === 1) checkCalendar(ctx, words.span, use.what);
  return { expression, working };
}
