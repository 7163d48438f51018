import type { Severity } from "@nonet/source";

export interface Entry {
  readonly severity: Severity;
  /** Why it is said and what to do; the reference page is made from it. */
  readonly explanation: string;
}
