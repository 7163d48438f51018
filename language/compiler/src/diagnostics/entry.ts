/** An entry of the catalogue of diagnostics. */
import type { Severity } from "@nonet/source";

export interface Entry {
  readonly severity: Severity;
  /** What is wrong, why it matters and how to fix it; docs/diagnostics.md is generated from it. */
  readonly explanation: string;
}
