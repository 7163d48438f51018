/** Point 4: one row of the table, for each of its From states and triggers. */
import { type Expression, fold } from "@nonet/feel";
import type { Action, Condition, Field, Transition, Trigger, Who } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { roleOf } from "../context/role-of.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { buildField } from "../entities/field.ts";
import { binary } from "../expressions/build.ts";
import { namedConditions } from "../roles/conditions.ts";
import { type CallUse, compileStatements, type NamedEffects } from "../statements/statements.ts";
import { isStateName, type RawTransition, type RawTrigger, sameState } from "../syntax/transition-rows.ts";
import { article } from "../text/english.ts";
import { after, bare, cut, isNothing, isNotShown, slice, split } from "../text/split.ts";
import { spanOf } from "./decisions.ts";

export interface MachineScene {
  readonly draft: EntityDraft;
  readonly ends: readonly string[];
  readonly asks: ReadonlyMap<string, Action["asks"]>;
  readonly blocks: ReadonlyMap<string, NamedEffects>;
  readonly uses: CallUse[];
}

/** The entity's own field as its definition builds it, said once more without a word. */
export function inOwnWords(ctx: PointCompiler, draft: EntityDraft, name: string): Field | null {
  const one = draft.raw.find((f) => f.name === name);
  return one ? ctx.quietly(() => buildField(ctx, draft, one, new Set())) : null;
}

export function compileTransition(ctx: PointCompiler, scene: MachineScene, raw: RawTransition, row: number): Transition[] {
  ctx.enforced(raw.row.span);
  if (openCells(raw).length > 0) return openTransition(ctx, scene, raw, row);
  const from = fromStates(ctx, scene, raw);
  const to = toState(ctx, scene.draft, raw, from);
  if (raw.triggers.length === 0) ctx.report("empty-cell", raw.row.span, "The row names no action.");
  if (to === undefined || from.length === 0) return [];
  const who =
    raw.who && !isNothing(raw.who)
      ? split(raw.who, ",/")
          .map((w) => whoOf(ctx, scene.draft, w))
          .filter((w) => w !== null)
      : [];
  if (raw.who && !isNothing(raw.who) && who.length === 0) return [];
  judgeAutomaticWho(ctx, raw, who);
  return raw.triggers.flatMap((one) => {
    const read = readTrigger(ctx, scene, raw, one);
    return read ? from.map((state) => ({ from: state, to: to === stays ? state : to, ...read, who, row, source: raw.row.span })) : [];
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
 * Who asks for an action of which a cell is open is told so, in whatever state that may be. What else the row says is
 * read all the same: what it names is used, and a mistake in it is one.
 */
function openTransition(ctx: PointCompiler, scene: MachineScene, raw: RawTransition, row: number): Transition[] {
  const actions = raw.triggers.filter((one) => !isNotShown(one.words));
  const named = actions.length > 0 ? triggerWords(scene.draft, actions[0]!) : `a transition of ${scene.draft.name}`;
  const holes = openCells(raw).map(([column, words]) => ({ open: `${column} of ${named}`, hole: ctx.hole(`${column} of ${named}`, words.span), span: words.span }));
  const [first] = holes;
  const states = raw.from.some(isNotShown) ? scene.draft.states : fromStates(ctx, scene, raw);
  const to = scene.draft.states.find((state) => fold(state) === fold(raw.to.text));
  return actions.flatMap((one) => {
    const read = readTrigger(ctx, scene, raw, one);
    const what = triggerWords(scene.draft, one);
    for (const { open } of holes) ctx.affects(open, what, raw.row.span);
    if (!read || one.automatic || !first) return [];
    const guard: Condition = { expression: first.hole, source: first.span };
    return states.map((from) => ({ from, to: to ?? from ?? scene.draft.states[0] ?? null, ...read, guard, guardElse: null, who: [], row, open: first.open, source: raw.row.span }));
  });
}

const triggerWords = (draft: EntityDraft, one: RawTrigger): string =>
  one.automatic ? `transition (${one.words.text}) of ${draft.name}` : `action "${draft.actions.get(fold(one.words.text))?.name ?? one.words.text}" of ${draft.name}`;

/** What a row says of one of its actions or moments: when, and with which effects. */
function readTrigger(ctx: PointCompiler, scene: MachineScene, raw: RawTransition, one: RawTrigger): Pick<Transition, "trigger" | "guard" | "guardElse" | "then"> | null {
  const what = triggerWords(scene.draft, one);
  const asked = one.automatic ? [] : (scene.asks.get(fold(one.words.text)) ?? []).map((ask) => ask.field);
  const use: Use = { what, self: scene.draft.name, old: true, asked };
  const trigger = triggerOf(ctx, scene.draft, one, use);
  if (!trigger) return null;
  const guard = guardOf(ctx, raw.when, use);
  const then = raw.then && !isNothing(raw.then) ? compileStatements(ctx, raw.then, { ...use, ...given(guard.condition, trigger), blocks: scene.blocks, uses: scene.uses }) : [];
  return { trigger, guard: guard.condition, guardElse: guard.code, then };
}

/** What happens by itself no person does: whoever is named there would be passed over. */
function judgeAutomaticWho(ctx: PointCompiler, { who: words, triggers }: RawTransition, who: readonly Who[]): void {
  if (!words || triggers.length === 0 || !triggers.every((one) => one.automatic) || who.every(({ role }) => role === "system")) return;
  ctx.report("automatic-by-person", words.span, `This happens by itself, so "${words.text}" never does it.`, {
    hint: "Leave Who empty, or write `system`; where people may do it too, name their action beside it: `Close, (after 5 days)`.",
    fixes: [{ title: "Write system", edits: [{ span: words.span, text: "system" }] }],
  });
}

/** What holds where the effects run. */
function given(guard: Condition | null, trigger: Trigger): Pick<Use, "given"> {
  const conditions = [...(guard ? [guard.expression] : []), ...(trigger.kind === "when" ? [trigger.condition] : [])];
  return conditions.length > 0 ? { given: conditions } : {};
}

/** `any` is every state that isn't an end. */
function fromStates(ctx: PointCompiler, scene: MachineScene, raw: RawTransition): (string | null)[] {
  if (raw.from.length === 0)
    ctx.report("empty-cell", raw.row.span, "The row names no state to start from.", { hint: "Write `any` for every state, `(new)` for a record that isn't there yet." });
  return raw.from.flatMap((words): (string | null)[] => {
    if (!isStateName(words.text) && words.text !== "any" && words.text !== "(new)") {
      ctx.report("unreadable-value", words.span, `"${bare(words).text}" is no state to start from.`, {
        hint: "Write `any` for every state, `(new)` for a record that isn't there yet.",
      });
      return [];
    }
    if (words.text === "any") return scene.draft.states.filter((state) => !scene.ends.includes(state));
    if (words.text === "(new)") return [null];
    return [scene.draft.states.find((state) => fold(state) === fold(words.text)) ?? words.text];
  });
}

/** What `the same state` is of each From. */
const stays = Symbol("stays");

function toState(ctx: PointCompiler, draft: EntityDraft, { to: words, row }: RawTransition, from: readonly (string | null)[]): string | null | typeof stays | undefined {
  if (words.text === "") ctx.report("empty-cell", row.span, "The row names no state to go to.", { hint: "Write `the same state` where it stays." });
  if (words.text === "") return undefined;
  if (words.text === sameState && !from.includes(null)) return stays;
  if (words.text !== "(deleted)" && !isStateName(words.text)) {
    ctx.report("unreadable-value", words.span, words.text === sameState ? "A record that isn't there yet has no state to stay in." : `"${words.text}" is no state to go to.`, {
      hint: words.text === sameState ? "Name the state in which it begins." : "Name the state; write `the same state` where it stays, `(deleted)` where the record goes.",
    });
    return undefined;
  }
  return words.text === "(deleted)" ? null : draft.states.find((state) => fold(state) === fold(words.text));
}

/** `Clerk`, `Borrower own`, ``Approver where `…` ``, `own`, `system`. */
function whoOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Who | null {
  const where = cut(words, /(?:^|\s+)where\s+/i);
  const head = where ? where.before : words;
  const named = namedEnding(ctx, draft, head.text);
  const own = named ? null : /(?:^|\s+)own$/i.exec(head.text);
  if (own) ctx.uses("own", "", draft.name);
  const name = bare(own || named ? slice(head, 0, (own ?? named)!.index) : head);
  const role = name.text === "" ? "everyone" : roleOf(ctx, name, `who may act on ${article(draft.name)}`);
  if (role === null) return null;
  const said: Condition | null = where
    ? { expression: ctx.expression(where.after, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }), source: where.after.span }
    : null;
  const condition: Condition | null = named ? { expression: said ? binary("and", named.condition, said.expression, words.span) : named.condition, source: words.span } : said;
  return { role, own: own !== null, where: condition };
}

/** A condition of point 6 by its name (`Reviewer conflicted`, `Reviewer not conflicted`). */
function namedEnding(ctx: PointCompiler, draft: EntityDraft, text: string): { readonly index: number; readonly condition: Expression } | null {
  for (const { entity, name, condition } of namedConditions(ctx)) {
    const match = entity === draft.name && new RegExp(`(?:^|\\s+)(not\\s+)?${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i").exec(text);
    if (!match) continue;
    ctx.uses("condition", name, entity);
    return {
      index: match.index,
      condition: match[1] ? { kind: "call", function: "not", arguments: [condition], type: condition.type, nullable: condition.nullable, span: condition.span } : condition,
    };
  }
  return null;
}

function guardOf(ctx: PointCompiler, words: TextSpan | null, use: Use): { condition: Condition | null; code: string | null } {
  if (!words || isNothing(words)) return { condition: null, code: null };
  const parted = /\s*,?\s*(?:else|otherwise)\s+([A-Z][A-Z0-9_]*)$/.exec(words.text);
  const condition = parted ? slice(words, 0, parted.index) : words;
  const code = parted ? ctx.usesCode(parted[1]!, slice(words, words.text.length - parted[1]!.length).span) : null;
  return { condition: { expression: ctx.expression(condition, { ...use, expect: { kind: "boolean" } }), source: condition.span }, code };
}

function triggerOf(ctx: PointCompiler, draft: EntityDraft, raw: RawTrigger, use: Use): Trigger | null {
  if (!raw.automatic) return { kind: "action", action: draft.actions.get(fold(raw.words.text))?.name ?? raw.words.text };
  const delayed = after(raw.words, /after\s+/i);
  if (delayed) return afterTrigger(ctx, draft, delayed, use);
  const moment = after(raw.words, /at\s+/i);
  if (moment) return { kind: "at", moment: momentOf(ctx, moment, use) };
  const condition = after(raw.words, /when\s+/i);
  if (condition) return { kind: "when", condition: ctx.expression(condition, { ...use, expect: { kind: "boolean" } }) };
  ctx.report("unreadable-value", raw.words.span, `"(${raw.words.text})" is no automatic trigger.`, { hint: "Write `(after 3 days)`, `(at …)` or `(when …)`." });
  return null;
}

function afterTrigger(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, use: Use): Trigger | null {
  const parted = cut(words, /\s+(?:past|after|since)\s+/i);
  const delay = parted ? parted.before : words;
  const span = spanOf(ctx, draft, delay);
  const past = parted ? momentOf(ctx, parted.after, use) : null;
  return span && { kind: "after", delay: span.delay, working: span.working, past };
}

function momentOf(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const expression = ctx.expression(words, use);
  const { type } = expression;
  if (expression.kind !== "hole" && type.kind !== "date" && !(type.kind === "date and time" && type.zoned) && type.kind !== "any")
    ctx.report("unreadable-value", words.span, `"${words.text}" is no date or instant.`);
  return expression;
}
