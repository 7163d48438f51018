/** Point 3: `Erasing: refused with CODE while EXPR` and `Erasing: not before EXPR`. */
import { type Expression, fold } from "@nonet/feel";
import { erasingForms } from "@nonet/forms";
import type { Condition, Entity } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { boolean } from "../expressions/field-type.ts";
import { momentIn } from "../resolve/moment.ts";
import { type FormLine, tryForm } from "../resolve/read-by-form.ts";
import { split } from "../text/split.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { conditionOrStates } from "./condition-or-states.ts";
import { pastOf, scheduleOf } from "./types/meant-attributes.ts";

type Erasing = Entity["erasing"][number];
type Builder = (ctx: PointCompiler, draft: EntityDraft, line: FormLine<keyof typeof erasingForms.forms>, use: Use) => Condition | null;

const builders: Record<keyof typeof erasingForms.forms, Builder> = {
  "refused while": (ctx, draft, { slots }, use) => ({ expression: conditionOrStates(ctx, draft, slots["condition"]!, use.what), source: slots["condition"]!.span }),
  "not before": (ctx, _, { slots }, use) => notBefore(ctx, slots["moment"]!, use),
};

const isCode = (text: string): boolean => /^`?[A-Z][A-Z0-9_]*`?$/.test(text);

export const readErasing = (ctx: PointCompiler, draft: EntityDraft, value: TextSpan, use: Use): readonly Erasing[] =>
  split(value, ";").flatMap((words): readonly Erasing[] => {
    const line = tryForm(erasingForms, words, { code: isCode });
    // The code counts as used, so that only this line is reported.
    for (const [code] of line ? [] : words.text.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) if (ctx.declared.codes.has(fold(code))) ctx.markCodeUsed(code, words.span);
    if (!line)
      ctx.report("unreadable-value", words.span, `"${words.text}" doesn't say when the data can't be erased.`, {
        hint: "Write `refused with CODE while …` or `not before …, else CODE`.",
        fixes: fixesFor(ctx, draft, words),
      });
    const refusedWhile = line && builders[line.name](ctx, draft, line, use);
    const { code } = line?.slots ?? {};
    return refusedWhile ? [{ refusedWhile, code: code ? ctx.markCodeUsed(code.text.replaceAll("`", ""), code.span) : null }] : [];
  });

/** `after 6 months` can mean that the data stays so long, or that it is erased then. */
function fixesFor(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): readonly PlannedFix[] {
  const past = pastOf(ctx, draft, words.text.replace(/^after\s+/i, ""));
  if (past === null) return [];
  const moment = `not before \`${past.replace(/ <= .*$/, "")}\``;
  const personal = draft.raw.flatMap(({ name, raw }) => (raw?.attributes.some(({ kind }) => kind === "personal") ? [name] : []));
  const write: PlannedFix = { title: `Write "${moment.replaceAll("`", "")}"`, edits: [{ span: words.span, text: moment }] };
  return personal.length === 0 ? [write] : [write, forgetting(draft, past, personal)];
}

const forgetting = (draft: EntityDraft, past: string, personal: readonly string[]): PlannedFix => ({
  title: "Add a schedule that forgets the personal data",
  removes: "line",
  edits: [],
  adds: [scheduleOf(draft, `Forget old data of ${draft.plural}`, past, personal.map((name) => `forget ${name}`).join("; "))],
});

/** Until the moment: `now() < EXPR`, or `today() < EXPR` for a date. */
function notBefore(ctx: PointCompiler, words: TextSpan, use: Use): Condition | null {
  const moment = momentIn(ctx, words, use);
  if (moment.kind === "hole") return null;
  if (moment.type.kind !== "date" && moment.type.kind !== "date and time") {
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a date or a moment.`, { hint: "Write a date or an instant, for example `closed on + 10 years`." });
    return null;
  }
  const now: Expression = { kind: "call", function: moment.type.kind === "date" ? "today" : "now", arguments: [], type: moment.type, nullable: false, span: words.span };
  return { expression: { kind: "binary", operator: "<", left: now, right: moment, type: boolean, nullable: moment.nullable, span: words.span }, source: words.span };
}
