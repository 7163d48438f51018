/**
 * Reads successive versions of sources: parts that haven't changed are the same objects as before.
 *
 * A file is split into pieces (see split-pieces.ts). A piece with the text of an earlier piece is reused. In a changed
 * piece, bullets, rows and paragraphs with unchanged lines are reused. Reused parts keep their spans, and the layout
 * maps these to current positions.
 */
import type { Sources } from "@nonet/source";
import { type Layout, layoutOf, type TextRun } from "../tree/layout.ts";
import type { Tree } from "../tree/tree.ts";
import { assemble, type SectionCache } from "./assemble.ts";
import { type PieceRange, splitPieces } from "./split-pieces.ts";
import { type CachedLine, makeLineCache, type LineCache, lineReuse } from "./line-cache.ts";
import { type Entry, readPiece } from "./piece.ts";

export interface ReadTree {
  readonly tree: Tree;
  readonly layout: Layout;
}

export interface TreeReader {
  read(sources: Sources): ReadTree;
  /** Reads sources as `read` does, but the next version is compared with the one before them. */
  readAside(sources: Sources): ReadTree;
}

export function makeTreeReader(): TreeReader {
  let files: readonly ReadFile[] = [];
  const sections: SectionCache = new WeakMap();
  const readFiles = (sources: Sources): readonly ReadFile[] => sources.map(({ text }, file) => readFile(text, file, files[file] ?? null, true));
  const treeOf = (sources: Sources, of: readonly ReadFile[]): ReadTree => {
    const layout = layoutOf(
      sources,
      of.flatMap(({ pieces }, file) => runsOf(pieces, file)),
    );
    const entries = of.map(({ pieces }) => pieces.flatMap((piece) => piece.entries));
    return { tree: assemble(sources, entries, layout, sections), layout };
  };
  return {
    read(sources) {
      files = readFiles(sources);
      return treeOf(sources, files);
    },
    readAside(sources) {
      const aside = readFiles(sources);
      // The offsets are used, even if their text is forgotten.
      files = files.map((file, i) => ({ ...file, nextSpanOffset: Math.max(file.nextSpanOffset, aside[i]?.nextSpanOffset ?? 0) }));
      return treeOf(sources, aside);
    },
  };
}

/** Reads sources once, without caching anything. */
export function readOnce(sources: Sources): ReadTree {
  const pieces = sources.map(({ text }, file) => readFile(text, file, null, false).pieces);
  const layout = layoutOf(
    sources,
    pieces.flatMap((of, file) => runsOf(of, file)),
  );
  return {
    tree: assemble(
      sources,
      pieces.map((of) => of.flatMap((piece) => piece.entries)),
      layout,
      new WeakMap(),
    ),
    layout,
  };
}

interface ReadFile {
  readonly pieces: readonly Piece[];
  /** The first offset that no span has used. */
  readonly nextSpanOffset: number;
}

interface Piece {
  readonly text: string;
  /** The offset of its start in spans, and its current offset in the file. */
  readonly spanOffset: number;
  readonly offset: number;
  readonly entries: readonly Entry[];
  /** Whether its last block can continue in the next piece. */
  readonly open: boolean;
  readonly lines: readonly CachedLine[];
}

function readFile(text: string, file: number, before: ReadFile | null, isReread: boolean): ReadFile {
  const ranges = splitPieces(text);
  const reused = before ? reusePieces(text, ranges, before.pieces) : [];
  const reusedPieces = new Set(reused);
  const lines = isReread ? makeLineCache((before?.pieces ?? []).filter((piece) => !reusedPieces.has(piece)).flatMap((piece) => piece.lines)) : null;
  const pieces: Piece[] = [];
  let free = before?.nextSpanOffset ?? 0;
  for (let i = 0; i < ranges.length;) {
    const old = reused[i];
    const piece = old
      ? old.offset === ranges[i]!.from
        ? old
        : { ...old, offset: ranges[i]!.from }
      : readChangedPiece(text, ranges, i, file, before ? free : ranges[i]!.from, lines);
    // One offset is skipped, so that the end of a piece is never the start of another.
    if (!old) free = Math.max(free, piece.spanOffset + piece.text.length + 1);
    pieces.push(piece);
    for (const end = piece.offset + piece.text.length; i < ranges.length && (ranges[i]!.from < end || ranges[i]!.from === ranges[i]!.to); i++);
  }
  return { pieces, nextSpanOffset: free };
}

/** The earlier pieces that are still in the text, by the index of their range. Usually these are all before and after a single change. */
function reusePieces(text: string, ranges: readonly PieceRange[], pieces: readonly Piece[]): (Piece | undefined)[] {
  const reused: (Piece | undefined)[] = Array.from({ length: ranges.length });
  const isAt = (piece: Piece | undefined, { from, to }: PieceRange): piece is Piece =>
    piece !== undefined && piece.text.length === to - from && (!piece.open || to === text.length) && text.slice(from, to) === piece.text;
  let first = 0;
  for (; first < ranges.length && isAt(pieces[first], ranges[first]!); first++) reused[first] = pieces[first];
  let last = 0;
  const unmatched = Math.min(ranges.length, pieces.length) - first;
  for (; last < unmatched && isAt(pieces.at(-1 - last), ranges.at(-1 - last)!); last++) reused[ranges.length - 1 - last] = pieces.at(-1 - last);
  const byText = new Map<string, Piece[]>();
  for (const piece of pieces.slice(first, pieces.length - last)) byText.set(piece.text, [...(byText.get(piece.text) ?? []), piece]);
  for (let i = first; i < ranges.length - last && byText.size > 0; i++) {
    const { from, to } = ranges[i]!;
    const piece = byText.get(text.slice(from, to))?.shift();
    if (piece && (!piece.open || to === text.length)) reused[i] = piece;
  }
  return reused;
}

/** Reads the piece that starts at a range, together with the following ranges as long as its last block continues. */
function readChangedPiece(text: string, ranges: readonly PieceRange[], first: number, file: number, spanOffset: number, lines: LineCache | null): Piece {
  const now = ranges[first]!.from;
  for (let more = 0; ; more = more * 2 + 1) {
    const end = ranges[Math.min(first + more, ranges.length - 1)]!.to;
    const isLast = end === text.length;
    const piece = text.slice(now, end);
    const reuse = lines && lineReuse(lines, spanOffset);
    const { entries, open } = readPiece(piece, file, spanOffset, reuse);
    if (!open || isLast) return { text: piece, spanOffset, offset: now, entries, open, lines: reuse?.all() ?? [] };
    reuse?.release();
  }
}

/** The pieces, and the lines in them whose spans don't follow the span of the piece. */
function runsOf(pieces: readonly Piece[], file: number): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, spanOffset, offset, lines } of pieces) {
    runs.push({ file, spanOffset, offset, length: text.length });
    for (const line of lines)
      if (line.spanOffset !== spanOffset + line.from) runs.push({ file, spanOffset: line.spanOffset, offset: offset + line.from, length: line.to - line.from });
  }
  return runs;
}
