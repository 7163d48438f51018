/**
 * Pending decisions that a change affects without voting on them. Other records may name who decides (`all of panel.members`),
 * and an account may be deactivated or change roles. In the same transaction they are noted for re-evaluation
 * (perform/reevaluate-decisions.ts), each in a change of its own.
 */
import { decisionStatements, system } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { type PendingDecision, pendingDecisionsOf } from "../change/pending-decisions.ts";
import { changeOf } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";

/** Decisions whose people other records name. Decisions that the change has checked itself are left out. */
export async function noteDecisionsOfLists(context: ChangeContext): Promise<void> {
  for (const machine of context.product.machines)
    for (const action of machine.actions) {
      const ids = action.decision ? await affectedIds(context, machine, action) : [];
      if (ids === null || ids.length > 0) await note(context, machine, action, ids);
    }
}

/** Null: it may be any. */
async function affectedIds({ connection, product, changed }: ChangeContext, machine: Machine, action: Action): Promise<readonly string[] | null> {
  const ids = new Set<string>();
  for (const { all, query } of decisionStatements.reachedBy(product, machine, action, [...changed.values()].map(changeOf))) {
    if (all) return null;
    for (const row of query ? await connection.rows(query) : []) ids.add(row["id"] as string);
  }
  return [...ids];
}

async function note({ connection, product, checkedDecisions }: ChangeContext, machine: Machine, action: Action, ids: readonly string[] | null): Promise<void> {
  const open = (await connection.rows(decisionStatements.open(product, machine, action, ids))).map((row) => row["id"] as string);
  const left = open.filter((id) => !checkedDecisions.has(decisionKey(action, id)));
  if (left.length > 0) await connection.later(decisionStatements.reevaluations.note(machine.entity, left));
}

/** The key of a decision in `context.checkedDecisions`. */
export const decisionKey = (action: Action, id: string): string => `decision ${action.name} ${id}`;

/** Decisions of people whose account was deactivated or reactivated, or whose roles changed. The sessions of deactivated accounts end. */
export async function noteDecisionsOfPeople(context: ChangeContext): Promise<void> {
  const people = [...context.changed.values()].filter((record) => record.entity === "User" && record.before !== null && hasOtherAccess(record));
  for (const person of people) {
    if (person.after?.["active"] !== true) await context.connection.rows(system.endSessionsOf(person.id));
    const now = await pendingDecisionsOf(context.connection, context.product, person.id);
    const pending: readonly PendingDecision[] = [...(context.pendingDecisions.get(person.id) ?? []), ...now];
    for (const entity of new Set(pending.map((p) => p.entity))) {
      const ids = pending.filter((p) => p.entity === entity).map((p) => p.id);
      await context.connection.rows(decisionStatements.reevaluations.note(entity, ids));
    }
  }
}

const hasOtherAccess = (record: ChangedRecord): boolean => record.kind === "deleted" || ["active", "roles"].some((key) => !isSame(record.before?.[key], record.after?.[key]));
