/** The state of reading one piece of a file: its text, its report, and the lines known from the previous reading. */
import type { Diagnostic, Span } from "@nonet/source";
import { type Report, reporter } from "../diagnostics/catalogue.ts";
import type { Block, Row, TextSpan } from "../tree/tree.ts";

/** One piece of a file being read. */
export interface Reading {
  readonly text: string;
  readonly report: Report;
  /** What was reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was made of the same lines before, where a reader remembers it. */
  readonly reuse: LineReuse | null;
  span(from: number, to: number): Span;
  /** The trimmed text of a range. */
  words(from: number, to: number): TextSpan;
}

/** What a reader made of a line or bullet, for when the same lines are read again. */
export interface LineReuse {
  find(kind: string, text: string, from: number, to: number): Block | Row | undefined;
  add(kind: string, text: string, from: number, to: number, made: Block | Row): void;
}

/** `at`: where the text's spans begin. */
export function readingOf(text: string, file: number, spanOffset: number, reuse: LineReuse | null): Reading {
  const { diagnostics: diagnostics, report } = reporter();
  const span = (from: number, to: number): Span => ({ file, from: spanOffset + from, to: spanOffset + to });
  const words = (from: number, to: number): TextSpan => {
    const trimmed = text.slice(from, to).trim();
    // Most have no blanks at their ends; where there are some, they are counted.
    const lead = trimmed.length === to - from ? 0 : text.slice(from, to).trimEnd().length - trimmed.length;
    return { text: trimmed, span: span(from + lead, from + lead + trimmed.length) };
  };
  return { text, report, diagnostics: diagnostics, reuse: reuse, span, words };
}

/** What was made of the same lines before, else what `make` gives; what something is said about is always made anew. */
export function reuseOrRead<T extends Block | Row>(reading: Reading, kind: string, node: { readonly from: number; readonly to: number }, make: () => T): T {
  const { reuse: reuse, text, diagnostics: diagnostics } = reading;
  if (!reuse) return make();
  const reused = reuse.find(kind, text, node.from, node.to);
  if (reused) return reused as T;
  const count = diagnostics.length;
  const made = make();
  if (diagnostics.length === count) reuse.add(kind, text, node.from, node.to, made);
  return made;
}
