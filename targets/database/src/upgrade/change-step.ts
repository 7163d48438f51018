/** A step of a change of version: its SQL, its sentence, and what it would lose. */
import type { Part } from "../tables/part.ts";

export interface ChangeStep {
  readonly sql: string;
  readonly sentence: string;
  readonly loses: string | null;
  /** Returns a row for each value that would be lost, over the tables of the previous version; without rows nothing is lost. */
  readonly losesOnly?: string;
  /** The entity of those rows in the previous version. */
  readonly of?: string;
  /** The constraint or index that it adds, for which there may be a way that locks its table for less time. */
  readonly adds?: Part;
  /** Only changes how fast something is found. */
  readonly isIndex?: boolean;
}

export const step = (sql: string, sentence: string, loses: string | null = null, more: Pick<ChangeStep, "losesOnly" | "of" | "adds" | "isIndex"> = {}): ChangeStep => ({
  sql,
  sentence,
  loses,
  ...more,
});
