/** Source files, positions in them, and diagnostics: the types that all phases share. */

/** One Markdown file. `name` appears in messages. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** The files of one specification, ordered by name. The index of a file is the `file` of its spans. */
export type Sources = readonly SourceFile[];

/** A half-open range `[from, to)` of UTF-16 offsets in the file with the index `file`. */
export interface Span {
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

/** A position for people: line and column start at 1, and columns count UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Severity = "error" | "warning" | "hint";

/** A fix that a tool can apply: each edit replaces a span with a text. */
export interface Fix {
  readonly title: string;
  /** It removes what is written, leaves something open or adds lines elsewhere: a person chooses it, and no tool applies it by itself. */
  readonly isTentative?: true;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** A problem at a span: what is wrong, and the nearest correct form. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  /** What to do, if the message doesn't already say it. */
  readonly hint?: string;
  readonly fixes: readonly Fix[];
}

export function span(file: number, from: number, to: number): Span {
  return { file, from, to };
}

/** Returns a function that finds the line and column of an offset in the text. */
export function lineMap(text: string): (offset: number) => Place {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
