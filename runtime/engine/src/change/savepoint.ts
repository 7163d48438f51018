/** The part of a change's context that a savepoint of the database doesn't hold: taken before a step, restored where the step is rolled back. */
import type { Row } from "../connection/contract.ts";
import type { ChangeContext, ChangedRecord, Warning } from "./change-context.ts";

/** What each record was when its events were last checked. */
export type LastSeen = Map<string, Row | null>;

export interface Snapshot {
  readonly seen: readonly (readonly [string, Row | null])[];
  readonly changed: readonly (readonly [string, ChangedRecord])[];
  readonly errors: number;
  readonly warnings: readonly Warning[];
  readonly outbox: number;
  readonly forgotten: readonly (readonly [string, Set<string>])[];
  readonly depth: number;
}

export const takeSnapshot = (context: ChangeContext, seen: LastSeen): Snapshot => ({
  seen: [...seen],
  changed: [...context.changed].map(([id, record]) => [id, copyOf(record)]),
  errors: context.errors.length,
  warnings: [...context.warnings],
  outbox: context.outbox.length,
  forgotten: [...context.forgotten],
  depth: context.depth,
});

const copyOf = (record: ChangedRecord): ChangedRecord => ({
  ...record,
  actions: [...record.actions],
  inputsByAction: new Map(record.inputsByAction),
  ...(record.secrets ? { secrets: new Set(record.secrets) } : {}),
});

export function restoreSnapshot(context: ChangeContext, seen: LastSeen, snapshot: Snapshot): void {
  seen.clear();
  for (const [id, row] of snapshot.seen) seen.set(id, row);
  context.changed.clear();
  for (const [id, record] of snapshot.changed) context.changed.set(id, copyOf(record));
  context.errors.length = snapshot.errors;
  context.warnings.splice(0, context.warnings.length, ...snapshot.warnings);
  context.outbox.length = snapshot.outbox;
  context.forgotten.clear();
  for (const [id, keys] of snapshot.forgotten) context.forgotten.set(id, keys);
  context.checkedDecisions.clear();
  context.depth = snapshot.depth;
}
