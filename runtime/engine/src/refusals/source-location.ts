/** The line that says that these fields together are unique: a field's own, or the entity's `Unique:`. */
import type { Entity, Product, Transition } from "@nonet/model";
import type { Span } from "@nonet/source";
/** How `nonet explain` names a transition. */
export const transitionLabel = (t: Transition): string => `${t.from ?? "(new)"} → ${t.to ?? "(deleted)"} by ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind}`;

/** The words of the document at a place. */
export const sourceText = (product: Product, span: Span): string => product.sources[span.file]?.text.slice(span.from, span.to).replace(/^`+|`+$/g, "") ?? "";

export function uniqueSource(entity: Entity | undefined, names: readonly string[]): Entity["unique"][number]["source"] | null {
  const fields = names.map((name) => entity?.fields.find((f) => f.name === name));
  if (fields[0]?.uniqueWithin === names[1] && names.length === 2) return fields[0]?.source ?? null;
  if (names.length === 1 && fields[0]?.unique) return fields[0].source;
  const attribute = entity?.unique.find((u) => u.fields.length === names.length && u.fields.every((name) => names.includes(name)));
  return attribute?.source ?? fields.at(-1)?.source ?? null;
}
