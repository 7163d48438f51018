/** Point 6: the parts of a role's description that say what it may do, and aren't only a description. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { rightsSentence } from "../syntax/roles/grant-lines.ts";
import { nameList } from "../text/name-list.ts";
import { after } from "../text/split.ts";
import { allRights, rightOf } from "./cells/cell-entries.ts";
import { isEverything } from "./cells/deeds.ts";
import { draftsIn, isRole, placeFor, type SentenceScope } from "./rights-sentence.ts";

/** Whether the words are meant as a right: `read Product`, `may accept expensive Complaints`, `all on Shop`, `Purchase: all`. `reads the Loans` describes. */
export function isMeantAsRight(ctx: PointCompiler, scope: SentenceScope, words: TextSpan): boolean {
  const sentence = rightsSentence(words);
  if (sentence && !nameList(sentence.who, (name) => isRole(ctx, name)).every(({ text }) => isRole(ctx, text.replace(/^only\s+/i, "")) || /^(?:they|he|she)$/i.test(text)))
    return false;
  const said = sentence?.rest ?? words;
  const modal = /^(?:(?:may|can)(?:\s+(?:not|never|only))?|cannot|can['’]t|(?:is|are)\s+allowed\s+to)\s+/i.exec(said.text)?.[0];
  const deed = (modal && after(said, /(?:(?:may|can)(?:\s+(?:not|never|only))?|cannot|can['’]t|(?:is|are)\s+allowed\s+to)\s+/i)) || said;
  const drafts = draftsIn(ctx, words);
  const begins = drafts.some((draft) => {
    const place = placeFor(scope, draft);
    const right = rightOf(place, deed);
    if (right !== null) return typeof right.right !== "string" || !/^\p{L}+s$/u.test(deed.text.slice(0, right.length));
    const behind = [draft.name, draft.plural].map((name) => (fold(deed.text).startsWith(`${fold(name)}:`) ? deed.text.slice(name.length + 1).trim() : ""));
    return behind.some((text) => text !== "" && (allRights.test(text) || rightOf(place, { ...deed, text }) !== null));
  });
  const isNamed = drafts.some(({ name, plural }) => words.text.includes(name) || words.text.includes(plural));
  if (drafts.length === 0) return false;
  return (begins && (isNamed || modal !== undefined)) || (modal !== undefined && /^may/i.test(modal) && !/^be\s/i.test(deed.text)) || isEverythingWith(deed.text);
}

const isEverythingWith = (text: string): boolean =>
  isEverything(/^(?:do\s+)?\S+\s+(?:rights\s+)?\S+/i.exec(text)?.[0] ?? "") || isEverything(/^(?:do\s+)?\S+\s+\S+/i.exec(text)?.[0] ?? "");
