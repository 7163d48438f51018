/** The history of a record as its reader may see it. */
import { historyQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { HistoryEntry } from "../contract/reads.ts";
import { done } from "../refusals/refusal.ts";
import { findRecord } from "./read-record.ts";
import { visibleHistory } from "./visible-history.ts";

export async function readHistory(running: Running, actor: Actor, entityName: string, id: string): Promise<Outcome<readonly HistoryEntry[]>> {
  const visible = await findRecord(running, actor, entityName, id);
  if (!visible.ok) return visible;
  const rows = await running.database.rows(historyQuery(running.product, readerOf(actor), entityName, visible.value.id));
  const entries = rows.map((r): HistoryEntry => ({
    at: r["at"],
    by: r["by"],
    ...(r["by"] === null && r["by_person"] ? { bySomebody: true as const } : {}),
    ...(r["in_place_of"] ? { inPlaceOf: r["in_place_of"] } : {}),
    action: r["action"],
    changes: [
      ...changesOf(r["before"] ?? {}, r["after"] ?? {}),
      ...((r["secrets"] as string[] | undefined) ?? []).map((field) => ({ field, before: null, after: null, secret: true as const })),
    ],
    specification: r["specification"],
  }));
  return done(await visibleHistory(running, readerOf(actor), entityOf(running.product, entityName)!, entries));
}

/** Keys that change with every write. */
const bookkeeping = new Set(["id", "version", "updatedAt", "createdAt", "createdBy"]);

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): { field: string; before: unknown; after: unknown }[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((k) => !bookkeeping.has(k) && JSON.stringify(before[k] ?? null) !== JSON.stringify(after[k] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
