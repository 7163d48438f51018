/** Point 4: an entity as one of its machines sees it, with that machine's states and actions. */
import { fold } from "@nonet/feel";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { copyDraft } from "../declare/tracked-drafts.ts";
import { reservedStart } from "./start-states.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";

export function machineView(ctx: PointCompiler, draft: EntityDraft, section: Section): { draft: EntityDraft; field: string } | null {
  const further = draft.further.find((one) => one.section === section);
  const others = draft.further.filter((one) => one !== further);
  if (!further)
    return {
      draft: { ...copyDraft(draft), actions: new Map([...draft.actions].filter(([key]) => !others.some((o) => o.actions.has(key)) || ownActions(draft, key))) },
      field: "state",
    };
  for (const [key, action] of further.actions)
    if (ownActions(draft, key) || others.some((o) => o.actions.has(key)))
      ctx.report("doubled-action", section.title.span, `"${action.name}" is already an action of another machine of ${draft.name}.`, { hint: "Rename one of them." });
  const isNamedNew = reservedStart(section) !== null;
  for (const table of transitionTables(section))
    for (const row of rawTransitions(table).rows) {
      const invalid = [...row.from.filter((w) => w.text === "(new)" && !isNamedNew), ...(/^\(deleted\)$/i.test(row.to.text) ? [row.to] : [])][0];
      if (invalid)
        ctx.report("second-machine-new", invalid.span, `Only the first machine of ${draft.name} can create or delete a record, not "${further.field}".`, {
          hint: "Set its first state with `- Starts as: STATE`.",
        });
    }
  return { draft: { ...copyDraft(draft), states: [...further.states], actions: new Map(further.actions) }, field: further.field };
}

/** Whether the entity's first machine has the action. */
const ownActions = (draft: EntityDraft, key: string): boolean =>
  draft.machines
    .slice(0, 1)
    .some((section) => transitionTables(section).some((table) => rawTransitions(table).rows.some((row) => row.triggers.some((t) => !t.automatic && fold(t.words.text) === key))));
