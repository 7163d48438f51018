/** What another version of the document would do to the stored records: parts of an answer that is streamed. */
export type ChangePreview =
  | { readonly kind: "change" | "loss"; readonly sentence: string }
  | ({ readonly kind: "violation" } & Violation)
  /** The last part: the moment and the number of records on which it was evaluated. */
  | { readonly kind: "judged"; readonly at: string; readonly records: number };

export interface Violation {
  /** The sentence after the count: `Loans stand in the state lost, …`. */
  readonly what: string;
  readonly count: number;
  /** The titles of at most 20 records. */
  readonly shown: readonly string[];
  /** The same records by their ids, and their entity. */
  readonly ids: readonly string[];
  readonly entity: string;
  /** Must be fixed before the upgrade. */
  readonly stops: boolean;
}
