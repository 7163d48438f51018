/** Reads a length of time after which something happens, `3 days` or `2 working days`, or a constant that is one. */
import type { Expression } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { Use } from "../context.ts";
import type { Workshop } from "../make-context.ts";
import { judgeCalendar } from "./note-calls.ts";

/** `working`: its days are working days of the calendar. */
export function delayOf(ctx: Workshop, words: Words, use: Use): { readonly expression: Expression; readonly working: boolean } {
  const written = /^`?\s*(\d+)\s+working\s+days?\s*`?$/i.exec(words.text);
  const expression: Expression = written
    ? { kind: "literal", value: `P${written[1]}D`, type: { kind: "days and time duration", working: true }, nullable: false, span: words.span }
    : ctx.expression(words, { ...use, workingDays: true });
  const working = expression.type.kind === "days and time duration" && expression.type.working === true;
  if (working) judgeCalendar(ctx, words.span);
  return { expression, working };
}
