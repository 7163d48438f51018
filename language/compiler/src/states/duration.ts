/** Point 4: a duration in a timer or a decision. */
import type { Expression } from "@nonet/feel";
import { isCode, type TextSpan } from "@nonet/notation";
import { withFigures } from "../context/number-words.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { delayOf } from "../resolve/delay.ts";
import { workingSpan } from "../syntax/constants/working-time.ts";

/** `3 days`, `2 working days`. Working days are a duration that the calendar counts. */
export function durationOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): { delay: Expression; working: boolean } | null {
  const working = /\bworking\s+/i.exec(words.text);
  if (working && !isCode(words) && workingSpan(withFigures(words.text.replace(/\s+in\s.*$/i, ""))) === null) {
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a number of working days or hours.`, { hint: "Write `2 working days` or `4 working hours`." });
    return null;
  }
  if (/^`?\s*-/.test(words.text)) {
    ctx.report("unreadable-value", words.span, `"${words.text}" is negative, so there is nothing to wait for.`, {
      hint: "Write 0 or a positive duration. For a time before a date, write `(at DATE - DURATION)`.",
    });
    return null;
  }
  const { expression: delay, working: counted } = delayOf(ctx, words, { what: `a time of ${draft.name}`, self: draft.name });
  if (delay.kind !== "hole" && !delay.type.kind.endsWith("duration")) {
    const isMoment = delay.type.kind === "date" || delay.type.kind === "date and time";
    if (isMoment) {
      ctx.report("unreadable-value", words.span, `"${words.text}" is ${delay.type.kind === "date" ? "a date" : "a moment"}, not a duration.`, {
        hint: `Write \`(after 1 day past ${words.text})\` or another duration, or \`(at ${words.text})\` for the moment itself.`,
        fixes: [{ title: `Write 1 day past ${words.text}`, edits: [{ span: words.span, text: `1 day past ${words.text}` }] }],
      });
      return null;
    }
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a duration.`, { hint: "Write `3 days`, `2 hours`, `2 working days` or `4 working hours`." });
    return null;
  }
  return { delay, working: counted };
}
