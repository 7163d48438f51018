/** Point 4: one row of the table, for each of its From states and triggers. */
import { type Expression, fold } from "@nonet/feel";
import type { Action, Condition, Transition, Trigger, Who } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { CallUse, NamedEffects } from "../statements/scene.ts";
import { binary } from "../expressions/build.ts";
import { compileStatements } from "../statements/statements.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { isStateName, type RawTransition, type RawTrigger, sameState } from "../syntax/transition-rows.ts";
import { bare, findTop, isNothing, isNotShown, slice } from "../text/split.ts";
import { triggerOf } from "./trigger.ts";
import { guardForms, lasting } from "@nonet/forms";
import { tryForm } from "../text/form-line.ts";
import { whoIn } from "./who.ts";

export interface MachineScope {
  readonly draft: EntityDraft;
  readonly ends: readonly string[];
  readonly asks: ReadonlyMap<string, Action["asks"]>;
  readonly blocks: ReadonlyMap<string, NamedEffects>;
  readonly uses: CallUse[];
}

export function compileTransition(ctx: PointCompiler, scene: MachineScope, raw: RawTransition, row: number): Transition[] {
  ctx.markEnforced(raw.row.span);
  if (openCells(raw).length > 0) return openTransition(ctx, scene, raw, row);
  const from = fromStates(ctx, scene, raw);
  const to = toState(ctx, scene.draft, raw, from);
  if (raw.triggers.length === 0) ctx.report("empty-cell", raw.row.span, "The row names no action.");
  if (to === undefined || from.length === 0) return [];
  const who = raw.who && !isNothing(raw.who) ? whoIn(ctx, scene.draft, raw.who) : [];
  if (raw.who && !isNothing(raw.who) && who.length === 0) return [];
  checkAutomaticWho(ctx, raw, who);
  return raw.triggers.flatMap((one) => {
    const read = readTrigger(ctx, scene, raw, one);
    return read
      ? from.map((state) => ({ from: state, to: to === stays ? state : to, ...(raw.again ? { again: true as const } : {}), ...read, who, row, source: raw.row.span }))
      : [];
  });
}

const openCells = (raw: RawTransition): (readonly [column: string, words: TextSpan])[] =>
  (
    [
      ...raw.from.map((words) => ["From", words] as const),
      ...raw.triggers.map(({ words }) => ["Action", words] as const),
      ["To", raw.to] as const,
      ...(raw.who ? [["Who", raw.who] as const] : []),
    ] as const
  ).filter(([, words]) => isNotShown(words));

/**
 * A row with a cell that is not shown. Its actions exist in every From state, and running one is refused as not shown. The
 * rest of the row is compiled all the same: what it names is used, and its mistakes are reported.
 */
function openTransition(ctx: PointCompiler, scene: MachineScope, raw: RawTransition, row: number): Transition[] {
  const actions = raw.triggers.filter((one) => !isNotShown(one.words));
  const named = actions.length > 0 ? triggerWords(scene.draft, actions[0]!) : `a transition of ${scene.draft.name}`;
  const placeholders = openCells(raw).map(([column, words]) => ({
    open: `${column} of ${named}`,
    placeholder: ctx.notShown(`${column} of ${named}`, words.span),
    span: words.span,
  }));
  const [first] = placeholders;
  const states = raw.from.some(isNotShown) ? scene.draft.states : fromStates(ctx, scene, raw);
  const to = scene.draft.states.find((state) => fold(state) === fold(raw.to.text));
  return actions.flatMap((one) => {
    const read = readTrigger(ctx, scene, raw, one);
    const what = triggerWords(scene.draft, one);
    for (const { open } of placeholders) ctx.affects(open, what, raw.row.span);
    if (!read || one.automatic || !first) return [];
    const guard: Condition = { expression: first.placeholder, source: first.span };
    return states.map((from) => ({ from, to: to ?? from ?? scene.draft.states[0] ?? null, ...read, guard, guardElse: null, who: [], row, open: first.open, source: raw.row.span }));
  });
}

const triggerWords = (draft: EntityDraft, one: RawTrigger): string =>
  one.automatic ? `transition (${one.words.text}) of ${draft.name}` : `action "${draft.actions.get(fold(one.words.text))?.name ?? one.words.text}" of ${draft.name}`;

/** One trigger of a row, with its guard and effects. */
function readTrigger(ctx: PointCompiler, scene: MachineScope, raw: RawTransition, one: RawTrigger): Pick<Transition, "trigger" | "guard" | "guardElse" | "then"> | null {
  const what = triggerWords(scene.draft, one);
  const asked = one.automatic ? [] : (scene.asks.get(fold(one.words.text)) ?? []).map((ask) => ask.field);
  const use: Use = { what, self: scene.draft.name, old: true, asked };
  const trigger = triggerOf(ctx, scene.draft, one, use, { from: raw.from.map(({ text }) => text), to: raw.to });
  if (!trigger) return null;
  const guard = guardOf(ctx, raw.when, use);
  const then = raw.then && !isNothing(raw.then) ? compileStatements(ctx, raw.then, { ...use, ...given(guard.condition, trigger), blocks: scene.blocks, uses: scene.uses }) : [];
  return { trigger, guard: guard.condition, guardElse: guard.code, then };
}

/** Reports a person in Who of a row that is only triggered automatically. */
function checkAutomaticWho(ctx: PointCompiler, { who: words, triggers }: RawTransition, who: readonly Who[]): void {
  if (!words || triggers.length === 0 || !triggers.every((one) => one.automatic) || who.every(({ role }) => role === "system")) return;
  ctx.report("automatic-by-person", words.span, `This transition runs automatically, so "${words.text}" never runs it.`, {
    hint: "Leave Who empty, or write `system`. If people may do it too, name their action as well: `Close, (after 5 days)`.",
    fixes: [{ title: "Write system", edits: [{ span: words.span, text: "system" }] }],
  });
}

/** The conditions that are true when the effects run. */
function given(guard: Condition | null, trigger: Trigger): Pick<Use, "given"> {
  const conditions = [...(guard ? [guard.expression] : []), ...(trigger.kind === "when" ? [trigger.condition] : [])];
  return conditions.length > 0 ? { given: conditions } : {};
}

/** `any` means every state that isn't an end state. */
function fromStates(ctx: PointCompiler, scene: MachineScope, raw: RawTransition): (string | null)[] {
  if (raw.from.length === 0)
    ctx.report("empty-cell", raw.row.span, "The row names no state to start from.", { hint: "Write `any` for every state, or `(new)` for a record that doesn't exist yet." });
  for (const one of raw.except ?? []) if (!scene.draft.states.some((state) => fold(state) === fold(one.text))) reportMissing(ctx, scene.draft, "state", one);
  return raw.from.flatMap((words): (string | null)[] => {
    if (!isStateName(words.text) && words.text !== "any" && words.text !== "(new)") {
      ctx.report("unreadable-value", words.span, `"${bare(words).text}" isn't a state to start from.`, {
        hint: "Write `any` for every state, or `(new)` for a record that doesn't exist yet.",
      });
      return [];
    }
    if (words.text === "any") return scene.draft.states.filter((state) => !scene.ends.includes(state) && !(raw.except ?? []).some((one) => fold(one.text) === fold(state)));
    if (words.text === "(new)") return [null];
    return [scene.draft.states.find((state) => fold(state) === fold(words.text)) ?? words.text];
  });
}

/** Marks `the same state`, which is each From state. */
const stays = Symbol("stays");

function toState(ctx: PointCompiler, draft: EntityDraft, { to: words, row }: RawTransition, from: readonly (string | null)[]): string | null | typeof stays | undefined {
  if (words.text === "") ctx.report("empty-cell", row.span, "The row names no state to go to.", { hint: "Write `the same state` if the state doesn't change." });
  if (words.text === "") return undefined;
  if (words.text === sameState && !from.includes(null)) return stays;
  if (words.text !== "(deleted)" && !isStateName(words.text)) {
    ctx.report("unreadable-value", words.span, words.text === sameState ? "A record that doesn't exist yet has no state to keep." : `"${words.text}" isn't a state to go to.`, {
      hint: words.text === sameState ? "Name the first state of the record." : "Name a state, or write `the same state` to keep it or `(deleted)` to delete the record.",
    });
    return undefined;
  }
  return words.text === "(deleted)" ? null : draft.states.find((state) => fold(state) === fold(words.text));
}

const guardTests = lasting({
  code: (text) => /^`?[A-Z][A-Z0-9_]*`?$/.test(text),
  // `if … then … else …` is an expression.
  plain: (text) => !/\b(?:then|else|otherwise)\b|[,;]$/.test(text),
});

/** A condition with its code, and what follows it. */
const withCode = /^(.+?)[,;]?\s*\b(?:else|otherwise)\s+(`?[A-Z][A-Z0-9_]*`?)\s*(?:[;,]|\band\b|<br\s*\/?>)\s*(.+)$/is;

/** Reports `A, else ONE; B, else TWO`: a transition has one guard, and refuses with one code. */
function reportTwoCodes(ctx: PointCompiler, words: TextSpan): boolean {
  const [, first, code, rest] = withCode.exec(words.text) ?? [];
  const second = rest === undefined ? null : /^(?:and\s+)?(.+?)[,;]?\s*\b(?:else|otherwise)\s+`?[A-Z][A-Z0-9_]*`?$/is.exec(rest);
  if (!second || /\bif\b[^`]*\bthen\b/i.test(words.text)) return false;
  const joined = `\`${[first!, second[1]!].map((one) => one.trim().replace(/^`|`$/g, "")).join(" and ")}\`, else ${code!.replaceAll("`", "")}`;
  ctx.report("unreadable-value", words.span, "When has one condition and one code, and this cell has two.", {
    hint: "Join the conditions with `and`, or make one of them a rule of point 5 on the action, with its own code.",
    fixes: [{ title: `Write ${joined}`, edits: [{ span: words.span, text: joined }] }],
  });
  return true;
}

/** `A unless B`: A or B; null for other words. */
function exempted(ctx: PointCompiler, words: TextSpan, use: Use): Expression | null {
  const condition = { ...use, expect: { kind: "boolean" } } as const;
  const all = code(words);
  const joint = findTop(all, /\bunless\s/i);
  if (!joint || joint.index === 0 || /\b(?:then|else|otherwise|case)\b/i.test(all.text) || ctx.tryExpression(words, condition) !== null) return null;
  const [demand, exception] = [slice(all, 0, joint.index), slice(all, joint.index + joint[0].length)];
  return binary("or", ctx.expression(demand.text.endsWith(",") ? slice(demand, 0, demand.text.length - 1) : demand, condition), ctx.expression(exception, condition), words.span);
}

function guardOf(ctx: PointCompiler, words: TextSpan | null, use: Use): { condition: Condition | null; code: string | null } {
  if (!words || isNothing(words)) return { condition: null, code: null };
  if (reportTwoCodes(ctx, words)) return { condition: null, code: null };
  const line = tryForm(guardForms, words, guardTests);
  const condition = line?.slots["condition"] ?? words;
  const written = line?.slots["code"] && bare(line.slots["code"]);
  const code = written ? ctx.markCodeUsed(written.text, written.span) : null;
  const expression = exempted(ctx, condition, use) ?? ctx.expression(condition, { ...use, expect: { kind: "boolean" } });
  const holds: Expression =
    line?.name === "unless"
      ? { kind: "call", function: "not", arguments: [expression], type: { kind: "boolean" }, nullable: expression.nullable, span: condition.span }
      : expression;
  return { condition: { expression: holds, source: condition.span }, code };
}
