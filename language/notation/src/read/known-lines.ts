/** What was made of bullets, rows and paragraphs, for when the same lines stand in the piece that takes the place of theirs. */
import type { Block, Row } from "../tree/tree.ts";
import type { Earlier } from "./reading.ts";

export interface KnownLine {
  /** What it is of, and its text from the beginning of its first line on: what stands before it there counts. */
  readonly key: string;
  readonly made: Block | Row;
  /** Where its spans begin. */
  readonly kept: number;
  /** Where it stands in its piece. */
  readonly from: number;
  readonly to: number;
}

/** By kind and text; a line is taken by one place only. */
export type KnownLines = Map<string, KnownLine[]>;

export function knownLines(lines: readonly KnownLine[]): KnownLines {
  const known: KnownLines = new Map();
  // What is taken first stands last.
  for (const line of lines.toReversed()) {
    const list = known.get(line.key);
    if (list) list.push(line);
    else known.set(line.key, [line]);
  }
  return known;
}

/** What one piece finds and makes; `at`: where its spans begin. */
export function linesOf(known: KnownLines, at: number): Earlier & { all(): readonly KnownLine[]; giveBack(): void } {
  const taken: KnownLine[] = [];
  const made: KnownLine[] = [];
  return {
    find(kind, text, from, to) {
      if (known.size === 0) return undefined;
      const line = known.get(keyOf(kind, text, from, to))?.pop();
      if (!line) return undefined;
      taken.push(line);
      made.push({ ...line, from, to });
      return line.made;
    },
    note(kind, text, from, to, one) {
      made.push({ key: keyOf(kind, text, from, to), made: one, kept: at + from, from, to });
    },
    all: () => made,
    giveBack() {
      for (const line of taken) known.get(line.key)!.push(line);
    },
  };
}

function keyOf(kind: string, text: string, from: number, to: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return `${kind} ${from - start} ${text.slice(start, to)}`;
}
