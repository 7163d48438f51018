/** What people write among a screen's actions though it is no action of point 4: `New`, `Edit`, `Delete`, `Export`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { article } from "../text/english.ts";

/** The right of point 6 that offers it. */
const rights: ReadonlyMap<string, string> = new Map([
  ["new", "create"],
  ["create", "create"],
  ["add", "create"],
  ["edit", "update"],
  ["update", "update"],
  ["change", "update"],
  ["delete", "delete"],
  ["remove", "delete"],
  ["view", "read"],
  ["open", "read"],
  ["details", "read"],
]);

/** The attribute of a list that offers it. */
const attributes: ReadonlyMap<string, string> = new Map([
  ["export", "Export"],
  ["import", "Import"],
]);

/** Reports it with what offers it; false if the words are something else, or the entity has such an action. */
export function reportBuiltIn(context: Context, words: TextSpan, entity: string): boolean {
  const word = fold(words.text);
  const [right, attribute] = [rights.get(word), attributes.get(word)];
  if ((right === undefined && attribute === undefined) || context.declared.entities.get(fold(entity))?.actions.has(word)) return false;
  const why = right === undefined ? `it is an attribute of a list, \`- ${attribute}: csv, xlsx\`` : `it is offered by itself to whoever may ${right} ${article(entity)} by point 6`;
  context.report("unknown-action-shown", words.span, `"${words.text}" isn't an action of point 4: ${why}.`, {
    hint: "Remove it here.",
    fixes: [{ title: `Remove "${words.text}"`, edits: [], removes: "item" }],
  });
  return true;
}
