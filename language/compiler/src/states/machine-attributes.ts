/** Point 4: the bullets of a machine: start and end states, asks for, does, is decided by, was. */
import { fold } from "@nonet/feel";
import type { Action, Decision, Field, Machine, Transition } from "@nonet/model";
import { type Bullet, codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { inputField } from "../entities/asked-field.ts";
import { buildField } from "../entities/field.ts";
import { formerNameHint, keepOneHint } from "../entities/former-names.ts";
import { unreadEffects } from "../misplaced/unread-attributes.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import type { NamedEffects } from "../statements/scene.ts";
import { rawInputField } from "../syntax/field.ts";
import { isConditionalState } from "../syntax/transition-rows.ts";
import { bare, cut, isNotShown, slice, split } from "../text/split.ts";
import { readDecision } from "./decisions.ts";

export interface MachineAttributes {
  starts: TextSpan | null;
  ends: TextSpan | null;
  readonly asks: Map<string, Action["asks"]>;
  readonly blocks: Map<string, NamedEffects>;
  readonly decisions: Map<string, Decision>;
  /** Former names of a state. */
  readonly was: Map<string, readonly string[]>;
}

export const stateOf = (draft: EntityDraft, written: string): string | null => draft.states.find((state) => fold(state) === fold(written)) ?? null;

export function readParts(ctx: PointCompiler, draft: EntityDraft, section: Section): MachineAttributes {
  const parts: MachineAttributes = { starts: null, ends: null, asks: new Map(), blocks: new Map(), decisions: new Map(), was: new Map() };
  for (const block of section.blocks) {
    // The line is reported elsewhere, but what it names is declared all the same.
    for (const words of unreadEffects(block)) {
      const does = cut(words, /\s+does\s*:\s*/i);
      if (does) readEffects(ctx, parts, bare(does.before), does.after);
    }
    if (block.kind !== "bullet") continue;
    ctx.markEnforced(block.span);
    readBullet(ctx, draft, parts, block);
  }
  return parts;
}

function readBullet(ctx: PointCompiler, draft: EntityDraft, parts: MachineAttributes, bullet: Bullet): void {
  const key = fold(bullet.label?.text ?? "");
  if (/^(starts as|starts in|(start|initial) states?)$/.test(key)) parts.starts = bullet.value;
  else if (/^(ends as|ends in|(end|final) states?)$/.test(key)) parts.ends = bullet.value;
  else {
    const asks = cut(bullet.words, /\s+asks for\s*:\s*/i);
    const does = cut(bullet.words, /\s+does\s*:\s*/i);
    const decided = cut(bullet.words, /\s+(?:is|are) decided by\s*:\s*/i);
    if (asks && asks.after.text === "") {
      for (const child of bullet.children) if (child.kind === "bullet") readAsks(ctx, draft, parts, bare(asks.before), child.words);
    } else if (asks) readAsks(ctx, draft, parts, bare(asks.before), asks.after);
    else if (does) readEffects(ctx, parts, bare(does.before), does.after);
    else if (decided) readDecided(ctx, draft, parts, bare(decided.before), decided.after, bullet.words);
    else if (bullet.value && stateOf(draft, bullet.label?.text ?? "") !== null && /^was\s+\S/i.test(bullet.value.text))
      readFormer(ctx, draft, parts, stateOf(draft, bullet.label!.text)!, bullet.value);
    else
      ctx.report("unknown-attribute", bullet.words.span, `"${bullet.label?.text ?? bullet.words.text}" isn't an attribute of a state machine.`, {
        hint: "Write one of: Starts as, Ends as, ACTION asks for, NAME does, ACTION is decided by, STATE: was FORMER STATE.",
      });
  }
}

function readEffects(ctx: PointCompiler, parts: MachineAttributes, name: TextSpan, then: TextSpan): void {
  if (parts.blocks.has(fold(name.text))) ctx.report("doubled-name", name.span, `The statements of "${name.text}" are already defined.`);
  else parts.blocks.set(fold(name.text), { name, then, usedBy: [] });
}

/** `approved: was accepted, agreed`: the former names of a state, whose records move to it. */
function readFormer(ctx: PointCompiler, draft: EntityDraft, parts: MachineAttributes, state: string, value: TextSpan): void {
  for (const former of split(slice(value, 4), ",/")) {
    const name = bare(former).text;
    const other = [...parts.was].find(([, names]) => names.some((one) => fold(one) === fold(name)))?.[0];
    if (stateOf(draft, name) !== null)
      ctx.report("doubled-name", former.span, `${draft.name} still has the state "${name}", so ${state} can't be its new name.`, { hint: formerNameHint });
    else if (other !== undefined)
      ctx.report("doubled-name", former.span, `"${name}" is already renamed to ${other}, so it can't be renamed to ${state} too.`, { hint: keepOneHint });
    else parts.was.set(state, [...(parts.was.get(state) ?? []), name]);
  }
}

function readDecided(ctx: PointCompiler, draft: EntityDraft, parts: MachineAttributes, name: TextSpan, value: TextSpan, whole: TextSpan): void {
  const action = draft.actions.get(fold(name.text));
  if (!action) {
    reportMissing(ctx, draft, "action", name);
    return;
  }
  if (parts.decisions.has(fold(action.name))) ctx.report("doubled-attribute", name.span, `Who decides ${action.name} is already defined.`);
  const decision = readDecision(ctx, draft, action.name, value, whole);
  if (decision) parts.decisions.set(fold(action.name), decision);
}

function readAsks(ctx: PointCompiler, draft: EntityDraft, parts: MachineAttributes, name: TextSpan, value: TextSpan): void {
  const action = draft.actions.get(fold(name.text));
  if (!action) {
    reportMissing(ctx, draft, "action", name);
    return;
  }
  if (isNotShown(value)) {
    ctx.notShown(`what ${action.name} asks for`, value.span);
    return;
  }
  const asks = [...(parts.asks.get(fold(action.name)) ?? [])];
  for (const part of split(value, ";")) {
    const raw = rawInputField(part);
    if (raw) {
      // Its conditions may read the input before it.
      const field = inputField(ctx, draft, raw, { self: draft.name, asked: asks.map((a) => a.field) });
      if (field) asks.push({ field, own: false });
    } else for (const one of split(part, ",/")) asks.push(...ownField(ctx, draft, one));
  }
  parts.asks.set(fold(action.name), asks);
}

/** A name without a type is the entity's own field, compiled as the entity has it. */
function ownField(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Action["asks"][number][] {
  const required = /\s+required$/i.exec(words.text);
  const name = bare(required ? slice(words, 0, required.index) : words);
  const declared = draft.fields.get(fold(name.text));
  if (!declared) {
    reportMissing(ctx, draft, "field", name, { hint: "To ask for a new field, give it a type: `name: text`." });
    return [];
  }
  if (declared.open !== undefined) {
    ctx.affects(declared.open, `what is asked for of ${draft.name}`, name.span);
    return [];
  }
  if (declared.computed || declared.type.kind === "inverse" || declared.type.kind === "sequence" || declared.machine) {
    ctx.report("not-a-field", name.span, `"${declared.name}" of ${draft.name} is managed by the product, so it can't be input.`);
    return [];
  }
  const field = ownFieldOf(ctx, draft, declared.name);
  return field ? [{ field: required ? { ...field, required: true } : field, own: true }] : [];
}

export function readStart(ctx: PointCompiler, draft: EntityDraft, words: TextSpan | null, transitions: readonly Transition[], section: Section): Machine["startsAs"] {
  if (words && isNotShown(words)) {
    ctx.notShown(`Starts as of ${draft.name}`, words.span);
    return [];
  }
  if (!words) {
    if (transitions.length > 0 && !transitions.some((t) => t.from === null))
      ctx.report("no-start", section.title.span, `A new ${draft.name} has no first state.`, { hint: "Add `- Starts as: STATE`, or a row from `(new)`." });
    return [];
  }
  if (isConditionalState(code(words).text)) {
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a first state.`, { hint: "Write `STATE when …, else STATE`." });
    return [];
  }
  return split(code(words), ",").flatMap((part) => {
    const guarded = cut(part, /\s+(?:when|if|where(?=\s*`))\s+/i);
    const name = bare(guarded ? guarded.before : /^else\s+/i.test(part.text) ? slice(part, 5) : part);
    const state = stateOf(draft, name.text);
    const when = guarded ? ctx.expression(guarded.after, { what: `Starts as of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }) : null;
    return state === null ? [] : [{ state, when }];
  });
}

/** The entity's own field, compiled again without reports. */
export function ownFieldOf(ctx: PointCompiler, draft: EntityDraft, name: string): Field | null {
  const one = draft.raw.find((f) => f.name === name);
  return one ? ctx.silently(() => buildField(ctx, draft, one, new Set())) : null;
}
