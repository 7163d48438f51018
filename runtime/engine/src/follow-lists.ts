/**
 * Decisions whose people other records name (`all of panel.members`): a change there may complete one, or leave nobody to
 * decide it. They are noted to be looked at again, as for people (wake-decisions.ts): each in a change of its own.
 */
import { deciding } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import { writtenOf } from "./judge.ts";
import type { Work } from "./work.ts";

/** In the same transaction. What the change has looked at itself is left out. */
export async function followLists(work: Work): Promise<void> {
  for (const machine of work.product.machines)
    for (const action of machine.actions) {
      const ids = action.decision ? await reached(work, machine, action) : [];
      if (ids === null || ids.length > 0) await note(work, machine, action, ids);
    }
}

/** Null: it may be any. */
async function reached({ connection, product, touched }: Work, machine: Machine, action: Action): Promise<readonly string[] | null> {
  const ids = new Set<string>();
  for (const { all, query } of deciding.reachedBy(product, machine, action, [...touched.values()].map(writtenOf))) {
    if (all) return null;
    for (const row of query ? await connection.rows(query) : []) ids.add(row["id"] as string);
  }
  return [...ids];
}

async function note({ connection, product, decided }: Work, machine: Machine, action: Action, ids: readonly string[] | null): Promise<void> {
  const open = (await connection.rows(deciding.openFor(product, machine, action, ids))).map((row) => row["id"] as string);
  const left = open.filter((id) => !decided.has(decisionKey(action, id)));
  if (left.length > 0) await connection.later(deciding.waking.note(machine.entity, left));
}

/** Under which a change keeps which decisions it has looked at. */
export const decisionKey = (action: Action, id: string): string => `decision ${action.name} ${id}`;
