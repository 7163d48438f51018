/**
 * What a record was before a change that affects it without writing it: a line that is lowered lowers its order's total,
 * and a rule on the order compares it with `old`.
 *
 * Which records are affected is known only when the change is done, and then they are different already. The run ends there,
 * and the next run reads them before its first write.
 */
import { descend, wholeRecordQuery } from "@nonet/database";
import type { Rule } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";
import { RunAgain } from "./retry-state.ts";

/** Before the first write of a run: reads the records that earlier runs have asked for. */
export async function readPreviousRecords(context: ChangeContext): Promise<void> {
  const wanted = [...context.retry.wanted];
  for (const entity of new Set(wanted.map(([, of]) => of))) {
    const ids = wanted.filter(([, of]) => of === entity).map(([id]) => id);
    for (const id of ids) context.previous.set(id, null);
    for (const { record } of await context.connection.rows(wholeRecordQuery(context.product, entity, ids))) context.previous.set(record.id, record);
  }
}

/** Ends the run where one of these records wasn't read before the change. */
export function needPrevious(context: ChangeContext, entity: string, ids: readonly string[]): void {
  const unknown = ids.filter((id) => !context.changed.has(id) && !context.previous.has(id));
  if (unknown.length === 0) return;
  for (const id of unknown) context.retry.wanted.set(id, entity);
  throw new RunAgain();
}

/** The records as they were before the change, by id, where the rule compares them with `old`. */
export function previousFor(context: ChangeContext, { entity, holds }: Rule, ids: readonly string[]): Readonly<Record<string, Row | null>> {
  if (readsOld(holds)) needPrevious(context, entity, ids);
  return Object.fromEntries(ids.map((id) => [id, previousRecord(context, id)]));
}

export const previousRecord = (context: ChangeContext, id: string): Row | null => context.changed.get(id)?.before ?? context.previous.get(id) ?? null;

const answers = new WeakMap<Rule["holds"], boolean>();

function readsOld(holds: Rule["holds"]): boolean {
  const known = answers.get(holds);
  if (known !== undefined) return known;
  const reads = descend(holds).some((e) => e.kind === "variable" && e.name === "old");
  answers.set(holds, reads);
  return reads;
}
