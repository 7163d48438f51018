/**
 * Chooses the lines in which a question about one name or one place must look.
 *
 * A statement is read as a whole: if one of its lines is chosen, all of them are, with the expressions in them.
 */
import type { Sources } from "@nonet/source";
import { lineAt, linesOf } from "../document/line-context.ts";

/** Whether a place is in one of the chosen lines. */
export type IsWanted = (file: number, from: number, to: number) => boolean;

export interface Place {
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

/** By file: the starts of the lines, and which of them are chosen. */
interface Lines {
  readonly starts: readonly number[];
  readonly chosen: Uint8Array;
  /** The line of the last question: most questions are about the next place in the text. */
  last: number;
}

/** The lines of a place. */
export const linesAround = (sources: Sources, statements: readonly Place[], place: Place): IsWanted => chosenLines(sources, statements, (files) => choose(files, place));

/** The lines that contain one of the words, in lower case. */
export function linesWith(sources: Sources, statements: readonly Place[], words: ReadonlySet<string>): IsWanted {
  return chosenLines(sources, statements, (files) => {
    for (const [file, { text }] of sources.entries()) {
      const folded = text.toLowerCase();
      // A letter whose lower case is longer would shift all that follows it.
      if (folded.length !== text.length) files[file]!.chosen.fill(1);
      else for (const word of words) for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) choose(files, { file, from: at, to: at });
    }
  });
}

function chosenLines(sources: Sources, statements: readonly Place[], begin: (files: readonly Lines[]) => void): IsWanted {
  const files = sources.map((source): Lines => {
    const starts = linesOf(source);
    return { starts, chosen: new Uint8Array(starts.length), last: 0 };
  });
  begin(files);
  for (const place of statements) if (isChosen(files, place.file, place.from, place.to)) choose(files, place);
  return (file, from, to) => isChosen(files, file, from, to);
}

function choose(files: readonly Lines[], { file, from, to }: Place): void {
  const lines = files[file];
  if (!lines) return;
  for (let at = lineAt(lines.starts, from); at < lines.starts.length && lines.starts[at]! <= to; at++) lines.chosen[at] = 1;
}

function isChosen(files: readonly Lines[], file: number, from: number, to: number): boolean {
  const lines = files[file];
  if (!lines) return false;
  const { starts, chosen } = lines;
  const next = starts[lines.last + 1] ?? Number.POSITIVE_INFINITY;
  if (from < starts[lines.last]! || from >= next) lines.last = from >= next && from < (starts[lines.last + 2] ?? Number.POSITIVE_INFINITY) ? lines.last + 1 : lineAt(starts, from);
  for (let at = lines.last; at < starts.length && starts[at]! <= to; at++) if (chosen[at] === 1) return true;
  return false;
}
