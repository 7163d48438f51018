/** The compiler's catalogue of diagnostics: undeclared codes can't be raised. */
import type { Severity } from "@nonet/source";

export interface Entry {
  readonly severity: Severity;
  /** Why it is said and what to do; the reference page is made from it. */
  readonly explanation: string;
}

export const catalogue = {
  "not-supported-yet": { severity: "error", explanation: "The notation has this statement, but this version can't enforce it yet, so it refuses it rather than ignore it. Remove it, or mark it as prose by taking it out of the list or table." },
  "unknown-attribute": { severity: "error", explanation: "The line looks like an attribute, but there is none of that name here. Use the nearest one named in the message, or write it as prose without the bullet." },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;
