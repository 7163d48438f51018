/** Finds the sentence that explains a line of the document. */
import type { SourceLocation } from "@nonet/model";

export interface SentenceData {
  /** The element, as `nonet explain` names it: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  /** Index of the file; 0 if there is only one. */
  readonly file: number;
  /** Null for a default, which has no line. */
  readonly line: number | null;
}

/** More sentences would hide the relevant one. */
const maxSentences = 3;

/**
 * What the document says at a line, or null if the line has no sentence. `about` selects one of several elements at
 * the line (an action's row for two states, a row of the matrix); if it matches none, the first ones are returned.
 */
export function sentenceAt(all: readonly SentenceData[], place: SourceLocation, about?: string | null): string | null {
  if (place.line === null) return null;
  const atLine = all.filter((s) => s.line === place.line && s.file === (place.file ?? 0));
  const named = about ? atLine.filter((s) => isAbout(s.what.toLowerCase(), about.toLowerCase())) : [];
  const found = [...new Set((named.length > 0 ? named : atLine).map((s) => s.sentence))].slice(0, maxSentences);
  return found.length === 0 ? null : found.join(" ");
}

/** Compares kind and whole name: the state `billed` and the entity `Bill` aren't the action `Bill`. */
function isAbout(what: string, about: string): boolean {
  if (/^(?:\.|: |by |row )|→/.test(about)) {
    const end = /^[.:]/.test(about) ? about : about.includes("→") ? `: ${about}` : ` ${about}`;
    return what.split("; ").some((one) => one === about || one.endsWith(end));
  }
  const kinds = [`error ${about}`, `role ${about}`, about];
  const begins = [`decision ${about} of `, `what ${about} of `, `what "${about}" takes`];
  const ends = [` by ${about}`, `.${about}`];
  const [, quoted] = /^(?:row )?[^\s"]+ "(.*)"(?: of .*)?$/.exec(what) ?? [];
  return quoted === about || kinds.includes(what) || begins.some((one) => what.startsWith(one)) || ends.some((one) => what.endsWith(one));
}
