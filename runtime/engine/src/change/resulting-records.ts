/** What the changed records are after the change so far. */
import { type Changed, wholeRecordQuery } from "@nonet/database";
import type { ChangeContext, ChangedRecord } from "./change-context.ts";

export async function readResults(context: ChangeContext): Promise<void> {
  for (const [entity, records] of byEntity(context)) {
    const ids = records.filter((record) => record.kind !== "deleted").map((record) => record.id);
    if (ids.length === 0) continue;
    for (const row of await context.connection.rows(wholeRecordQuery(context.product, entity, ids))) {
      const changed = context.changed.get(row["record"].id as string);
      if (changed) changed.after = row["record"];
    }
  }
}

export function byEntity(context: ChangeContext): Map<string, ChangedRecord[]> {
  const found = new Map<string, ChangedRecord[]>();
  for (const record of context.changed.values()) found.set(record.entity, [...(found.get(record.entity) ?? []), record]);
  return found;
}

/** The record before and after, for queries over what a change affects; a deleted record is null after it. */
export const changeOf = (record: ChangedRecord): Changed => ({
  entity: record.entity,
  id: record.id,
  before: record.before,
  after: record.kind === "deleted" ? null : record.after,
});
