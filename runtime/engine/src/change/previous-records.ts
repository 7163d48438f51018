/**
 * What a record was before a change that doesn't touch it and yet reaches it: a line that is lowered lowers its order's total,
 * and a rule at the order asks for `old`.
 *
 * Which records are reached is known only when the change is done, and then they are others already. So the run ends there
 * as one that lacks an answer does, and the next reads them before its first step.
 */
import { descend, wholeRecordQuery } from "@nonet/database";
import type { Entity, Rule } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";
import { Unanswered } from "./retry-state.ts";

/** Before the first step of a run: what the runs before it have wanted. */
export async function readPreviousRecords(context: ChangeContext): Promise<void> {
  const wanted = [...context.retry.wanted];
  for (const entity of new Set(wanted.map(([, of]) => of))) {
    const ids = wanted.filter(([, of]) => of === entity).map(([id]) => id);
    for (const id of ids) context.previous.set(id, null);
    for (const { record } of await context.connection.rows(wholeRecordQuery(context.product, entity, ids))) context.previous.set(record.id, record);
  }
}

/** Ends the run where it isn't known of one what it was. */
export function needPrevious(context: ChangeContext, entity: string, ids: readonly string[]): void {
  const lacking = ids.filter((id) => !context.changed.has(id) && !context.previous.has(id));
  if (lacking.length === 0) return;
  for (const id of lacking) context.retry.wanted.set(id, entity);
  throw new Unanswered();
}

/** As each was before the change, where the rule asks for that. */
export function previousFor(context: ChangeContext, { entity, holds }: Rule, ids: readonly string[]): Readonly<Record<string, Row | null>> {
  if (asksForOld(holds)) needPrevious(context, entity, ids);
  return Object.fromEntries(ids.map((id) => [id, previousRecord(context, id)]));
}

/** Whether a rule or an event of this entity compares what a record was with what it is. */
export const comparesPrevious = ({ product }: ChangeContext, { name, events }: Entity): boolean =>
  events.some((e) => e.on === "change") || product.rules.some((r) => r.entity === name && asksForOld(r.holds));

export const previousRecord = (context: ChangeContext, id: string): Row | null => context.changed.get(id)?.before ?? context.previous.get(id) ?? null;

const known = new WeakMap<Rule["holds"], boolean>();

function asksForOld(holds: Rule["holds"]): boolean {
  const before = known.get(holds);
  if (before !== undefined) return before;
  const asks = descend(holds).some((e) => e.kind === "variable" && e.name === "old");
  known.set(holds, asks);
  return asks;
}
