/** Resolves the names of entities, fields and states. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { bare } from "../text/split.ts";
import { reportMissing } from "./report-nearest.ts";

/** The entity with this name, in the singular or plural. */
export const entityCalled = <T extends { readonly plural: string }>(entities: ReadonlyMap<string, T>, name: string): T | undefined =>
  entities.get(fold(name)) ?? byPlural(entities).get(fold(name));

const plurals = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>>();

/** The entities by their folded plurals. Every check makes its own map of entities. */
function byPlural<T extends { readonly plural: string }>(entities: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const known = plurals.get(entities) as ReadonlyMap<string, T> | undefined;
  if (known) return known;
  const made = new Map<string, T>();
  for (const entity of entities.values()) if (!made.has(fold(entity.plural))) made.set(fold(entity.plural), entity);
  plurals.set(entities, made);
  return made;
}

export const entityNames = (ctx: PointCompiler): string[] => [...ctx.drafts.values()].map((draft) => draft.name);

/** The field's defined name; a name that isn't a field is reported. */
export function fieldName(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): string | null {
  const name = bare(words).text;
  if (fold(name) === "state" && draft.states.length > 0) return "state";
  const field = draft.fields.get(fold(name));
  if (field?.open !== undefined) {
    ctx.affects(field.open, `a line of ${draft.name}`, words.span);
    return null;
  }
  if (field) return field.name;
  return reportMissing(ctx, draft, "field", words, { named: name });
}

export function stateNames(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): string[] {
  return bare(words)
    .text.split(/\s+or\s+/i)
    .flatMap((name) => {
      const state = draft.states.find((one) => fold(one) === fold(name));
      if (state === undefined) reportMissing(ctx, draft, "state", words, { named: name });
      return state === undefined ? [] : [state];
    });
}
