/**
 * The nine-point tree: a specification as it was written, before anything is bound or judged.
 *
 * Lossless in its places: every text carries the span of exactly those characters. Reading never fails;
 * what is odd is a diagnostic beside a tree of the rest.
 */
import type { Diagnostic, Sources, Span } from "@nonet/source";
import type { PointNumber } from "./points.ts";

export interface Tree {
  readonly sources: Sources;
  /** The document's `# …`, without a leading `Specification:`; null where there is none. */
  readonly title: TextSpan | null;
  /** What stands before the first point. */
  readonly opening: readonly Block[];
  /** All nine, in order; a point that isn't there is `missing`. Several files' shares are merged. */
  readonly points: readonly PointTree[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Text as written (trimmed, Markdown emphasis kept) and where. `span.to - span.from` is its length in the source; `\|` in a cell is unescaped in `text` only. */
export interface TextSpan {
  readonly text: string;
  readonly span: Span;
}

export interface PointTree {
  readonly number: PointNumber;
  readonly title: string;
  /** `none`: the point says that there is nothing. */
  readonly state: "written" | "not shown" | "missing" | "none";
  /** The heading's place; null when missing. */
  readonly span: Span | null;
  /** What stands before the first `###`. */
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}

/** A `### …` with what stands beneath it (deeper headings are part of its blocks as paragraphs). */
export interface Section {
  readonly title: TextSpan;
  readonly blocks: readonly Block[];
  readonly span: Span;
}

export type Block =
  | { readonly kind: "paragraph"; readonly words: TextSpan }
  /** `label` is set for `Label: rest` and `**Label**: rest` (label without the stars, rest in `value`); the compiler decides whether it knows the label. */
  | Bullet
  | Table
  /** `Example: TITLE` with its steps. */
  | { readonly kind: "example"; readonly title: TextSpan; readonly steps: readonly TextSpan[]; readonly span: Span }
  /** Anything else (code fence, quote, HTML, rule): prose. */
  | { readonly kind: "other"; readonly words: TextSpan };

export interface Bullet {
  readonly kind: "bullet";
  readonly words: TextSpan;
  readonly label: TextSpan | null;
  readonly value: TextSpan | null;
  readonly children: readonly Block[];
  readonly span: Span;
}

export interface Table {
  readonly kind: "table";
  readonly headers: readonly TextSpan[];
  /** Each as long as `headers`: a missing or empty cell has the text "". */
  readonly rows: readonly Row[];
  readonly span: Span;
}

export interface Row {
  readonly cells: readonly TextSpan[];
  readonly span: Span;
}
