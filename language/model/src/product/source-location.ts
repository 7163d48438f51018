/** Where the document says so: the line, and the file where the specification has several. One form for all that is shown of it. */
import type { Span } from "@nonet/source";
import type { Product } from "./product.ts";

export interface SourceLocation {
  /** From 1; null: no line says so. */
  readonly line: number | null;
  /** Index of the line's file, where it isn't the first of several. */
  readonly file?: number;
  /** The element that the line is about, as `nonet explain` names it. */
  readonly about?: string;
}

export function sourceLocation({ sources }: Pick<Product, "sources">, source: Span | null, about?: string): SourceLocation {
  const written = source && sources[source.file];
  const named = about === undefined ? {} : { about };
  if (!written) return { line: null, ...named };
  const line = lineIn(lineEndsOf(written), source.from);
  return source.file === 0 ? { line, ...named } : { line, file: source.file, ...named };
}

/** `line 12`, and `line 12 of screens.md` where there are several files. `whole` stands for the one file. */
export function formatLocation(files: readonly string[], { line, file }: SourceLocation, whole = ""): string {
  const of = files.length > 1 ? ` of ${files[file ?? 0] ?? ""}` : whole;
  return `line ${line ?? "?"}${of}`;
}

/** As people are told them: the folder that they lie in is nobody's concern. */
export const fileNames = ({ sources }: Pick<Product, "sources">): string[] => sources.map((file) => file.name.replace(/^.*[/\\]/, ""));

/** Where each line of a text ends; found once for a file. */
const lineEndsCache = new WeakMap<object, readonly number[]>();

function lineEndsOf(file: Product["sources"][number]): readonly number[] {
  const cached = lineEndsCache.get(file);
  if (cached) return cached;
  const found = [...file.text.matchAll(/\n/g)].map((match) => match.index);
  lineEndsCache.set(file, found);
  return found;
}

function lineIn(found: readonly number[], offset: number): number {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (found[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
