/** Point 6: the fields that a right leaves out: `read while active, except notes`, `read Tenancies, except Tenancy: deposit`. */
import type { TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { slice } from "../text/split.ts";
import { type CellPlace, namesFields } from "./cell-entries.ts";

/** The end of a cell's entry that leaves fields out, behind its conditions: where it begins, and the names; null if there is none. */
export function leftOutBehind(place: CellPlace, words: TextSpan): { readonly at: number; readonly names: TextSpan } | null {
  const found = /^([^`]*?(?:`[^`]*`[^`]*?)*?),?\s+(?:except(?:\s+for)?|but\s+not|without)\s+(?:(?:its|the|their)\s+)?([^`;]+)$/is.exec(words.text);
  if (!found || found[1]!.trim() === "") return null;
  const names = slice(words, words.text.length - found[2]!.length);
  return namesFields(place, names.text) ? { at: found[1]!.length, names } : null;
}

/** `Tenancy: deposit, deposit returned`: the entity whose fields are left out, and their names; null for other words. */
export function leftOutOf(
  words: TextSpan,
  drafts: readonly EntityDraft[],
  isCalled: (draft: EntityDraft, name: string) => boolean,
): { readonly draft: EntityDraft; readonly names: TextSpan } | null {
  const found = /^(?:the\s+)?([^:`]+?)\s*:\s*(?=\S)/i.exec(words.text);
  const draft = found && drafts.find((one) => isCalled(one, found[1]!));
  return draft ? { draft, names: slice(words, found[0].length) } : null;
}
