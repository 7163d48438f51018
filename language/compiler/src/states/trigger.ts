/** Point 4: what triggers a transition: an action, a delay, a moment or a condition. */
import { type Expression, fold } from "@nonet/feel";
import { triggerForms } from "@nonet/forms";
import type { Trigger } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { withFigures } from "../context/number-words.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { changeWords } from "../resolve/change-words.ts";
import { momentIn } from "../resolve/moment.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { workingSpan } from "../syntax/constants/working-time.ts";
import type { RawTrigger } from "../syntax/transition-rows.ts";
import { durationOf } from "./duration.ts";

type Builder = (ctx: PointCompiler, draft: EntityDraft, slot: (name: string) => TextSpan | undefined, use: Use) => Trigger | null;

const builders: Record<keyof (typeof triggerForms)["forms"], Builder> = {
  after: (ctx, draft, slot, use) => {
    const span = durationOf(ctx, draft, slot("duration")!);
    const moment = slot("moment");
    const past = moment ? momentOf(ctx, moment, use) : null;
    return span && { kind: "after", delay: span.delay, working: span.working, past };
  },
  before: (ctx, _, slot, use) => ({ kind: "at", moment: momentOf(ctx, joined(slot("duration")!, slot("moment")!, "before"), use) }),
  at: (ctx, _, slot, use) => ({ kind: "at", moment: momentOf(ctx, slot("moment")!, use) }),
  passed: (ctx, _, slot, use) => ({ kind: "at", moment: endOf(momentOf(ctx, slot("moment")!, use)) }),
  when: (ctx, _, slot, use) => ({ kind: "when", condition: ctx.expression(slot("condition")!, { ...use, expect: { kind: "boolean" } }) }),
};

/** `(when the price changes)`: a change is no condition, since it doesn't last. Whether it was reported. */
function reportChange(ctx: PointCompiler, draft: EntityDraft, { text, span }: TextSpan): boolean {
  const said = /^(?:when|on|if|upon)\s/i.test(text) ? text : `when ${text}`;
  const found = changeWords(ctx, said, draft);
  if (found?.draft !== draft || found.length < said.length) return false;
  ctx.report("unreadable-value", span, `A change of "${found.fields.join('" and "')}" isn't a condition, so no row can wait for it.`, {
    hint: `Give the row an action with \`system\` under Who, and write \`- ${found.event}: do ACTION\` below ${draft.name} in point 3.`,
  });
  return true;
}

/** `from` and `to`: the states of the row, where they are known. */
export function triggerOf(ctx: PointCompiler, draft: EntityDraft, raw: RawTrigger, use: Use, { from, to }: { from?: readonly string[]; to?: TextSpan } = {}): Trigger | null {
  if (!raw.automatic && timeOfDay.test(raw.words.text)) return reportSchedule(ctx, draft, raw.words, from);
  if (!raw.automatic && reportNoName(ctx, raw.words)) return null;
  if (!raw.automatic) return { kind: "action", action: draft.actions.get(fold(raw.words.text))?.name ?? raw.words.text };
  if (reportChange(ctx, draft, raw.words)) return null;
  // `3 days have passed` and `ends at has passed` differ only in what has passed.
  const line = tryForm(triggerForms, raw.words, { duration: (text) => isDuration(ctx, { text, span: raw.words.span }, use) }) ?? tryForm(triggerForms, raw.words);
  if (line) return builders[line.name](ctx, draft, (name) => line.slots[name], use);
  const said = /^(?:every|each)\s+(.+)$/i.exec(raw.words.text);
  const every = said && isDuration(ctx, { text: said[1]!, span: raw.words.span }, use) ? said : null;
  if ((said && !every) || timeOfDay.test(raw.words.text)) return reportSchedule(ctx, draft, raw.words, from);
  const stays = to !== undefined && /^(?:the\s+)?same(?:\s+state)?$/i.test(to.text);
  ctx.report("unreadable-value", raw.words.span, `"(${raw.words.text})" isn't an automatic trigger.`, {
    hint: every ? `Write \`(after ${every[1]!})\` and, in To, \`STATE again\`: then the time starts again.` : "Write `(after 3 days)`, `(at …)` or `(when …)`.",
    fixes: every
      ? [
          {
            title: `Write \`(after ${every[1]!})\``,
            edits: [
              { span: raw.words.span, text: `after ${every[1]!}` },
              ...(to && !stays && from?.length === 1 && fold(from[0]!) === fold(to.text) ? [{ span: to.span, text: `${to.text} again` }] : []),
            ],
          },
        ]
      : [],
  });
  return null;
}

/** `every day at 08:00`, `daily at 8`: a schedule, with or without parentheses. */
const timeOfDay = /^(?:(?:every|each)\s+[^`]{2,60}?|daily|weekly|monthly)\s+at\s+(?:\d|noon|midnight)[^`]{0,20}$/i;

function reportSchedule(ctx: PointCompiler, draft: EntityDraft, { text, span }: TextSpan, from: readonly string[] | undefined): null {
  const where = from?.length ? ` where state ${from.length === 1 ? `= "${from[0]!}"` : `in (${from.map((one) => `"${one}"`).join(", ")})`}` : "";
  const when = text.replace(/^(?:every|each)\s+/i, "").replace(/^daily\b/i, "day");
  ctx.report("unreadable-value", span, `A row can't wait for "${text}": it happens once for each record, after a time or when a condition holds.`, {
    hint: `Name the action here, with \`system\` under Who, and let a schedule of point 7 run it: \`- Every: ${when}, for each ${draft.name}${where}\` and \`- Does: do ACTION\`.`,
  });
  return null;
}

/** `Expire after 30 days` and `automatic` would be actions that people run. */
function reportNoName(ctx: PointCompiler, words: TextSpan): boolean {
  const time = /\b(?:after\s+\d+(?:[.,]\d+)?\s*\p{L}+(?:\s+(?:past|from|since)\s+\S.*)?|\d+(?:[.,]\d+)?\s*\p{L}+\s+(?:after|before|past|since)\s+\S.*)$/iu.exec(words.text)?.[0];
  if (/^(?:auto|automatic|automatically|by itself|by the system|timer|timeout)$/i.test(words.text)) {
    ctx.report("unreadable-value", words.span, `"${words.text}" would be the name of an action that people run.`, {
      hint: "Say when it happens by itself: `(after 3 days)`, `(at …)` or `(when CONDITION)`.",
    });
    return true;
  }
  if (time === undefined) return false;
  ctx.report("unreadable-value", words.span, `"${words.text}" would be the name of an action that people run, and no time would be kept.`, {
    hint: `An automatic transition has a time in place of a name: \`(${time})\`. With an action as well: \`NAME, (${time})\`.`,
    fixes: [{ title: `Write \`(${time})\``, edits: [{ span: words.span, text: `(${time})` }] }],
  });
  return true;
}

const isDuration = (ctx: PointCompiler, words: TextSpan, use: Use): boolean =>
  workingSpan(withFigures(words.text.replace(/^`|`$/g, ""))) !== null || ctx.tryExpression(words, { ...use, workingDays: true })?.type.kind.endsWith("duration") === true;

function momentOf(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const expression = momentIn(ctx, words, use);
  const { type } = expression;
  if (expression.kind !== "hole" && type.kind !== "date" && !(type.kind === "date and time" && type.zoned) && type.kind !== "any")
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a date, or a date and time.`);
  return expression;
}

/** Two texts of a line with a word between them, over the range of both. */
const joined = (first: TextSpan, second: TextSpan, word: string): TextSpan => ({ text: `${first.text} ${word} ${second.text}`, span: { ...first.span, to: second.span.to } });

/** Default 90: a date has passed at the end of its day, an instant at once. */
function endOf(moment: Expression): Expression {
  if (moment.type.kind !== "date") return moment;
  const day: Expression = { kind: "literal", value: "P1D", type: { kind: "days and time duration" }, nullable: false, span: moment.span };
  return { kind: "binary", operator: "+", left: moment, right: day, type: moment.type, nullable: moment.nullable, span: moment.span };
}
