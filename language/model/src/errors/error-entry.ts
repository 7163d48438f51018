/** Point 8: one entry of the error catalogue. */
import type { Span } from "@nonet/source";
import type { Template } from "../expressions/template.ts";

export interface ErrorEntry {
  readonly code: string;
  readonly status: number;
  /** Over the record that the refusal is about, `asked` and constants. */
  readonly message: Template;
  readonly when: string | null;
  readonly help: string | null;
  readonly source: Span;
}
