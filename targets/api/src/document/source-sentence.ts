/** The document's elements as plain sentences, found by the line that says so. */
import type { SaidAt } from "@nonet/model";

export interface SentenceData {
  /** The element, as `nonet explain` names it: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  /** Index of the file; 0 where the specification is one. */
  readonly file: number;
  /** null: no line says so. */
  readonly line: number | null;
}

/** More than these would hide the one that was asked for. */
const most = 3;

/**
 * What the document says at a line; null where that line says nothing as a sentence. `about` picks among several
 * elements at one line (an action's row from two states, a row of the matrix); where it names none, the first stand.
 */
export function sentenceAt(all: readonly SentenceData[], place: SaidAt, about?: string | null): string | null {
  if (place.line === null) return null;
  const here = all.filter((s) => s.line === place.line && s.file === (place.file ?? 0));
  const named = about ? here.filter((s) => isAbout(s.what.toLowerCase(), about.toLowerCase())) : [];
  const said = [...new Set((named.length > 0 ? named : here).map((s) => s.sentence))].slice(0, most);
  return said.length === 0 ? null : said.join(" ");
}

/** By kind and whole name: the state `billed` and the entity `Bill` aren't what the action `Bill` does. */
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
