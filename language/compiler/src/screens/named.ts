/** The actions that a screen names: each must be one of point 4. */
import { fold } from "@nonet/feel";
import { codeOf, type TextSpan, unstarred } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { listOf } from "./paths.ts";

export function compileActions(context: Context, value: TextSpan, entity: string): string[] {
  return listOf(value).flatMap((words) => compileAction(context, words, entity) ?? []);
}

/** The action by its canonical name; null (and reported) where the entity has none of that name. */
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

export function findEntity(context: Context, text: string): string | null {
  const { entities } = context.declared;
  const found = entities.get(fold(text)) ?? [...entities.values()].find((entity) => fold(entity.plural) === fold(text));
  return found?.name ?? null;
}

/** Its canonical name; null (and reported) where point 3 has none of that name. */
export function entityNamed(context: Context, words: TextSpan): string | null {
  const bare = unstarred(codeOf(words));
  const found = findEntity(context, bare.text);
  if (found === null)
    reportNearest(
      context,
      "unknown-entity-shown",
      bare,
      `There is no entity "${bare.text}"`,
      [...context.declared.entities.values()].map((entity) => entity.name),
    );
  return found;
}
