/** Many records that come from somewhere else, and what became of them. */

export interface BulkTable {
  /** The entity, as the document calls it. */
  readonly entity: string;
  /** What keys of its rows belong to: references name it. */
  readonly source: string;
  readonly columns: readonly BulkColumn[];
  rows(): AsyncIterable<readonly BulkRow[]>;
  /** How a person finds a row, by its key and its number from 0 on: `public.film (12)`, `films.csv, line 4`. */
  label(key: string | null, row: number): string;
}

export interface BulkColumn {
  /** The field, as the document calls it. */
  readonly field: string;
  /** The source of the rows that the column's keys belong to; null for values. */
  readonly target: string | null;
}

export interface BulkRow {
  /** By which others refer to it; null if none can. */
  readonly key: string | null;
  /** In the order of the columns: texts, lists of texts, or keys. */
  readonly values: readonly (string | null | readonly string[])[];
  /** The values of the source don't fit its columns, in words. */
  readonly surplus?: string;
}

/** References of a list, as pairs of keys. */
export interface BulkList {
  readonly entity: string;
  readonly field: string;
  readonly source: string;
  readonly target: string;
  pairs(): AsyncIterable<readonly (readonly [from: string, to: string])[]>;
}

export interface BulkRefusal {
  readonly label: string;
  readonly reason: string;
}

export interface BulkOutcome {
  /** Nothing is loaded where records were refused and the rest isn't wanted. */
  readonly loaded: boolean;
  /** From the first row to the commit. */
  readonly seconds: number;
  readonly records: number;
  readonly byEntity: readonly { readonly entity: string; readonly records: number }[];
  readonly refused: number;
  /** The first ones. */
  readonly refusals: readonly BulkRefusal[];
  /** What couldn't be taken over at all, a sentence each. */
  readonly notes: readonly string[];
}
