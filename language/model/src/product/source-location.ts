/** Where the document states something, as a line and, if the specification has several files, a file. */
import type { Span } from "@nonet/source";
import type { Product } from "./product.ts";

export interface SourceLocation {
  /** Starts at 1; null if no line states it. */
  readonly line: number | null;
  /** The index of the file in `Product.sources`; absent for the first file. */
  readonly file?: number;
  /** The element that the line describes, as `nonet explain` names it; absent if unknown. */
  readonly about?: string;
}

export function sourceLocation({ sources }: Pick<Product, "sources">, source: Span | null, about?: string): SourceLocation {
  const written = source && sources[source.file];
  const named = about === undefined ? {} : { about };
  if (!written) return { line: null, ...named };
  const line = lineIn(lineEndsOf(written), source.from);
  return source.file === 0 ? { line, ...named } : { line, file: source.file, ...named };
}

/** `line 12`, or `line 12 of screens.md` if there are several files. `whole` is appended if there is only one. */
export function formatLocation(files: readonly string[], { line, file }: SourceLocation, whole = ""): string {
  const of = files.length > 1 ? ` of ${files[file ?? 0] ?? ""}` : whole;
  return `line ${line ?? "?"}${of}`;
}

/** The names of the files without their folders, which may be private. */
export const fileNames = ({ sources }: Pick<Product, "sources">): string[] => sources.map((file) => file.name.replace(/^.*[/\\]/, ""));

/** The offsets of the line breaks, by file. */
const lineEndsCache = new WeakMap<object, readonly number[]>();

function lineEndsOf(file: Product["sources"][number]): readonly number[] {
  const cached = lineEndsCache.get(file);
  if (cached) return cached;
  const lineEnds = [...file.text.matchAll(/\n/g)].map((match) => match.index);
  lineEndsCache.set(file, lineEnds);
  return lineEnds;
}

function lineIn(lineEnds: readonly number[], offset: number): number {
  let low = 0;
  let high = lineEnds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineEnds[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
