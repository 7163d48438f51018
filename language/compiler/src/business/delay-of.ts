/** Reads a length of time after which something happens, `3 days`, `2 working days` or `4 working hours`, or a constant that is one. */
import type { Expression } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { Use } from "../context.ts";
import type { Workshop } from "../make-context.ts";
import { judgeCalendar } from "./note-calls.ts";

/** `working`: its days or hours are those of the calendar. */
export function delayOf(ctx: Workshop, words: Words, use: Use): { readonly expression: Expression; readonly working: boolean } {
  const written = workingSpan(words.text.replace(/^`|`$/g, "").trim());
  const expression: Expression = written
    ? { kind: "literal", value: written, type: { kind: "days and time duration", working: true }, nullable: false, span: words.span }
    : ctx.expression(words, { ...use, workingDays: true });
  const working = expression.type.kind === "days and time duration" && expression.type.working === true;
  if (working) judgeCalendar(ctx, words.span);
  return { expression, working };
}

/** `2 working days`, `4 working hours` as the duration that the calendar counts; null for anything else. */
export function workingSpan(text: string): string | null {
  const found = /^(\d+)\s+working\s+(day|hour)s?$/i.exec(text);
  return found && (found[2]!.toLowerCase() === "day" ? `P${found[1]}D` : `PT${found[1]}H`);
}
