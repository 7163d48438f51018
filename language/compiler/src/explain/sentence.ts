import type { Span } from "@nonet/source";

export interface Sentence {
  /** The element, in the document's own words: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}
