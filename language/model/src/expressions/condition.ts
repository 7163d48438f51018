/** A condition over a record, and where the document states it. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Condition {
  /** Its type is boolean; null counts as false. */
  readonly expression: Expression;
  readonly source: Span;
}
