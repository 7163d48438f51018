/** A step that follows by itself and is taken back to a savepoint: what has been noted of it goes with what it has written. */
import type { Row } from "../connection/contract.ts";
import type { ChangedRecord, Warning, ChangeContext } from "./change-context.ts";

/** What each record was when it was last looked at. */
export type Seen = Map<string, Row | null>;

/** What is noted of a change so far, which a savepoint of the database doesn't hold. */
export interface Kept {
  readonly seen: readonly (readonly [string, Row | null])[];
  readonly touched: readonly (readonly [string, ChangedRecord])[];
  readonly errors: number;
  readonly warnings: readonly Warning[];
  readonly outbox: number;
  readonly forgotten: readonly (readonly [string, Set<string>])[];
  readonly depth: number;
}

export const keep = (work: ChangeContext, seen: Seen): Kept => ({
  seen: [...seen],
  touched: [...work.touched].map(([id, t]) => [id, copyOf(t)]),
  errors: work.errors.length,
  warnings: [...work.warnings],
  outbox: work.outbox.length,
  forgotten: [...work.forgotten],
  depth: work.depth,
});

const copyOf = (t: ChangedRecord): ChangedRecord => ({ ...t, actions: [...t.actions], askedOn: new Map(t.askedOn), ...(t.secrets ? { secrets: new Set(t.secrets) } : {}) });

export function giveBack(work: ChangeContext, seen: Seen, kept: Kept): void {
  seen.clear();
  for (const [id, row] of kept.seen) seen.set(id, row);
  work.touched.clear();
  for (const [id, t] of kept.touched) work.touched.set(id, copyOf(t));
  work.errors.length = kept.errors;
  work.warnings.splice(0, work.warnings.length, ...kept.warnings);
  work.outbox.length = kept.outbox;
  work.forgotten.clear();
  for (const [id, keys] of kept.forgotten) work.forgotten.set(id, keys);
  work.decided.clear();
  work.depth = kept.depth;
}
