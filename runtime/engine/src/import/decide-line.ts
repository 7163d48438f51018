/** Decides a line of an import on values at hand, as a single change is (decision 0017). */
import { grantedAlways, isWrittenAtOnce, lockQuery } from "@nonet/database";
import { readerOf } from "../change/actor-reader.ts";
import { beginChange, type ChangeContext } from "../change/change-context.ts";
import { connectionOver, type LocalRun, NotAtHand } from "../change/local-run.ts";
import { newRetryState } from "../change/retry-state.ts";
import type { Row } from "../connection/contract.ts";
import type { ImportLine } from "../contract/import.ts";
import type { Change, Refusal } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import type { NumberSource } from "../numbers/number-source.ts";
import { type Performed, performedBy } from "../perform/performed.ts";
import { isUnchanged, supported } from "../perform/write-history.ts";
import { type Decided, decide } from "../person-changes/decide.ts";
import { isWorthTrying, noteTried } from "../person-changes/local-attempts.ts";
import { changeOfLine, type Import, mayReadKnown } from "./import-line.ts";

/** A line whose record is decided and not written so far. */
export interface DecidedLine {
  /** Its place among the lines. */
  readonly at: number;
  readonly line: ImportLine;
  readonly numbers: NumberSource;
  readonly id: string;
  /** `null`: nothing is to be written. */
  readonly kind: "create" | "update" | null;
  readonly before: Row | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly inPlaceOf: string | null;
  readonly hasHistory: boolean;
  readonly performed: Performed;
}

type Given = Pick<DecidedLine, "at" | "line" | "numbers">;

/** Null where the line has to run by itself. A refusal here is about what the line says, before anything is changed. */
export async function decideLine(task: Import, given: Given): Promise<DecidedLine | { readonly refusal: Refusal } | null> {
  const { product, actor, entity } = task;
  if (actor.kind !== "person") return null;
  try {
    const change = await changeOfLine(connectionOver([]), task, given.line);
    if (!change.ok) return { refusal: change.refusal };
    return isWrittenAtOnce(product, entity, change.value.kind) ? await decideChange(task, given, change.value) : null;
  } catch (error) {
    if (error instanceof NotAtHand) return null;
    throw error;
  }
}

async function decideChange(task: Import, given: Given, change: Extract<Change, { kind: "create" | "update" }>): Promise<DecidedLine | null> {
  const { product, actor, options, references } = task;
  const known = change.kind === "create" ? [] : lockedRow(task, given.line, change.id);
  if (!known || !isWorthTrying(product, actor, change)) return null;
  const local: LocalRun = { references: [], writes: [], isReadBack: true };
  const context = beginChange(connectionOver(known), product, actor, { ...options, retry: newRetryState(given.numbers), runStatements, local });
  const decided = await decide(context, change);
  if (decided !== "refused") noteTried(product, actor, change, typeof decided === "object");
  if (typeof decided !== "object" || !local.references.every((one) => references.isVisible(one.entity, one.id))) return null;
  return change.kind === "create" && !decided.write ? null : decidedLine(task, given, context, decided);
}

/** The record as it is locked already; null where only the database can tell whether the actor may read it. */
function lockedRow({ product, actor, entity, known }: Import, line: ImportLine, id: string) {
  const row = known?.of(line)?.row;
  const reader = readerOf(actor);
  if (row?.["id"] !== id || !mayReadKnown(product, reader, entity, row)) return null;
  return [{ query: lockQuery(product, entity.name, id, grantedAlways(product, reader, entity.name, "read") ? null : reader), rows: [{ ...row, visible: true }] }];
}

function decidedLine({ actor, entity }: Import, given: Given, context: ChangeContext, { id, record, write }: Decided): DecidedLine {
  const created = write?.kind === "create";
  return {
    ...given,
    id,
    kind: write?.kind ?? null,
    before: record.before,
    values: write?.values ?? {},
    action: record.actions.join(", "),
    inPlaceOf: context.inPlaceOf.get(id) ?? supported(actor),
    hasHistory: entity.history !== false && !isUnchanged(record),
    performed: { ...performedBy(context, entity.name, id), changed: [created ? { ...record, after: null } : record], after: null },
  };
}
