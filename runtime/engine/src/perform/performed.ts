/** What a change has come to, for those who publish or answer it. */
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { Refusal } from "../contract/outcome.ts";
import type { Row } from "../connection/contract.ts";

export interface Performed {
  /** The record that the change is about. */
  readonly id: string;
  readonly entity: string;
  readonly changed: readonly ChangedRecord[];
  /** The whole record after the change, with nothing hidden. */
  readonly after: Row | null;
  /** What the answer query returned, after the commit or before a dry run was rolled back; absent where it wasn't sent. */
  readonly answer?: readonly Row[];
  /** New secret keys in plain text by JSON key: shown this once. */
  readonly plainSecrets: Readonly<Record<string, string>>;
  /** True where an idempotency key repeats an earlier answer. */
  readonly repeated: boolean;
  /** The answer of an `end with`. */
  readonly ended?: Refusal;
}

export const performedBy = (context: ChangeContext, entity: string, id: string): Performed => ({
  id,
  entity,
  changed: [...context.changed.values()],
  after: context.changed.get(id)?.after ?? null,
  plainSecrets: context.plainSecrets.get(id) ?? {},
  repeated: false,
  ...(context.ended ? { ended: context.ended } : {}),
});

export const repeatedChange = (entity: string, id: string): Performed => ({ id, entity, changed: [], after: null, plainSecrets: {}, repeated: true });
