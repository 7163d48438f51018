/** A step that follows by itself and is taken back to a savepoint: what has been noted of it goes with what it has written. */
import type { Row } from "../connection/contract.ts";
import type { ChangeContext, ChangedRecord, Warning } from "./change-context.ts";

/** What each record was when it was last looked at. */
export type LastSeen = Map<string, Row | null>;

/** What is noted of a change so far, which a savepoint of the database doesn't hold. */
export interface Snapshot {
  readonly seen: readonly (readonly [string, Row | null])[];
  readonly touched: readonly (readonly [string, ChangedRecord])[];
  readonly errors: number;
  readonly warnings: readonly Warning[];
  readonly outbox: number;
  readonly forgotten: readonly (readonly [string, Set<string>])[];
  readonly depth: number;
}

export const takeSnapshot = (context: ChangeContext, seen: LastSeen): Snapshot => ({
  seen: [...seen],
  touched: [...context.changed].map(([id, t]) => [id, copyOf(t)]),
  errors: context.errors.length,
  warnings: [...context.warnings],
  outbox: context.outbox.length,
  forgotten: [...context.forgotten],
  depth: context.depth,
});

const copyOf = (t: ChangedRecord): ChangedRecord => ({
  ...t,
  actions: [...t.actions],
  inputsByAction: new Map(t.inputsByAction),
  ...(t.secrets ? { secrets: new Set(t.secrets) } : {}),
});

export function restoreSnapshot(context: ChangeContext, seen: LastSeen, kept: Snapshot): void {
  seen.clear();
  for (const [id, row] of kept.seen) seen.set(id, row);
  context.changed.clear();
  for (const [id, t] of kept.touched) context.changed.set(id, copyOf(t));
  context.errors.length = kept.errors;
  context.warnings.splice(0, context.warnings.length, ...kept.warnings);
  context.outbox.length = kept.outbox;
  context.forgotten.clear();
  for (const [id, keys] of kept.forgotten) context.forgotten.set(id, keys);
  context.checkedDecisions.clear();
  context.depth = kept.depth;
}
