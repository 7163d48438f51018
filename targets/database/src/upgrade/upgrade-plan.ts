/** The plan of a change of version. */
import type { ShadowColumn } from "../conversion/shadow-column.ts";
import type { ChangeStep } from "./change-step.ts";

/** A step while the product runs; with `fills`, it is done in batches. */
export interface BackgroundStep extends ChangeStep {
  readonly fills?: readonly ShadowColumn[];
}

export interface UpgradePlan {
  readonly shadowColumns: readonly ShadowColumn[];
  readonly before: readonly BackgroundStep[];
  /** First in the transaction, so that nobody writes a removed value or state meanwhile. */
  readonly locks: readonly string[];
  readonly switchover: readonly ChangeStep[];
  readonly after: readonly ChangeStep[];
}

/** What only one of several processes on a database does at a time: the start, and builds in the background. */
export type ProcessLock = "start" | "build";
