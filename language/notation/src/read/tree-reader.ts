/**
 * Reads sources again and again: what hasn't changed since the last time is the same object as then.
 *
 * A file is cut into pieces (cut-pieces.ts). One with the text of an earlier piece keeps what was read of it; of one that
 * has changed, the bullets, rows and paragraphs whose lines haven't are kept. The spans of what is kept say where it stood
 * when it was read, and the layout says where it stands now.
 */
import type { Sources } from "@nonet/source";
import { type Layout, layoutOf, type Stretch } from "../tree/layout.ts";
import type { Tree } from "../tree/tree.ts";
import { assemble, type SectionStore } from "./assemble.ts";
import { type Cut, cutPieces } from "./cut-pieces.ts";
import { type KnownLine, knownLines, type KnownLines, linesOf } from "./known-lines.ts";
import { type Entry, readPiece } from "./piece.ts";

export interface ReadTree {
  readonly tree: Tree;
  readonly layout: Layout;
}

export interface TreeReader {
  read(sources: Sources): ReadTree;
}

export function makeTreeReader(): TreeReader {
  let files: readonly ReadFile[] = [];
  const sections: SectionStore = new WeakMap();
  return {
    read(sources) {
      files = sources.map(({ text }, file) => readFile(text, file, files[file] ?? null, true));
      const layout = layoutOf(
        sources,
        files.flatMap(({ pieces }, file) => stretchesOf(pieces, file)),
      );
      const entries = files.map(({ pieces }) => pieces.flatMap((piece) => piece.entries));
      return { tree: assemble(sources, entries, layout, sections), layout };
    },
  };
}

/** For sources that aren't read again: nothing is kept for a next time. */
export function readOnce(sources: Sources): ReadTree {
  const pieces = sources.map(({ text }, file) => readFile(text, file, null, false).pieces);
  const layout = layoutOf(
    sources,
    pieces.flatMap((of, file) => stretchesOf(of, file)),
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
  /** The first offset that no span has had. */
  readonly free: number;
}

interface Piece {
  readonly text: string;
  /** Where its spans begin, and where it does. */
  readonly kept: number;
  readonly now: number;
  readonly entries: readonly Entry[];
  /** Whether what it ends in may go on behind it. */
  readonly open: boolean;
  readonly lines: readonly KnownLine[];
}

function readFile(text: string, file: number, before: ReadFile | null, isKept: boolean): ReadFile {
  const cuts = cutPieces(text);
  const known = before ? keepPieces(text, cuts, before.pieces) : [];
  const kept = new Set(known);
  const lines = isKept ? knownLines((before?.pieces ?? []).filter((piece) => !kept.has(piece)).flatMap((piece) => piece.lines)) : null;
  const pieces: Piece[] = [];
  let free = before?.free ?? 0;
  for (let i = 0; i < cuts.length;) {
    const old = known[i];
    const piece = old ? (old.now === cuts[i]!.from ? old : { ...old, now: cuts[i]!.from }) : readAnew(text, cuts, i, file, before ? free : cuts[i]!.from, lines);
    // An offset is left out in between, so that the end of one is never the beginning of another.
    if (!old) free = Math.max(free, piece.kept + piece.text.length + 1);
    pieces.push(piece);
    for (const end = piece.now + piece.text.length; i < cuts.length && (cuts[i]!.from < end || cuts[i]!.from === cuts[i]!.to); i++);
  }
  return { pieces, free };
}

/** By the index of the cut that each begins at: the earlier pieces that stand in the text as they were. Most stand before or behind the one place that has changed. */
function keepPieces(text: string, cuts: readonly Cut[], pieces: readonly Piece[]): (Piece | undefined)[] {
  const kept: (Piece | undefined)[] = Array.from({ length: cuts.length });
  const isAt = (piece: Piece | undefined, { from, to }: Cut): piece is Piece =>
    piece !== undefined && piece.text.length === to - from && (!piece.open || to === text.length) && text.slice(from, to) === piece.text;
  let first = 0;
  for (; first < cuts.length && isAt(pieces[first], cuts[first]!); first++) kept[first] = pieces[first];
  let last = 0;
  const left = Math.min(cuts.length, pieces.length) - first;
  for (; last < left && isAt(pieces.at(-1 - last), cuts.at(-1 - last)!); last++) kept[cuts.length - 1 - last] = pieces.at(-1 - last);
  const byText = new Map<string, Piece[]>();
  for (const piece of pieces.slice(first, pieces.length - last)) byText.set(piece.text, [...(byText.get(piece.text) ?? []), piece]);
  for (let i = first; i < cuts.length - last && byText.size > 0; i++) {
    const { from, to } = cuts[i]!;
    const piece = byText.get(text.slice(from, to))?.shift();
    if (piece && (!piece.open || to === text.length)) kept[i] = piece;
  }
  return kept;
}

/** The piece from a cut on, with as many of those behind it as it takes until none goes on. */
function readAnew(text: string, cuts: readonly Cut[], first: number, file: number, kept: number, lines: KnownLines | null): Piece {
  const now = cuts[first]!.from;
  for (let more = 0; ; more = more * 2 + 1) {
    const end = cuts[Math.min(first + more, cuts.length - 1)]!.to;
    const isLast = end === text.length;
    const piece = text.slice(now, end);
    const found = lines && linesOf(lines, kept);
    const { entries, open } = readPiece(piece, file, kept, found);
    if (!open || isLast) return { text: piece, kept, now, entries, open, lines: found?.all() ?? [] };
    found?.giveBack();
  }
}

/** Each piece, and each line in it that has other places than the piece. */
function stretchesOf(pieces: readonly Piece[], file: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { text, kept, now, lines } of pieces) {
    stretches.push({ file, kept, now, length: text.length });
    for (const line of lines) if (line.kept !== kept + line.from) stretches.push({ file, kept: line.kept, now: now + line.from, length: line.to - line.from });
  }
  return stretches;
}
