/** What a rule over several records leaves out in words: `no two Bookings of the same room overlap, cancelled ones don't count`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";

const uncounted = /[,;]\s+(?:the\s+)?([\p{L}][\p{L}, -]*?)\s+(?:ones|records|entries)\s+(?:don['’]t|do not|aren['’]t|are not)\s+count(?:ed)?\.?\s*$/iu;

/** The words with `among` in place of the states that don't count. Each character before them stays at its place. */
export function withUncounted(draft: EntityDraft, words: TextSpan): TextSpan {
  const found = uncounted.exec(words.text);
  if (!found || /\samong\s/i.test(words.text)) return words;
  const named = found[1]!.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i);
  const states = named.map((name) => draft.states.find((state) => fold(state) === fold(name)));
  if (states.includes(undefined)) return words;
  const among = ` among who are not ${states.join(" or ")}`;
  return { ...words, text: `${words.text.slice(0, found.index)}${among.padEnd(found[0].length)}` };
}
