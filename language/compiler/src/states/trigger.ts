/** Point 4: what triggers a transition: an action, a delay, a moment or a condition. */
import { type Expression, fold } from "@nonet/feel";
import type { Trigger } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { RawTrigger } from "../syntax/transition-rows.ts";
import { after, cut } from "../text/split.ts";
import { durationOf } from "./duration.ts";

export function triggerOf(ctx: PointCompiler, draft: EntityDraft, raw: RawTrigger, use: Use): Trigger | null {
  if (!raw.automatic) return { kind: "action", action: draft.actions.get(fold(raw.words.text))?.name ?? raw.words.text };
  const delayed = after(raw.words, /after\s+/i);
  if (delayed) return afterTrigger(ctx, draft, delayed, use);
  const moment = after(raw.words, /at\s+/i);
  if (moment) return { kind: "at", moment: momentOf(ctx, moment, use) };
  const condition = after(raw.words, /when\s+/i);
  if (condition) return { kind: "when", condition: ctx.expression(condition, { ...use, expect: { kind: "boolean" } }) };
  ctx.report("unreadable-value", raw.words.span, `"(${raw.words.text})" isn't an automatic trigger.`, { hint: "Write `(after 3 days)`, `(at …)` or `(when …)`." });
  return null;
}

function afterTrigger(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, use: Use): Trigger | null {
  const parted = cut(words, /\s+(?:past|after|since)\s+/i);
  const delay = parted ? parted.before : words;
  const span = durationOf(ctx, draft, delay);
  const past = parted ? momentOf(ctx, parted.after, use) : null;
  return span && { kind: "after", delay: span.delay, working: span.working, past };
}

function momentOf(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const expression = ctx.expression(words, use);
  const { type } = expression;
  if (expression.kind !== "hole" && type.kind !== "date" && !(type.kind === "date and time" && type.zoned) && type.kind !== "any")
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a date, or a date and time.`);
  return expression;
}
