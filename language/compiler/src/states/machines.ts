/** Point 4: each entity's states, actions and transitions. */
import { linesOfEntity } from "../incremental/lines.ts";
import { fold } from "@nonet/feel";
import { type Action, kebab, type Machine, type Transition } from "@nonet/model";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { screenConfirmations } from "../declare/screen-confirmations.ts";
import { machineHeading } from "../declare/machines.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import type { CallUse } from "../statements/scene.ts";
import { statesNamed } from "../syntax/machine-lines.ts";
import { type RawTransition, rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { isNotShown } from "../text/split.ts";
import { checkDuplicateRows, checkHeaders, checkStateNames, checkUnusedEffects, placeOf } from "./check-machine.ts";
import { checkCreationRows } from "./creation-rows.ts";
import { type MachineAttributes, readParts } from "./machine-attributes.ts";
import { machineView } from "./machine-view.ts";
import { readStart } from "./start-states.ts";
import { stateOf } from "./state-named.ts";
import { compileTransition, type MachineScope } from "./transition.ts";

export function compileMachines(ctx: PointCompiler, uses: CallUse[]): readonly Machine[] {
  const found: { readonly draft: EntityDraft; readonly section: Section }[] = [];
  for (const section of ctx.tree.points[3]?.sections ?? []) {
    const heading = machineHeading(section);
    const draft = ctx.drafts.get(fold(heading.entity));
    if (!draft) ctx.report("unknown-entity", section.title.span, `There is no entity "${heading.entity}".${didYouMean(heading.entity, entityNames(ctx))}`);
    else if (heading.field === null && draft.machines[0] !== section)
      ctx.report("doubled-name", section.title.span, `${draft.name} already has a state machine.`, { hint: `Name a second machine \`### ${draft.name}: FIELD\`.` });
    else found.push({ draft, section });
  }
  const depends = ({ draft }: (typeof found)[number]): readonly unknown[] => [
    linesOfEntity(ctx, draft),
    ...[...screenConfirmations(ctx.tree)].flatMap(([section, bullets]) => [section.title.text, ...bullets]),
    ...draft.machines,
    ...draft.further.map((one) => one.section),
  ];
  const made = ctx.each("machine", found, { of: ({ section }) => section, depends }, ({ draft, section }) => oneMachine(ctx, draft, section));
  for (const one of made) uses.push(...one.uses);
  return ctx.stableList(
    "machines",
    made.flatMap(({ machine }) => machine ?? []),
  );
}

/** The machine, and the calls that leave from it. */
function oneMachine(ctx: PointCompiler, draft: EntityDraft, section: Section): { readonly machine: Machine | null; readonly uses: readonly CallUse[] } {
  const uses: CallUse[] = [];
  const view = machineView(ctx, draft, section);
  const machine = view && compileMachine(ctx, view.draft, section, uses, view.field);
  return { machine: machine && ctx.stableValue(`machine ${section.title.span.file} ${section.title.span.from}`, machine), uses };
}

function compileMachine(ctx: PointCompiler, draft: EntityDraft, section: Section, uses: CallUse[], field: string): Machine {
  ctx.markEnforced(section.title.span);
  const parts = readParts(ctx, draft, section);
  const rows = transitionTables(section).flatMap((table) => {
    const read = rawTransitions(table);
    const missing = ["From", "Action", "To"].filter((name) => !read.columns.positions.has(name));
    checkHeaders(ctx, table, read.columns, missing);
    return missing.length > 0 ? [] : read.rows;
  });
  if (parts.ends && isNotShown(parts.ends)) ctx.notShown(`Ends as of ${draft.name}`, parts.ends.span);
  const ends = parts.ends
    ? statesNamed(section, parts.ends)
        .map((w) => stateOf(draft, w.text))
        .filter((s) => s !== null)
    : [];
  const scene: MachineScope = { draft, ends, asks: parts.asks, blocks: parts.blocks, uses };
  const transitions = rows.flatMap((row, i) => compileTransition(ctx, scene, row, i));
  checkDuplicateRows(ctx, draft, transitions);
  for (const effects of parts.blocks.values()) if (effects.usedBy.length === 0) checkUnusedEffects(ctx, scene, effects);
  const startsAs = readStart(ctx, draft, parts.starts, transitions, section);
  checkStateNames(ctx, draft, rows, parts, section);
  const actions = actionsOf(ctx, draft, rows, transitions, parts);
  if (field === "state") checkCreationRows(ctx, draft.name, transitions, actions);
  return {
    entity: draft.name,
    field,
    states: draft.states.map((name) => ({
      name,
      ...(parts.was.has(name) ? { was: parts.was.get(name)! } : {}),
      ...(parts.colours.has(name) ? { colour: parts.colours.get(name)! } : {}),
      source: placeOf(section, rows, name),
    })),
    startsAs,
    endsAs: ends,
    transitions,
    actions,
    source: section.span,
  };
}

function actionsOf(ctx: PointCompiler, draft: EntityDraft, rows: readonly RawTransition[], transitions: readonly Transition[], parts: MachineAttributes): Action[] {
  return [...draft.actions.values()].map(({ name }) => {
    const mine = transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === name);
    const row = rows.find((r) => r.triggers.some((t) => !t.automatic && fold(t.words.text) === fold(name)));
    return {
      name,
      path: kebab(name),
      asks: actionInput(ctx, name, parts),
      confirms: parts.confirms.get(fold(name)) ?? null,
      decision: parts.decisions.get(fold(name)) ?? null,
      systemOnly: mine.length > 0 && mine.every((t) => t.who.length > 0 && t.who.every((w) => w.role === "system")),
      source: row?.row.span ?? draft.span ?? ctx.tree.points[3]!.span!,
    };
  });
}

/** The input of an action. An action that is decided is answered with `decision`, so no input can have that name. */
function actionInput(ctx: PointCompiler, name: string, parts: MachineAttributes): Action["asks"] {
  const asks = parts.asks.get(fold(name)) ?? [];
  const taken = parts.decisions.has(fold(name)) ? asks.find((one) => one.field.key === "decision") : undefined;
  if (taken)
    ctx.report(
      "reserved-asked-name",
      taken.field.source ?? parts.decisions.get(fold(name))!.source,
      `"decision" is the answer to ${name}, so ${name} can't ask for a field with that name.`,
    );
  return asks;
}
