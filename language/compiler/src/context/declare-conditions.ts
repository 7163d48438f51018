/** Declares the named conditions of point 6 as yes/no fields of their entities, for the scope of expressions. */
import { fold, type Typed } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { boolean } from "../expressions/field-type.ts";
import type { ConditionLine } from "../syntax/roles/condition-line.ts";
import { conditionLines } from "../syntax/roles/condition-lines.ts";

/** By entity and name, both as defined; a name that a field has too is the field's. */
export type ConditionLines = ReadonlyMap<string, ReadonlyMap<string, ConditionLine>>;

export function declareConditions(tree: Tree, drafts: ReadonlyMap<string, EntityDraft>): ConditionLines {
  const found = new Map<string, Map<string, ConditionLine>>();
  const byName = new Map([...drafts.values()].flatMap((draft) => [draft.plural, draft.name].map((name) => [fold(name), draft])));
  for (const line of conditionLines(tree.points[5])) {
    const draft = byName.get(fold(line.entity.text));
    if (!draft || draft.fields.has(fold(line.name.text))) continue;
    const lines = found.get(draft.name) ?? new Map<string, ConditionLine>();
    found.set(draft.name, lines);
    if (![...lines.keys()].some((name) => fold(name) === fold(line.name.text))) lines.set(line.name.text, line);
  }
  return found;
}

/** The fields of an entity together with its conditions. A condition may be null until it is expanded. */
export function withConditions(fields: ReadonlyMap<string, Typed>, lines: ReadonlyMap<string, ConditionLine> | undefined): ReadonlyMap<string, Typed> {
  if (!lines) return fields;
  return new Map([...fields, ...[...lines.keys()].filter((name) => !fields.has(name)).map((name): [string, Typed] => [name, { type: boolean, nullable: true }])]);
}
