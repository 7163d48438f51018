/** The actions that a screen names: each must be one of point 4. */
import { fold } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { Context } from "../context.ts";
import { listOf } from "./screen-paths.ts";
import { reportNearest } from "./report-nearest.ts";

export function compileActions(context: Context, value: Words, entity: string): string[] {
  return listOf(value).flatMap((words) => compileAction(context, words, entity) ?? []);
}

/** The action by its canonical name; null (and reported) where the entity has none of that name. */
export function compileAction(context: Context, words: Words, entity: string): string | null {
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
