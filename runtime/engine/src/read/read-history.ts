/** The history of a record as its reader may see it. */
import { commentEventsQuery, historyQuery } from "@nonet/database";
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
  const entity = entityOf(running.product, entityName)!;
  const changes = await visibleHistory(running, readerOf(actor), entity, entries);
  if (!entity.comments || !entity.history || actor.kind === "anyone") return done(changes);
  return done(merged(changes, await commentEntries(running, actor, entityName, visible.value.id)));
}

const wordOf = { written: "Comment", edited: "Edit comment", deleted: "Delete comment" } as const;

/** Who wrote, edited and deleted comments, without their texts (default 208). */
async function commentEntries(running: Running, actor: Actor, entityName: string, id: string): Promise<readonly HistoryEntry[]> {
  const rows = await running.database.rows(commentEventsQuery(running.product, readerOf(actor), entityName, id));
  return rows.map((r) => ({
    at: r["at"],
    by: r["by"],
    ...(r["by"] === null ? { bySomebody: true as const } : {}),
    action: wordOf[r["what"] as keyof typeof wordOf],
    changes: [],
    specification: r["specification"],
  }));
}

/** Both latest first; each keeps its own order where moments are equal. */
function merged(first: readonly HistoryEntry[], second: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const rest = [...second];
  const since = ({ at }: HistoryEntry): HistoryEntry[] => {
    const end = rest.findIndex((each) => Date.parse(each.at) < Date.parse(at));
    return rest.splice(0, end === -1 ? rest.length : end);
  };
  return [...first.flatMap((entry) => [...since(entry), entry]), ...rest];
}

/** Keys that change with every write. */
const bookkeeping = new Set(["id", "version", "updatedAt", "createdAt", "createdBy"]);

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): { field: string; before: unknown; after: unknown }[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((k) => !bookkeeping.has(k) && JSON.stringify(before[k] ?? null) !== JSON.stringify(after[k] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
