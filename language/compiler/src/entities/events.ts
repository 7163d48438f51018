/** Point 3: what runs when a record is created or changed, or enters or leaves a state. */
import { linesOfEntity } from "../incremental/lines.ts";
import { fold } from "@nonet/feel";
import type { EntityEvent } from "@nonet/model";
import type { Bullet, Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityCalled, fieldName } from "../resolve/names.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import type { CallUse } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { type EntityAttribute, eventOf, namedInLabel } from "../syntax/entities/entity-attributes.ts";
import { after, bare, cut, slice, split } from "../text/split.ts";

/** By entity, in the document's order. */
export function compileEvents(ctx: PointCompiler, uses: CallUse[]): ReadonlyMap<string, readonly EntityEvent[]> {
  const found = new Map<string, readonly EntityEvent[]>();
  const drafts = [...ctx.drafts.values()].filter((draft) => draft.section ?? draft.machines[0]);
  const made = ctx.each("events", drafts, { of: (draft) => linesOfEntity(ctx, draft), depends: (draft) => machinesOf(draft) }, (draft) => eventsIn(ctx, draft));
  drafts.forEach((draft, i) => {
    uses.push(...made[i]!.uses);
    found.set(draft.name, made[i]!.events);
  });
  return found;
}

function eventsIn(ctx: PointCompiler, draft: EntityDraft): { readonly events: readonly EntityEvent[]; readonly uses: readonly CallUse[] } {
  const uses: CallUse[] = [];
  const events = [draft.section, ...machinesOf(draft)].flatMap((section) =>
    (section?.blocks ?? []).flatMap((block) => {
      const key = block.kind === "bullet" ? eventOf(block) : null;
      return block.kind === "bullet" && key ? eventsOf(ctx, draft, block, key, uses) : [];
    }),
  );
  return { events, uses };
}

/** An event can stand below a machine of its entity, too. */
const machinesOf = (draft: EntityDraft): readonly Section[] => [...draft.machines, ...draft.further.map(({ section }) => section)];

function eventsOf(ctx: PointCompiler, draft: EntityDraft, bullet: Bullet, key: EntityAttribute, uses: CallUse[]): EntityEvent[] {
  const label = bullet.label!;
  ctx.markEnforced(bullet.words.span);
  if (bullet.value!.text === "" && bullet.children.length === 0) {
    ctx.report("empty-cell", bullet.span, `${label.text} has no statements.`, { hint: "Write its statements after the colon, separated by `;`, or remove the line." });
    return [];
  }
  // Statements may be bullets below the event.
  const written = bullet.value!.text === "" ? bullet.children.flatMap((child) => (child.kind === "bullet" ? [child.words] : [])) : [bullet.value!];
  const then = written.flatMap((words) => compileStatements(ctx, words, { what: `${label.text} of ${draft.name}`, self: draft.name, old: true, blocks: new Map(), uses }));
  const base = { then, source: bullet.span };
  if (key === "on create") return [{ ...base, on: "create" }];
  if (key === "on change") return [{ ...base, on: "change", field: null }];
  return split(namedInLabel(label), ",/")
    .flatMap((part) => splitAnd(part, draft))
    .flatMap((words): EntityEvent[] => {
      if (key === "on change of") {
        const named = after(words, /(?:the|its|an?)\s+/i) ?? words;
        const whose = cut(named, /\s+of\s+(?:an?|the|this|each|any)\s+/i);
        const field = fieldName(ctx, draft, whose && entityCalled(ctx.drafts, whose.after.text) === draft ? whose.before : named);
        return field === null ? [] : [{ ...base, on: "change", field }];
      }
      const name = bare(words).text;
      const found = stateNamed(draft, name);
      if (found === null) reportMissing(ctx, draft, "state", words, { named: name });
      return found === null ? [] : [{ ...base, on: key === "on entering" ? "enter" : "leave", ...found }];
    });
}

/** A state of the entity's first machine, or else of a further one. */
function stateNamed(draft: EntityDraft, name: string): { readonly state: string; readonly machine: string } | null {
  for (const { states, field } of [{ states: draft.states, field: "state" }, ...draft.further]) {
    const state = states.find((s) => fold(s) === fold(name));
    if (state !== undefined) return { state, machine: field };
  }
  return null;
}

function splitAnd(words: Bullet["words"], draft: EntityDraft): Bullet["words"][] {
  const at = draft.fields.has(fold(words.text)) ? null : / (?:and|or) /i.exec(words.text);
  return at ? [slice(words, 0, at.index), ...splitAnd(slice(words, at.index + at[0].length), draft)] : [words];
}
