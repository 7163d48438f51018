/** One vote of a decision. */

export interface Vote {
  readonly round: number;
  readonly step: number | null;
  readonly by: string;
  /** Whose vote it is: the represented person, else the one who cast it. */
  readonly person: string;
  readonly inPlaceOf: string | null;
  readonly kind: "yes" | "no" | "abstain" | "proposal";
  readonly at: string;
  /** The input that came with it, by JSON key. */
  readonly input: Readonly<Record<string, unknown>> | null;
}
