import type { Part } from "../tables/part.ts";

export interface ChangeStep {
  readonly sql: string;
  readonly sentence: string;
  readonly loses: string | null;
  /** Gives a row for each value that would be lost, over the tables as they were; where it gives none, nothing is. */
  readonly losesOnly?: string;
  /** The entity of those rows, in the former version. */
  readonly of?: string;
  /** The part that comes with it: there are ways of adding it that hold its table for less long. */
  readonly adds?: Part;
}

export const step = (sql: string, sentence: string, loses: string | null = null, more: Pick<ChangeStep, "losesOnly" | "of" | "adds"> = {}): ChangeStep => ({
  sql,
  sentence,
  loses,
  ...more,
});
