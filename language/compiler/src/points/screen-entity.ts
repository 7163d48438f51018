/** The entity that a screen names, in the singular or plural. */
import { fold } from "@nonet/feel";
import { codeOf, unstarred, type Words } from "@nonet/notation";
import type { Context } from "../context.ts";
import { reportNearest } from "./report-nearest.ts";

export function findEntity(context: Context, text: string): string | null {
  const { entities } = context.declared;
  const found = entities.get(fold(text)) ?? [...entities.values()].find((entity) => fold(entity.plural) === fold(text));
  return found?.name ?? null;
}

/** Its canonical name; null (and reported) where point 3 has none of that name. */
export function entityNamed(context: Context, words: Words): string | null {
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
