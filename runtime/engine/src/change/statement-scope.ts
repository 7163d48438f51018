import type { Reader } from "@nonet/database";

/** The record that `this` is, the action that runs, and the names bound so far. */
export interface StatementScope {
  readonly entity: string | null;
  readonly id: string | null;
  readonly action: string;
  readonly others: Readonly<Record<string, unknown>>;
  /** Whose sight the expressions have: an offered call sees what the asker may see. Absent: everything is seen. */
  readonly reader?: Reader;
}
