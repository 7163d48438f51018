/** A condition over a record, with its place in the document. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Condition {
  readonly expression: Expression;
  readonly source: Span;
}
