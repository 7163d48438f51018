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
  /** One statement has written all of it: nothing was put into the outbox. */
  readonly isAtOnce?: true;
  /** Where an idempotency key repeats an earlier request: its answer. */
  readonly repeats?: FirstAnswer;
  /** The answer of an `end with`. */
  readonly ended?: Refusal;
}

export const performedBy = (context: ChangeContext, entity: string, id: string): Performed => ({
  id,
  entity,
  changed: [...context.changed.values()],
  after: context.changed.get(id)?.after ?? null,
  plainSecrets: context.plainSecrets.get(id) ?? {},
  ...(context.ended ? { ended: context.ended } : {}),
});

/** The answer to the first request with an idempotency key, as its actor got it; null where the actor couldn't read the record, or it has been forgotten since. */
export interface FirstAnswer {
  readonly record: Readonly<Record<string, unknown>> | null;
}

export const repeatedChange = (entity: string, id: string, repeats: FirstAnswer): Performed => ({ id, entity, changed: [], after: null, plainSecrets: {}, repeats });
