/** Where in the document a refusal points to, and the document's own words there. */
import { type Entity, fieldOf, type Product, type Transition } from "@nonet/model";
import type { Span } from "@nonet/source";

/** How `nonet explain` names a transition. */
export const transitionLabel = (t: Transition): string => `${t.from ?? "(new)"} → ${t.to ?? "(deleted)"} by ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind}`;

/** The document's text at a span, without backquotes. */
export const sourceText = (product: Product, span: Span): string => product.sources[span.file]?.text.slice(span.from, span.to).replace(/^`+|`+$/g, "") ?? "";

/** The line that makes these fields unique together: a field's own, or the entity's `Unique:`. */
export function uniqueSource(entity: Entity | undefined, names: readonly string[]): Entity["unique"][number]["source"] | null {
  const fields = names.map((name) => entity && fieldOf(entity, name));
  if (fields[0]?.uniqueWithin === names[1] && names.length === 2) return fields[0]?.source ?? null;
  if (names.length === 1 && fields[0]?.unique) return fields[0].source;
  const attribute = entity?.unique.find((u) => u.fields.length === names.length && u.fields.every((name) => names.includes(name)));
  return attribute?.source ?? fields.at(-1)?.source ?? null;
}
