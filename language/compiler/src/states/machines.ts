/** Point 4: each entity's states, actions and transitions. */
import { fold } from "@nonet/feel";
import { type Action, type Decision, kebab, type Machine, type Transition } from "@nonet/model";
import { type Bullet, codeOf as code, type Columns, type Section, type Table, type TextSpan } from "@nonet/notation";
import { entityNames } from "../context/find-name.ts";
import { resolveName, reportMissing } from "../context/report-nearest.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { machineHeading } from "../declare/entities.ts";
import { copyOf } from "../declare/tracked-drafts.ts";
import { linesOfEntity } from "../entities/entities.ts";
import { askedField } from "../entities/field.ts";
import { elsewhere, leaveOne } from "../entities/former-names.ts";
import { unreadEffects } from "../misplaced/unread-attributes.ts";
import { type CallUse, compileStatements, type NamedEffects } from "../statements/statements.ts";
import { rawAsked } from "../syntax/field.ts";
import { isChosen, type RawTransition, rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, cut, isNotShown, slice, split } from "../text/split.ts";
import { judgeNew } from "./creation-rows.ts";
import { readDecision } from "./decisions.ts";
import { compileTransition, inOwnWords, type MachineScene } from "./transition.ts";

interface Parts {
  starts: TextSpan | null;
  ends: TextSpan | null;
  readonly asks: Map<string, Action["asks"]>;
  readonly blocks: Map<string, NamedEffects>;
  readonly decisions: Map<string, Decision>;
  /** Former names of a state. */
  readonly was: Map<string, readonly string[]>;
}

export function compileMachines(ctx: PointCompiler, uses: CallUse[]): readonly Machine[] {
  const found: { readonly draft: EntityDraft; readonly section: Section }[] = [];
  for (const section of ctx.tree.points[3]?.sections ?? []) {
    const heading = machineHeading(section);
    const draft = ctx.drafts.get(fold(heading.entity));
    if (!draft) ctx.report("unknown-entity", section.title.span, `There is no entity "${heading.entity}".${resolveName(heading.entity, entityNames(ctx))}`);
    else if (heading.field === null && draft.machines[0] !== section)
      ctx.report("doubled-name", section.title.span, `${draft.name} has its states already.`, { hint: `A second machine is called \`### ${draft.name}: FIELD\`.` });
    else found.push({ draft, section });
  }
  const depends = ({ draft }: (typeof found)[number]): readonly unknown[] => [linesOfEntity(ctx, draft), ...draft.machines, ...draft.further.map((one) => one.section)];
  const made = ctx.each("machine", found, { of: ({ section }) => section, depends }, ({ draft, section }) => oneMachine(ctx, draft, section));
  for (const one of made) uses.push(...one.uses);
  return ctx.sameList(
    "machines",
    made.flatMap(({ machine }) => machine ?? []),
  );
}

/** The machine, and the calls that leave from it. */
function oneMachine(ctx: PointCompiler, draft: EntityDraft, section: Section): { readonly machine: Machine | null; readonly uses: readonly CallUse[] } {
  const uses: CallUse[] = [];
  const view = machineView(ctx, draft, section);
  const machine = view && compileMachine(ctx, view.draft, section, uses, view.field);
  return { machine: machine && ctx.alike(`machine ${section.title.span.file} ${section.title.span.from}`, machine), uses };
}

/** The entity as one of its machines sees it: with that machine's states and actions. */
function machineView(ctx: PointCompiler, draft: EntityDraft, section: Section): { draft: EntityDraft; field: string } | null {
  const further = draft.further.find((one) => one.section === section);
  const others = draft.further.filter((one) => one !== further);
  if (!further)
    return {
      draft: { ...copyOf(draft), actions: new Map([...draft.actions].filter(([key]) => !others.some((o) => o.actions.has(key)) || ownActions(draft, key))) },
      field: "state",
    };
  for (const [key, action] of further.actions)
    if (ownActions(draft, key) || others.some((o) => o.actions.has(key)))
      ctx.report("doubled-action", section.title.span, `"${action.name}" is an action of another machine of ${draft.name} too.`, { hint: "Give one of them another name." });
  for (const table of transitionTables(section))
    for (const row of rawTransitions(table).rows) {
      const odd = [...row.from.filter((w) => w.text === "(new)"), ...(/^\(deleted\)$/i.test(row.to.text) ? [row.to] : [])][0];
      if (odd)
        ctx.report("second-machine-new", odd.span, `A ${draft.name} comes into being and goes by its first machine, not by its ${further.field}.`, {
          hint: "Say with `- Starts as: STATE` where it begins.",
        });
    }
  return { draft: { ...copyOf(draft), states: [...further.states], actions: new Map(further.actions) }, field: further.field };
}

function judgeHeaders(ctx: PointCompiler, table: Table, { unknown, doubled }: Columns, missing: readonly string[]): void {
  for (const header of doubled) ctx.report("doubled-column", header.span, `"${header.text}" means the same as an earlier column.`);
  // Without most of them it is no such table.
  if (missing.length > 1)
    return ctx.report(
      "missing-column",
      { ...table.headers[0]!.span, to: table.headers.at(-1)!.span.to },
      `A table in point 4 is one of transitions, and this has no columns ${missing.join(" and ")}.`,
      {
        hint: "Its columns are From, Action, To, Who, When and Then; what states mean is told in sentences.",
      },
    );
  for (const header of unknown)
    ctx.report("unknown-column", header.span, `A table of transitions has no column "${header.text}".`, { hint: "Its columns are From, Action, To, Who, When and Then." });
  for (const name of missing.slice(unknown.length)) ctx.report("missing-column", table.span, `The table of transitions has no column ${name}.`);
}

/** Whether the entity's first machine has the action. */
const ownActions = (draft: EntityDraft, key: string): boolean =>
  draft.machines
    .slice(0, 1)
    .some((section) => transitionTables(section).some((table) => rawTransitions(table).rows.some((row) => row.triggers.some((t) => !t.automatic && fold(t.words.text) === key))));

function compileMachine(ctx: PointCompiler, draft: EntityDraft, section: Section, uses: CallUse[], field: string): Machine {
  ctx.enforced(section.title.span);
  const parts = readParts(ctx, draft, section);
  const rows = transitionTables(section).flatMap((table) => {
    const read = rawTransitions(table);
    const missing = ["From", "Action", "To"].filter((name) => !read.columns.positions.has(name));
    judgeHeaders(ctx, table, read.columns, missing);
    return missing.length > 0 ? [] : read.rows;
  });
  if (parts.ends && isNotShown(parts.ends)) ctx.hole(`Ends as of ${draft.name}`, parts.ends.span);
  const ends = parts.ends
    ? split(code(parts.ends), ",/")
        .map((w) => stateOf(draft, w.text))
        .filter((s) => s !== null)
    : [];
  const scene: MachineScene = { draft, ends, asks: parts.asks, blocks: parts.blocks, uses };
  const transitions = rows.flatMap((row, i) => compileTransition(ctx, scene, row, i));
  judgeDoubles(ctx, draft, transitions);
  for (const effects of parts.blocks.values()) if (effects.usedBy.length === 0) judgeUnused(ctx, scene, effects);
  const startsAs = readStart(ctx, draft, parts.starts, transitions, section);
  judgeNames(ctx, draft, rows, parts, section);
  const actions = actionsOf(ctx, draft, rows, transitions, parts);
  if (field === "state") judgeNew(ctx, draft.name, transitions, actions);
  return {
    entity: draft.name,
    field,
    states: draft.states.map((name) => ({ name, ...(parts.was.has(name) ? { was: parts.was.get(name)! } : {}), source: placeOf(section, rows, name) })),
    startsAs,
    endsAs: ends,
    transitions,
    actions,
    source: section.span,
  };
}

/** A condition where only a state stands would be taken for a part of its name. */
function judgeNames(ctx: PointCompiler, draft: EntityDraft, rows: readonly RawTransition[], parts: Parts, section: Section): void {
  for (const name of draft.states.filter((state) => state.includes("`"))) {
    const named = [parts.starts, parts.ends].find((words) => words?.text.includes(name));
    ctx.report("unreadable-value", named?.span ?? placeOf(section, rows, name), `"${name}" names no state.`, {
      hint: "A condition stands in When, and of what a record starts as behind the state: `STATE when …, else STATE`.",
    });
  }
}

export const stateOf = (draft: EntityDraft, written: string): string | null => draft.states.find((state) => fold(state) === fold(written)) ?? null;

function readParts(ctx: PointCompiler, draft: EntityDraft, section: Section): Parts {
  const parts: Parts = { starts: null, ends: null, asks: new Map(), blocks: new Map(), decisions: new Map(), was: new Map() };
  for (const block of section.blocks) {
    // Refused where it stands; what it names is there all the same.
    for (const words of unreadEffects(block)) {
      const does = cut(words, /\s+does\s*:\s*/i);
      if (does) readEffects(ctx, parts, bare(does.before), does.after);
    }
    if (block.kind !== "bullet") continue;
    ctx.enforced(block.span);
    readBullet(ctx, draft, parts, block);
  }
  return parts;
}

function readBullet(ctx: PointCompiler, draft: EntityDraft, parts: Parts, bullet: Bullet): void {
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
      ctx.report("unknown-attribute", bullet.words.span, `"${bullet.label?.text ?? bullet.words.text}" is no attribute of a state machine.`, {
        hint: "There are: Starts as, Ends as, ACTION asks for, NAME does, ACTION is decided by, STATE: was FORMER STATE.",
      });
  }
}

function readEffects(ctx: PointCompiler, parts: Parts, name: TextSpan, then: TextSpan): void {
  if (parts.blocks.has(fold(name.text))) ctx.report("doubled-name", name.span, `What "${name.text}" does is said already.`);
  else parts.blocks.set(fold(name.text), { name, then, usedBy: [] });
}

/** They are read all the same: what only they use isn't told besides. */
function judgeUnused(ctx: PointCompiler, { draft, blocks, uses }: MachineScene, { name, then, usedBy }: NamedEffects): void {
  ctx.report("unused-effects", name.span, `No row of ${draft.name} names "${name.text}", so it never happens.`);
  ctx.quietly(() => compileStatements(ctx, then, { what: `what "${name.text}" does`, self: draft.name, old: true, asked: [], blocks, uses }));
  usedBy.push(name);
}

/** `approved: was accepted, agreed`: where the records of states that are gone stand from now on. */
function readFormer(ctx: PointCompiler, draft: EntityDraft, parts: Parts, state: string, value: TextSpan): void {
  for (const former of split(slice(value, 4), ",/")) {
    const name = bare(former).text;
    const other = [...parts.was].find(([, names]) => names.some((one) => fold(one) === fold(name)))?.[0];
    if (stateOf(draft, name) !== null) ctx.report("doubled-name", former.span, `${draft.name} still has the state "${name}", so ${state} can't have been it.`, { hint: elsewhere });
    else if (other !== undefined) ctx.report("doubled-name", former.span, `Who stood in "${name}" stands in ${other} from now on, so not in ${state} too.`, { hint: leaveOne });
    else parts.was.set(state, [...(parts.was.get(state) ?? []), name]);
  }
}

function readDecided(ctx: PointCompiler, draft: EntityDraft, parts: Parts, name: TextSpan, value: TextSpan, whole: TextSpan): void {
  const action = draft.actions.get(fold(name.text));
  if (!action) {
    reportMissing(ctx, draft, "action", name);
    return;
  }
  if (parts.decisions.has(fold(action.name))) ctx.report("doubled-attribute", name.span, `Who decides ${action.name} is said already.`);
  const decision = readDecision(ctx, draft, action.name, value, whole);
  if (decision) parts.decisions.set(fold(action.name), decision);
}

function readAsks(ctx: PointCompiler, draft: EntityDraft, parts: Parts, name: TextSpan, value: TextSpan): void {
  const action = draft.actions.get(fold(name.text));
  if (!action) {
    reportMissing(ctx, draft, "action", name);
    return;
  }
  if (isNotShown(value)) {
    ctx.hole(`what ${action.name} asks for`, value.span);
    return;
  }
  const asks = [...(parts.asks.get(fold(action.name)) ?? [])];
  for (const part of split(value, ";")) {
    const raw = rawAsked(part);
    if (raw) {
      // Its conditions may read what stands before it.
      const field = askedField(ctx, draft, raw, { self: draft.name, asked: asks.map((a) => a.field) });
      if (field) asks.push({ field, own: false });
    } else for (const one of split(part, ",/")) asks.push(...ownField(ctx, draft, one));
  }
  parts.asks.set(fold(action.name), asks);
}

/** A field named only is the entity's own: it is built once more here, as the entity has it. */
function ownField(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Action["asks"][number][] {
  const required = /\s+required$/i.exec(words.text);
  const name = bare(required ? slice(words, 0, required.index) : words);
  const declared = draft.fields.get(fold(name.text));
  if (!declared) {
    reportMissing(ctx, draft, "field", name, { hint: "A field of the action's own has a type: `name: text`." });
    return [];
  }
  if (declared.open !== undefined) {
    ctx.affects(declared.open, `what is asked for of ${draft.name}`, name.span);
    return [];
  }
  if (declared.computed || declared.type.kind === "inverse" || declared.type.kind === "sequence" || declared.machine) {
    ctx.report("not-a-field", name.span, `"${declared.name}" of ${draft.name} is kept by the product, so it can't be asked for.`);
    return [];
  }
  const field = inOwnWords(ctx, draft, declared.name);
  return field ? [{ field: required ? { ...field, required: true } : field, own: true }] : [];
}

function actionsOf(ctx: PointCompiler, draft: EntityDraft, rows: readonly RawTransition[], transitions: readonly Transition[], parts: Parts): Action[] {
  return [...draft.actions.values()].map(({ name }) => {
    const mine = transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === name);
    const row = rows.find((r) => r.triggers.some((t) => !t.automatic && fold(t.words.text) === fold(name)));
    return {
      name,
      path: kebab(name),
      asks: askedBeside(ctx, name, parts),
      decision: parts.decisions.get(fold(name)) ?? null,
      systemOnly: mine.length > 0 && mine.every((t) => t.who.length > 0 && t.who.every((w) => w.role === "system")),
      source: row?.row.span ?? draft.span ?? ctx.tree.points[3]!.span!,
    };
  });
}

/** What an action asks; a decided one is answered with `decision`, which no field can be called then. */
function askedBeside(ctx: PointCompiler, name: string, parts: Parts): Action["asks"] {
  const asks = parts.asks.get(fold(name)) ?? [];
  const taken = parts.decisions.has(fold(name)) ? asks.find((one) => one.field.key === "decision") : undefined;
  if (taken)
    ctx.report(
      "reserved-asked-name",
      taken.field.source ?? parts.decisions.get(fold(name))!.source,
      `${name} is answered with "decision", so it can't ask for a field of that name.`,
    );
  return asks;
}

function readStart(ctx: PointCompiler, draft: EntityDraft, words: TextSpan | null, transitions: readonly Transition[], section: Section): Machine["startsAs"] {
  if (words && isNotShown(words)) {
    ctx.hole(`Starts as of ${draft.name}`, words.span);
    return [];
  }
  if (!words) {
    if (transitions.length > 0 && !transitions.some((t) => t.from === null))
      ctx.report("no-start", section.title.span, `Nothing says in which state a new ${draft.name} is.`, { hint: "Add `- Starts as: STATE`, or a row From (new)." });
    return [];
  }
  if (isChosen(code(words).text)) {
    ctx.report("unreadable-value", words.span, `"${words.text}" names no state to start in.`, { hint: "Write `STATE when …, else STATE`." });
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

/** Two rows with one action and one From need guards on all but the last. */
function judgeDoubles(ctx: PointCompiler, draft: EntityDraft, transitions: readonly Transition[]): void {
  const open = new Map<string, Transition>();
  for (const t of transitions) {
    if (t.trigger.kind !== "action") continue;
    const key = `${t.from} ${t.trigger.action}`;
    const before = open.get(key);
    if (before && before.row !== t.row)
      ctx.report("unreachable-transition", t.source, `"${t.trigger.action}" from ${t.from ?? "(new)"} has a row above without a guard, so this one is never taken.`, {
        hint: `Give the rows of ${draft.name} a When each.`,
      });
    if (t.guard === null) open.set(key, t);
  }
}

function placeOf(section: Section, rows: readonly RawTransition[], state: string): TextSpan["span"] {
  for (const row of rows) for (const words of [row.to, ...row.from]) if (fold(words.text) === fold(state)) return words.span;
  return section.title.span;
}
