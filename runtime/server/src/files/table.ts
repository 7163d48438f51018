/** The contents of a file to import in any format: rows of texts with their line numbers, or why the file can't be used. */

export interface TableRow {
  /** 1-based: the line of a CSV file in which the row begins, or the row's number in a spreadsheet. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableProblem {
  readonly problem: string;
  /** "malformed" unless given. */
  readonly code?: "malformed" | "too-large" | "too-many-rows" | "busy";
}

export type ReadTable = { readonly rows: readonly TableRow[] } | TableProblem;
