/**
 * What a record was before a change that doesn't touch it and yet reaches it: a line that is lowered lowers its order's total,
 * and a rule at the order asks for `old`.
 *
 * Which records are reached is known only when the change is done, and then they are others already. So the run ends there
 * as one that lacks an answer does, and the next reads them before its first step.
 */
import { descend, wholeRecordQuery } from "@nonet/database";
import type { Rule } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";
import { Unanswered } from "./retry-state.ts";

/** Before the first step of a run: what the runs before it have wanted. */
export async function readFormer(work: ChangeContext): Promise<void> {
  const wanted = [...work.memory.wanted];
  for (const entity of new Set(wanted.map(([, of]) => of))) {
    const ids = wanted.filter(([, of]) => of === entity).map(([id]) => id);
    for (const id of ids) work.former.set(id, null);
    for (const { record } of await work.connection.rows(wholeRecordQuery(work.product, entity, ids))) work.former.set(record.id, record);
  }
}

/** Ends the run where it isn't known of one what it was. */
export function wantFormer(work: ChangeContext, entity: string, ids: readonly string[]): void {
  const lacking = ids.filter((id) => !work.touched.has(id) && !work.former.has(id));
  if (lacking.length === 0) return;
  for (const id of lacking) work.memory.wanted.set(id, entity);
  throw new Unanswered();
}

/** As each was before the change, where the rule asks for that. */
export function formerOf(work: ChangeContext, { entity, holds }: Rule, ids: readonly string[]): Readonly<Record<string, Row | null>> {
  if (asksForOld(holds)) wantFormer(work, entity, ids);
  return Object.fromEntries(ids.map((id) => [id, formerly(work, id)]));
}

export const formerly = (work: ChangeContext, id: string): Row | null => work.touched.get(id)?.before ?? work.former.get(id) ?? null;

const known = new WeakMap<Rule["holds"], boolean>();

function asksForOld(holds: Rule["holds"]): boolean {
  const before = known.get(holds);
  if (before !== undefined) return before;
  const asks = descend(holds).some((e) => e.kind === "variable" && e.name === "old");
  known.set(holds, asks);
  return asks;
}
