/** What the studio reads from the product beside it and sends to it: the files, and what a change of them does. */
export interface StudioFile {
  readonly name: string;
  readonly text: string;
}

export interface StudioData {
  /** The product's name. */
  readonly product: string;
  readonly files: readonly StudioFile[];
  /** The hash of the files as they are on disk; a save names it. */
  readonly version: string;
  /** The hash of the version that runs. */
  readonly running: string;
  readonly rehearsal: boolean;
  /** What somebody has typed and not saved; null if there is nothing. */
  readonly draft: StudioDraft | null;
  /** Whether saved files run at once; if not, they are a draft until somebody makes them live. */
  readonly savesLive: boolean;
  /** Why the files aren't the version that runs; empty if they are, or if their errors are in their text. */
  readonly refused: readonly string[];
  /** Null while there is no preview. */
  readonly preview: PreviewData | null;
}

/** A version that runs as a product of its own, on a masked copy of the records. */
export interface PreviewData {
  /** Where its pages begin. */
  readonly address: string;
  /** The hash of the files that it runs. */
  readonly version: string;
  /** How many records were copied. */
  readonly records: number;
  /** When they were copied, as an ISO instant. */
  readonly at: string;
}

export interface StudioDraft {
  readonly files: readonly StudioFile[];
  /** The version of the files that it changes. */
  readonly base: string;
  /** When it was kept last, as an ISO instant. */
  readonly at: string;
}

/**
 * One line of the answer to "what would this change do?", sent as soon as it is known.
 *
 * `change`: what is added, renamed or converted. `loss`: what would be lost. `stop`: records that have to be changed first.
 * `violation`: records that violate the new version and stay as they are. `gains` and `loses`: what a role may do from now
 * on, or no longer.
 */
export type ImpactLine =
  | { readonly kind: "change" | "loss" | "gains" | "loses"; readonly text: string; readonly role?: string }
  | { readonly kind: "stop" | "violation"; readonly text: string; readonly count: number; readonly records: readonly ImpactRecord[] }
  /** The last line: the moment and the number of records on which it was evaluated. */
  | { readonly kind: "judged"; readonly at: string; readonly records: number; readonly milliseconds: number }
  /** The change can't be evaluated, with the reason. */
  | { readonly kind: "failed"; readonly text: string };

export interface ImpactRecord {
  readonly title: string;
  /** The address of its page in the product; null if it has none. */
  readonly route: string | null;
}
