/** Where statements run: the record that `this` is, the action that runs, and the names that statements have bound. */
import type { Reader } from "@nonet/database";
import type { Refusal } from "../contract/outcome.ts";

export interface StatementScope {
  readonly entity: string | null;
  readonly id: string | null;
  readonly action: string;
  readonly others: Readonly<Record<string, unknown>>;
  /** Expressions read only what this reader may read: set for an offered call. Absent: everything. */
  readonly reader?: Reader;
  /** The answer of an `end with` that has run: no further statement runs. */
  readonly ended?: Refusal;
}
