/** Text, places in it, and what is said about them: the vocabulary every phase shares. */

/** One Markdown file as it was handed in. `name` is what messages show. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** The files of one specification, in name order. A file's index here is its `file` in every span. */
export type Sources = readonly SourceFile[];

/** A half-open range of UTF-16 offsets `[from, to)` in file number `file`. */
export interface Span {
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

/** A place as people count: line and column start at 1; column counts UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Severity = "error" | "warning" | "hint";

/** A mend a tool can apply: each edit replaces a span by text, touching nothing else. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** What a phase says about a place: in plain words, with the nearest right form. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  /** The way out, where the message alone doesn't say it. */
  readonly hint?: string;
  readonly fixes: readonly Fix[];
}

export function span(file: number, from: number, to: number): Span {
  return { file, from, to };
}

/** A lookup from offsets to lines, made once for a text. */
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
