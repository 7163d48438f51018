/** A cache of the bullets, rows and paragraphs of changed pieces, for lines that are still the same. */
import type { Block, Row } from "../tree/tree.ts";
import type { LineReuse } from "./reading.ts";

export interface CachedLine {
  /** Its kind, and its text from the start of its first line, because the indentation matters. */
  readonly key: string;
  readonly block: Block | Row;
  /** The offset of its start in spans. */
  readonly spanOffset: number;
  /** Its position in the piece. */
  readonly from: number;
  readonly to: number;
}

/** Lines by kind and text. Each is used only once. */
export type LineCache = Map<string, CachedLine[]>;

export function makeLineCache(lines: readonly CachedLine[]): LineCache {
  const cache: LineCache = new Map();
  // `pop` takes the last line first.
  for (const line of lines.toReversed()) {
    const list = cache.get(line.key);
    if (list) list.push(line);
    else cache.set(line.key, [line]);
  }
  return cache;
}

/** Reuses cached lines for one piece, and collects all of its lines. `at` is the offset of the piece in spans; `release` returns reused lines to the cache. */
export function lineReuse(cache: LineCache, at: number): LineReuse & { all(): readonly CachedLine[]; release(): void } {
  const reused: CachedLine[] = [];
  const lines: CachedLine[] = [];
  return {
    find(kind, text, from, to) {
      if (cache.size === 0) return undefined;
      const line = cache.get(keyOf(kind, text, from, to))?.pop();
      if (!line) return undefined;
      reused.push(line);
      lines.push({ ...line, from, to });
      return line.block;
    },
    add(kind, text, from, to, one) {
      lines.push({ key: keyOf(kind, text, from, to), block: one, spanOffset: at + from, from, to });
    },
    all: () => lines,
    release() {
      for (const line of reused) cache.get(line.key)!.push(line);
    },
  };
}

function keyOf(kind: string, text: string, from: number, to: number): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return `${kind} ${from - start} ${text.slice(start, to)}`;
}
