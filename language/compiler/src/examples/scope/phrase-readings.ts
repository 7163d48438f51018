/** What the phrases of a step say, before it is compiled: records, people and values, by the names of the document. */
import type { TextSpan } from "@nonet/notation";

export type ValueReading =
  | { readonly kind: "words"; readonly words: TextSpan }
  | { readonly kind: "nothing"; readonly words: TextSpan }
  | { readonly kind: "truth"; readonly truth: boolean; readonly words: TextSpan }
  /** The name of a state or choice. */
  | { readonly kind: "choice"; readonly choice: string; readonly words: TextSpan }
  | { readonly kind: "records"; readonly records: readonly RecordReading[] };

export interface ValueOf {
  readonly field: string;
  readonly value: ValueReading;
  /** The preposition and its value, where one bound it. */
  readonly bound?: { readonly word: string; readonly phrase: TextSpan };
}

/** A record that is there: `the second Loan of "Ada"`, `it`. */
export interface RecordReading {
  readonly entity: string;
  readonly name: string | null;
  readonly having: readonly ValueOf[];
  readonly pick?: number | "last";
  readonly isSpokenOf?: true;
  readonly through?: { readonly record: RecordReading; readonly field: string };
}

/** A record to create. */
export interface ThingReading {
  readonly entity: string;
  readonly name: string | null;
  readonly values: readonly ValueOf[];
  /** What the action asks for. */
  readonly asked: readonly ValueOf[];
  readonly parts: readonly PartReading[];
  readonly state: string | null;
}

export interface PartReading {
  readonly entity: string;
  readonly list: string;
  readonly values: readonly ValueOf[];
  /** The name in quotation marks of an existing part. */
  readonly name: string | null;
}

export interface ActorReading {
  readonly role: string | null;
  readonly name: string | null;
  readonly is?: "anyone" | "system";
  readonly by?: { readonly record: RecordReading; readonly field: string };
}
