import type { ChangedRecord } from "../change/change-context.ts";
import type { Row } from "../connection/contract.ts";

export interface Performed {
  /** The record the change was about. */
  readonly id: string;
  readonly entity: string;
  readonly changed: readonly ChangedRecord[];
  /** What it is now, with the system's sight. */
  readonly after: Row | null;
  /** What `answered` gave behind the commit, or before a dry run was taken back; absent where nothing was asked. */
  readonly answer?: readonly Row[];
  /** Secret keys that were just made, by JSON key: shown this once. */
  readonly plainSecrets: Readonly<Record<string, string>>;
  /** True where an idempotency key gave an earlier answer. */
  readonly repeated: boolean;
}
