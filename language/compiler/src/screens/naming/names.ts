/** The actions and entities that a screen names, by canonical name. */
import { fold } from "@nonet/feel";
import { codeOf, type TextSpan, unstarred } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Context } from "../../context/context.ts";
import { entityCalled } from "../../resolve/names.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";

/** The action by its canonical name; null (and reported) if the entity has no such action. */
export function compileAction(context: Context, words: TextSpan, entity: string): string | null {
  const actions = context.declared.entities.get(fold(entity))?.actions;
  const found = actions?.get(fold(words.text));
  if (found) return found.name;
  reportNearest(
    context,
    "unknown-action-shown",
    words,
    `${entity} has no action "${words.text}"`,
    [...(actions?.values() ?? [])].map((action) => action.name),
  );
  return null;
}

/** The entity that a screen names, in the singular or plural. */
export const findEntity = (context: Context, text: string): string | null => entityCalled(context.declared.entities, text)?.name ?? null;

/** Its canonical name; null (and reported) if point 3 has no such entity. */
export function entityNamed(context: Context, words: TextSpan): string | null {
  const bare = unstarred(codeOf(words));
  const found = findEntity(context, bare.text);
  if (found === null) reportNoEntity(context, bare);
  return found;
}

/** With the nearest name, in the singular or plural. */
export function reportNoEntity(context: Context, words: TextSpan): void {
  const entities = [...context.declared.entities.values()];
  const names = entities.map(({ name }) => name);
  const plurals = entities.map(({ plural }) => plural);
  reportNearest(
    context,
    "unknown-entity-shown",
    words,
    `There is no entity "${words.text}"`,
    nearest(words.text, names) === undefined && nearest(words.text, plurals) !== undefined ? plurals : names,
  );
}
