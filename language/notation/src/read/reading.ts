/** The state of reading one piece of a file: its text, its diagnostics, and the cached lines of the previous version. */
import type { Diagnostic, Span } from "@nonet/source";
import { type Report, reporter } from "../diagnostics/catalogue.ts";
import type { Block, Row, TextSpan } from "../tree/tree.ts";

export interface Reading {
  readonly text: string;
  readonly report: Report;
  /** The diagnostics reported so far. */
  readonly diagnostics: readonly Diagnostic[];
  /** The cached lines of the previous version; null if nothing is cached. */
  readonly reuse: LineReuse | null;
  span(from: number, to: number): Span;
  /** The trimmed text of a range. */
  words(from: number, to: number): TextSpan;
}

/** Finds cached blocks and rows by kind and text, and adds new ones. */
export interface LineReuse {
  find(kind: string, text: string, from: number, to: number): Block | Row | undefined;
  add(kind: string, text: string, from: number, to: number, block: Block | Row): void;
}

/** The characters that a bullet and a cell may have, more than a page of text. Reading a bullet can take the square of its length. */
export const longestBullet = 3_000;
const longest = { bullet: longestBullet, cell: 10_000 };

/** Whether the words are too long to be read as a statement, which is reported. */
export function isTooLong(reading: Reading, what: keyof typeof longest, { text, span }: TextSpan): boolean {
  if (text.length <= longest[what]) return false;
  const [most, has] = [longest[what], text.length].map((count) => count.toLocaleString("en"));
  reading.report("statement-too-long", { ...span, to: span.from + 40 }, `This ${what} has ${has} characters; at most ${most} are read.`, {
    hint: what === "bullet" ? "Split it into several bullets. Text for people can stand in paragraphs." : "Shorten it, or split it into several rows.",
  });
  return true;
}

/** `spanOffset` is the offset of the text in spans. */
export function readingOf(text: string, file: number, spanOffset: number, reuse: LineReuse | null): Reading {
  const { diagnostics, report } = reporter();
  const span = (from: number, to: number): Span => ({ file, from: spanOffset + from, to: spanOffset + to });
  const words = (from: number, to: number): TextSpan => {
    const trimmed = withoutComment(text.slice(from, to).trim());
    // Most ranges have no white space at their ends.
    const lead = trimmed.length === to - from ? 0 : to - from - text.slice(from, to).trimStart().length;
    return { text: trimmed, span: span(from + lead, from + lead + trimmed.length) };
  };
  return { text, report, diagnostics, reuse, span, words };
}

/** Without comments at its end: viewers don't show them, and they aren't part of the statement. A text that is nothing else stays. */
function withoutComment(text: string): string {
  if (!text.endsWith("-->")) return text;
  const begin = text.lastIndexOf("<!--");
  const before = begin < 0 || text.indexOf("-->", begin) !== text.length - 3 ? "" : text.slice(0, begin).trimEnd();
  return before === "" ? text : withoutComment(before);
}

/** The cached block or row of the same lines, or else the result of `make`. A block with diagnostics is never cached, so that they are reported each time. */
export function reuseOrRead<T extends Block | Row>(reading: Reading, kind: string, node: { readonly from: number; readonly to: number }, make: () => T): T {
  const { reuse, text, diagnostics } = reading;
  if (!reuse) return make();
  const reused = reuse.find(kind, text, node.from, node.to);
  if (reused) return reused as T;
  const count = diagnostics.length;
  const block = make();
  if (diagnostics.length === count) reuse.add(kind, text, node.from, node.to, block);
  return block;
}
