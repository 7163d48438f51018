/**
 * Chooses the lines in which a question about one name or one place must look.
 *
 * A statement is read as a whole: if one of its lines is chosen, all of them are, with the expressions in them.
 */
import type { Sources, Span } from "@nonet/source";
import { lineAt, linesOf } from "../document/line-context.ts";

type Place = Pick<Span, "file" | "from" | "to">;

/** By file: the starts of the lines, and which of them are chosen. */
interface Lines {
  readonly starts: readonly number[];
  readonly chosen: Uint8Array;
}

/** The lines of a place. */
export const linesAround = (sources: Sources, statements: readonly Span[], place: Place): ((place: Place) => boolean) =>
  chosenLines(sources, statements, (files) => choose(files, place));

/** The lines that contain one of the words, in lower case. */
export function linesWith(sources: Sources, statements: readonly Span[], words: ReadonlySet<string>): (place: Place) => boolean {
  return chosenLines(sources, statements, (files) => {
    for (const [file, { text }] of sources.entries()) {
      const folded = text.toLowerCase();
      // A letter whose lower case is longer would shift all that follows it.
      if (folded.length !== text.length) files[file]!.chosen.fill(1);
      else for (const word of words) for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) choose(files, { file, from: at, to: at });
    }
  });
}

function chosenLines(sources: Sources, statements: readonly Span[], begin: (files: readonly Lines[]) => void): (place: Place) => boolean {
  const files = sources.map((source): Lines => {
    const starts = linesOf(source);
    return { starts, chosen: new Uint8Array(starts.length) };
  });
  begin(files);
  for (const span of statements) if (isChosen(files, span)) choose(files, span);
  return (place) => isChosen(files, place);
}

function choose(files: readonly Lines[], { file, from, to }: Place): void {
  const lines = files[file];
  if (!lines) return;
  for (let at = lineAt(lines.starts, from); at < lines.starts.length && lines.starts[at]! <= to; at++) lines.chosen[at] = 1;
}

function isChosen(files: readonly Lines[], { file, from, to }: Place): boolean {
  const lines = files[file];
  if (!lines) return false;
  for (let at = lineAt(lines.starts, from); at < lines.starts.length && lines.starts[at]! <= to; at++) if (lines.chosen[at] === 1) return true;
  return false;
}
