/** What was made of bullets, rows and paragraphs, for when the same lines stand in the piece that takes the place of theirs. */
import type { Block, Row } from "../tree/tree.ts";
import type { LineReuse } from "./reading.ts";

export interface CachedLine {
  /** What it is of, and its text from the beginning of its first line on: what stands before it there counts. */
  readonly key: string;
  readonly made: Block | Row;
  /** Where its spans begin. */
  readonly spanOffset: number;
  /** Where it stands in its piece. */
  readonly from: number;
  readonly to: number;
}

/** By kind and text; a line is taken by one place only. */
export type LineCache = Map<string, CachedLine[]>;

export function makeLineCache(lines: readonly CachedLine[]): LineCache {
  const cache: LineCache = new Map();
  // What is taken first stands last.
  for (const line of lines.toReversed()) {
    const list = cache.get(line.key);
    if (list) list.push(line);
    else cache.set(line.key, [line]);
  }
  return cache;
}

/** What one piece finds and makes; `at`: where its spans begin. */
export function lineReuse(cache: LineCache, at: number): LineReuse & { all(): readonly CachedLine[]; giveBack(): void } {
  const reused: CachedLine[] = [];
  const made: CachedLine[] = [];
  return {
    find(kind, text, from, to) {
      if (cache.size === 0) return undefined;
      const line = cache.get(keyOf(kind, text, from, to))?.pop();
      if (!line) return undefined;
      reused.push(line);
      made.push({ ...line, from, to });
      return line.made;
    },
    add(kind, text, from, to, one) {
      made.push({ key: keyOf(kind, text, from, to), made: one, spanOffset: at + from, from, to });
    },
    all: () => made,
    giveBack() {
      for (const line of reused) cache.get(line.key)!.push(line);
    },
  };
}

function keyOf(kind: string, text: string, from: number, to: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return `${kind} ${from - start} ${text.slice(start, to)}`;
}
