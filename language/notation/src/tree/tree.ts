/**
 * The nine-point tree: a specification as written, before names are resolved and anything is checked.
 *
 * Every text has the span of exactly its characters. Reading never fails: problems become diagnostics, and the tree
 * contains the rest.
 */
import type { Diagnostic, Sources, Span } from "@nonet/source";
import type { PointNumber } from "./points.ts";

export interface Tree {
  readonly sources: Sources;
  /** The document's `# …` heading without a leading `Specification:`; null if there is none. */
  readonly title: TextSpan | null;
  /** The blocks before the first point. */
  readonly opening: readonly Block[];
  /** All nine, in order. The parts of a point in several files are merged. */
  readonly points: readonly PointTree[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A trimmed text with its Markdown marks, and its span in the source. Only `text` has `\|` in a cell unescaped, so the span can be longer. */
export interface TextSpan {
  readonly text: string;
  readonly span: Span;
}

export interface PointTree {
  readonly number: PointNumber;
  readonly title: string;
  /** `none`: the point says that there is nothing. `missing`: it has no heading. */
  readonly state: "written" | "not shown" | "missing" | "none";
  /** The span of the heading; null if the point is missing. */
  readonly span: Span | null;
  /** The blocks before the first `###`. */
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}

/** A `### …` heading with the blocks below it. Deeper headings are paragraphs among its blocks. */
export interface Section {
  readonly title: TextSpan;
  readonly blocks: readonly Block[];
  readonly span: Span;
}

export type Block =
  | { readonly kind: "paragraph"; readonly words: TextSpan }
  /** For `Label: rest` and `**Label**: rest`, `label` has the label without asterisks and `value` the rest. The compiler decides whether it knows the label. */
  | Bullet
  | Table
  /** `Example: TITLE` with its steps. */
  | { readonly kind: "example"; readonly title: TextSpan; readonly steps: readonly TextSpan[]; readonly span: Span }
  /** Any other block, such as a code fence, a quotation or HTML. It counts as prose. */
  | { readonly kind: "other"; readonly words: TextSpan };

/** One item of a list. `label` and `value` are null if it has no label. `children` are the blocks indented below it. */
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
  /** Each has as many cells as `headers`. An empty or missing cell has the text "". */
  readonly rows: readonly Row[];
  readonly span: Span;
}

export interface Row {
  readonly cells: readonly TextSpan[];
  readonly span: Span;
}
