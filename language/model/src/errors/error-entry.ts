/** Point 8: one entry of the error catalogue. */
import type { Span } from "@nonet/source";
import type { Template } from "../expressions/template.ts";

export interface ErrorEntry {
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;
  /** Can use the record that the error is about, the input (`asked`) and constants. Empty if it is not shown: the code and the status hold nevertheless. */
  readonly message: Template;
  /** The message in further languages, by tag; absent if it isn't translated. */
  readonly messages?: Readonly<Record<string, Template>>;
  /** The text of the column When; null if the cell is empty. */
  readonly when: string | null;
  /** The text of the column Help; null if the cell is empty. */
  readonly help: string | null;
  readonly source: Span;
}
