/** The fields that are unique together: `animal, applicant`, `(animal, applicant)`, `name and city`, `name within city`, `child and day together`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { bare, cut, slice, split } from "../text/split.ts";

export function uniqueNames(draft: EntityDraft, written: TextSpan): readonly TextSpan[] {
  const words = /^\(.*\)$/s.test(written.text) ? slice(written, 1, written.text.length - 1) : written;
  const together = /\s(?:(?:taken )?together|combined|in combination)$/i.exec(words.text);
  const names = split(together ? slice(words, 0, together.index) : words, ",/+").flatMap((part) => apart(draft, part));
  // `together` joins two fields or more.
  return together && names.length < 2 ? [words] : names;
}

/** A name may contain `and` itself. */
function apart(draft: EntityDraft, words: TextSpan): readonly TextSpan[] {
  const name = slice(words, /^(?:and|with|per|within)\s+/i.exec(words.text)?.[0].length ?? 0);
  if (draft.fields.has(fold(bare(name).text))) return [name];
  const parts = cut(name, /\s+(?:and|within|per|with|for each)\s+/i);
  return parts ? [parts.before, ...apart(draft, parts.after)] : [name];
}
