import { type Changed, wholeRecordQuery } from "@nonet/database";
import type { ChangeContext, ChangedRecord } from "./change-context.ts";

/** What each touched record has become. */
export async function readResults(context: ChangeContext): Promise<void> {
  for (const [entity, list] of byEntity(context)) {
    const ids = list.filter((t) => t.kind !== "deleted").map((t) => t.id);
    if (ids.length === 0) continue;
    for (const row of await context.connection.rows(wholeRecordQuery(context.product, entity, ids))) {
      const touched = context.changed.get(row["record"].id as string);
      if (touched) touched.after = row["record"];
    }
  }
}

export function byEntity(context: ChangeContext): Map<string, ChangedRecord[]> {
  const found = new Map<string, ChangedRecord[]>();
  for (const touched of context.changed.values()) found.set(touched.entity, [...(found.get(touched.entity) ?? []), touched]);
  return found;
}

/** What it was and is; a record that is gone is nothing. */
export const changeOf = (t: ChangedRecord): Changed => ({ entity: t.entity, id: t.id, before: t.before, after: t.kind === "deleted" ? null : t.after });
