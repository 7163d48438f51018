/**
 * Decisions whose people other records name (`all of panel.members`): a change there may complete one, or leave nobody to
 * decide it. They are noted to be looked at again, as for people (wake-decisions.ts): each in a change of its own.
 */
import { decisionStatements, system } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import type { ChangedRecord, ChangeContext } from "../change/change-context.ts";
import { type Standing, standsIn } from "../change/pending-decisions.ts";
import { writtenOf } from "../change/resulting-records.ts";

/** In the same transaction. What the change has looked at itself is left out. */
export async function followLists(work: ChangeContext): Promise<void> {
  for (const machine of work.product.machines)
    for (const action of machine.actions) {
      const ids = action.decision ? await reached(work, machine, action) : [];
      if (ids === null || ids.length > 0) await note(work, machine, action, ids);
    }
}

/** Null: it may be any. */
async function reached({ connection, product, touched }: ChangeContext, machine: Machine, action: Action): Promise<readonly string[] | null> {
  const ids = new Set<string>();
  for (const { all, query } of decisionStatements.reachedBy(product, machine, action, [...touched.values()].map(writtenOf))) {
    if (all) return null;
    for (const row of query ? await connection.rows(query) : []) ids.add(row["id"] as string);
  }
  return [...ids];
}

async function note({ connection, product, decided }: ChangeContext, machine: Machine, action: Action, ids: readonly string[] | null): Promise<void> {
  const open = (await connection.rows(decisionStatements.open(product, machine, action, ids))).map((row) => row["id"] as string);
  const left = open.filter((id) => !decided.has(decisionKey(action, id)));
  if (left.length > 0) await connection.later(decisionStatements.reevaluations.note(machine.entity, left));
}

/** Under which a change keeps which decisions it has looked at. */
export const decisionKey = (action: Action, id: string): string => `decision ${action.name} ${id}`;

/** What a change of people brings with it besides rules and events: sessions end, and decisions are noted to be looked at again (wake-decisions.ts). */

/** What follows, in the same transaction, from a person's being shut out, coming back or having other roles. */
export async function followPeople(work: ChangeContext): Promise<void> {
  const others = [...work.touched.values()].filter((t) => t.entity === "User" && t.before !== null && isOther(t));
  for (const touched of others) {
    if (touched.after?.["active"] !== true) await work.connection.rows(system.endSessionsOf(touched.id));
    const stood: readonly Standing[] = [...(work.stoodIn.get(touched.id) ?? []), ...(await standsIn(work.connection, work.product, touched.id))];
    for (const entity of new Set(stood.map((s) => s.entity)))
      await work.connection.rows(
        decisionStatements.reevaluations.note(
          entity,
          stood.filter((s) => s.entity === entity).map((s) => s.id),
        ),
      );
  }
}

const isOther = (t: ChangedRecord): boolean => t.kind === "deleted" || ["active", "roles"].some((key) => JSON.stringify(t.before?.[key]) !== JSON.stringify(t.after?.[key]));
