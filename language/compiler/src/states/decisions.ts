/** Point 4: reads ``ACTION is decided by: all of `list` then any 2 of ROLE, not by F, refused by any, …``. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Decision } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { delayOf } from "../resolve/delay.ts";
import { reportMissing, didYouMean } from "../resolve/report-nearest.ts";
import { declaredRole } from "../resolve/roles.ts";
import { workingSpan } from "../syntax/working-time.ts";
import { after, bare, cut, isNotShown, slice, split } from "../text/split.ts";

type Step = Decision["steps"][number];
type Draft = { -readonly [K in keyof Decision]: Decision[K] };

const user: Type = { kind: "record", name: "User" };
const forms = "Write: not by FIELD, refused by any [as ACTION], refused by majority, reminded after 2 days, lapses after 20 days as ACTION, starts again when FIELD changes.";

export function readDecision(ctx: PointCompiler, draft: EntityDraft, action: string, value: TextSpan, whole: TextSpan): Decision | null {
  if (isNotShown(value)) {
    ctx.notShown(`who decides ${action} of ${draft.name}`, value.span);
    return null;
  }
  const decision: Draft = { steps: [], notBy: [], refusedBy: null, remindedAfter: null, lapses: null, startsAgainWhenChanges: [], source: whole.span };
  let last: "steps" | "not by" | "starts again" = "steps";
  for (const [i, part] of split(value, ",;").entries()) {
    if (i === 0) decision.steps = stepsOf(ctx, draft, action, part);
    else last = readPart(ctx, draft, decision, part, last);
  }
  return decision.steps.length === 0 ? null : decision;
}

/** `A then B then C`, in order. */
function stepsOf(ctx: PointCompiler, draft: EntityDraft, action: string, words: TextSpan): Step[] {
  const steps: Step[] = [];
  let rest: TextSpan | null = words;
  while (rest) {
    const parted: ReturnType<typeof cut> = cut(rest, /\s+then\s+/i);
    const step = stepOf(ctx, draft, action, parted ? parted.before : rest);
    if (step) steps.push(step);
    rest = parted ? parted.after : null;
  }
  return steps;
}

function stepOf(ctx: PointCompiler, draft: EntityDraft, action: string, words: TextSpan): Step | null {
  const counted = /^(?:any|at least)\s+(\d+)\s+of\s+(?:the\s+)?/i.exec(words.text) ?? /^(\d+)\s+of\s+(?:the\s+)?/i.exec(words.text);
  const one = /^(?:any|one)(?:\s+one)?(?:\s+of)?\s+(?:the\s+)?(?=\S)/i.exec(words.text);
  const all = /^(?:all|each|everyone)(?:\s+of)?\s+(?:the\s+)?(?=\S)/i.exec(words.text);
  const majority = /^(?:a\s+|the\s+)?majority\s+of\s+(?:the\s+)?/i.exec(words.text);
  const head = counted ?? majority ?? one ?? all;
  const who = head ? slice(words, head[0].length) : words;
  const count = counted ? Number(counted[1]) : 1;
  if (count < 1) {
    ctx.report("unreadable-decision", words.span, "At least one person must decide.");
    return null;
  }
  const of = decidersOf(ctx, draft, action, who);
  if (!of) return null;
  // Without a number, a role means any one person who has it, and a list means everyone in it.
  const need = counted || one ? "any" : majority ? "majority" : all || "list" in of ? "all" : "any";
  return { need, count, of, source: words.span };
}

function decidersOf(ctx: PointCompiler, draft: EntityDraft, action: string, words: TextSpan): Step["of"] | null {
  const role = isCode(words) ? undefined : declaredRole(ctx, bare(words).text, `who decides ${action} of ${draft.name}`, words.span);
  if (role !== undefined) return { role };
  const isField = draft.fields.has(fold(bare(words).text));
  if (!isCode(words) && !isField && /^[\p{L}\p{N} _-]+$/u.test(words.text)) {
    ctx.report(
      "unknown-role",
      words.span,
      `Point 6 has no role "${words.text}", and ${draft.name} has no field with that name.${didYouMean(words.text, [...[...ctx.declared.roles.values()].map((r) => r.name), ...[...draft.fields.values()].map((f) => f.name)])}`,
      { hint: "Name a role or a field, or write an expression in backticks that gives Users." },
    );
    return null;
  }
  const list = ctx.expression(words, { what: `who decides ${action} of ${draft.name}`, self: draft.name });
  if (list.kind === "hole") return { list: placeholder(words.span, list.open) };
  if (list.type.kind === "record" && list.type.name === "User")
    return { list: { kind: "list", items: [list], type: { kind: "list", of: user }, nullable: false, span: list.span } satisfies Expression };
  if (list.type.kind === "list" && list.type.of.kind === "record" && list.type.of.name === "User") return { list };
  ctx.report("not-a-person", words.span, `"${words.text}" doesn't give Users, so nobody could decide.`);
  return null;
}

function readPart(ctx: PointCompiler, draft: EntityDraft, decision: Draft, part: TextSpan, last: "steps" | "not by" | "starts again"): typeof last {
  const not = after(part, /(?:and\s+)?(?:not|never) by\s+(?:the\s+)?/i);
  if (not) return readNotBy(ctx, draft, decision, not);
  const refused = after(part, /(?:and\s+)?refused by\s+/i);
  if (refused) decision.refusedBy = refusedBy(ctx, draft, refused);
  const reminded = after(part, /(?:and\s+)?reminded after\s+/i);
  if (reminded) decision.remindedAfter = durationOf(ctx, draft, reminded);
  const lapses = after(part, /(?:and\s+)?lapses after\s+/i);
  if (lapses) decision.lapses = lapsesAs(ctx, draft, lapses, part);
  const again = after(part, /(?:and\s+)?(?:re)?starts (?:again\s+)?when\s+(?:the\s+)?/i);
  if (again) return readAgain(ctx, draft, decision, again);
  if (refused || reminded || lapses) return "steps";
  const field = draft.fields.get(fold(bare(part).text.replace(/\s+changes?$/i, "")));
  if (field && last === "not by") return readNotBy(ctx, draft, decision, part);
  if (field && last === "starts again") return readAgain(ctx, draft, decision, part);
  ctx.report("unreadable-decision", part.span, `"${part.text}" isn't part of a decision.`, { hint: forms });
  return last;
}

const names = (words: TextSpan): TextSpan[] =>
  split(words, ",/").flatMap((one) => {
    const parted = cut(one, /\s+(?:and|or)\s+/i);
    return parted ? [parted.before, parted.after] : [one];
  });

function readNotBy(ctx: PointCompiler, draft: EntityDraft, decision: Draft, words: TextSpan): "not by" {
  for (const name of names(words)) {
    const field = draft.fields.get(fold(bare(name).text)) ?? draft.fields.get(fold(bare(name).text.replace(/^(its|their)\s+/i, "")));
    if (!field && fold(bare(name).text) === "created by") decision.notBy = [...decision.notBy, "created by"];
    else if (!field) reportMissing(ctx, draft, "field", name, { hint: "`not by` names fields that hold people." });
    else if (field.open !== undefined) ctx.report("not-a-person", name.span, `The type of "${field.name}" of ${draft.name} is not shown, so it can't be used in \`not by\`.`);
    else if (!("entity" in field.type) || field.type.entity !== "User") ctx.report("not-a-person", name.span, `"${field.name}" of ${draft.name} isn't a User.`);
    else decision.notBy = [...decision.notBy, field.name];
  }
  return "not by";
}

function readAgain(ctx: PointCompiler, draft: EntityDraft, decision: Draft, words: TextSpan): "starts again" {
  const changes = /\s+changes?$/i.exec(words.text);
  for (const name of names(changes ? slice(words, 0, changes.index) : words)) {
    const field = draft.fields.get(fold(bare(name).text));
    if (field) decision.startsAgainWhenChanges = [...decision.startsAgainWhenChanges, field.name];
    else reportMissing(ctx, draft, "field", name);
  }
  return "starts again";
}

function refusedBy(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Decision["refusedBy"] {
  const parted = cut(words, /\s+as\s+/i);
  const need = bare(parted ? parted.before : words)
    .text.toLowerCase()
    .replace(/^(a|the)\s+/, "")
    .replace(/\s+(one|of them)$/, "");
  if (need !== "any" && need !== "one" && need !== "majority") {
    ctx.report("unreadable-decision", words.span, `"${words.text}" doesn't say how many refusals are enough.`, {
      hint: "Write `refused by any`, `refused by any as ACTION` or `refused by majority`.",
    });
    return null;
  }
  return { need: need === "majority" ? "majority" : "any", as: parted ? actionNamed(ctx, draft, parted.after) : null };
}

function lapsesAs(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, part: TextSpan): Decision["lapses"] {
  const parted = cut(words, /\s+as\s+/i);
  if (!parted) {
    ctx.report("unreadable-decision", part.span, "This doesn't say what happens after that time.", { hint: "Write `lapses after 20 days as ACTION`." });
    return null;
  }
  const time = durationOf(ctx, draft, parted.before);
  const as = actionNamed(ctx, draft, parted.after);
  return time && as !== null ? { after: time.delay, working: time.working, as } : null;
}

function actionNamed(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): string | null {
  const action = draft.actions.get(fold(bare(words).text));
  if (!action) reportMissing(ctx, draft, "action", words);
  return action?.name ?? null;
}

/** `3 days`, `2 working days`. Working days are a duration that the calendar counts. */
export function durationOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): { delay: Expression; working: boolean } | null {
  const working = /\bworking\s+/i.exec(words.text);
  if (working && !isCode(words) && workingSpan(words.text.replace(/\s+in\s.*$/i, "")) === null) {
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
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a duration.`, { hint: "Write `3 days`, `2 hours`, `2 working days` or `4 working hours`." });
    return null;
  }
  return { delay, working: counted };
}
