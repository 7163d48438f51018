import type { ShadowColumn } from "../conversion/shadow-column.ts";
import type { ChangeStep } from "./change-step.ts";

/** A step beside the running product; with `fills`, it is done a few records at a time. */
export interface BackgroundStep extends ChangeStep {
  readonly fills?: readonly ShadowColumn[];
}

export interface UpgradePlan {
  readonly shadowColumns: readonly ShadowColumn[];
  readonly before: readonly BackgroundStep[];
  /** First of all in the transaction: nobody may write a value or a state that is gone behind its back. */
  readonly locks: readonly string[];
  readonly switchover: readonly ChangeStep[];
  readonly after: readonly ChangeStep[];
}

/** What of several processes on one database one does at a time: what a start must have done, and what is built beside. */
export type ProcessLock = "start" | "build";
