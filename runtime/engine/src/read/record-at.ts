/** A record as it was at a moment: what the history kept of the last change until then, cut to what its reader may see today. */
import { historyQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { readRecord } from "./read-record.ts";
import { seenValues } from "./visible-history.ts";

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** `at` an instant. Computed values are those of the record's last change by then. */
export async function readRecordAt(running: Running, actor: Actor, entity: string, id: string, at: string): Promise<Outcome<VisibleRecord>> {
  const moment = instant.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(moment)) return refuse("malformed", problem("invalid-value", "at is an instant such as 2026-03-01T09:00:00Z.", { field: "at" }));
  const seen = await readRecord(running, actor, entity, id);
  if (!seen.ok) return seen;
  const rows = await running.database.rows(historyQuery(running.product, readerOf(actor), entity, seen.value.id));
  const then = rows.find((row) => Date.parse(String(row["at"])) <= moment);
  const told = async (values: unknown): Promise<Outcome<VisibleRecord>> =>
    done((await seenValues(running, readerOf(actor), entityOf(running.product, entity)!, values as Record<string, unknown>)) as unknown as VisibleRecord);
  if (then) return then["after"] === null ? notFound(entity) : told(then["after"]);
  if (rows.length === 0 && entityOf(running.product, entity)?.history !== false && Number(seen.value["version"]) > 1)
    return notPermitted("What this was is in its history, which you may not read.");
  // Nothing until then in the history: before the first change that it holds, if the record was there.
  if (!(Date.parse(String(seen.value["createdAt"])) <= moment)) return notFound(entity);
  const before: unknown = rows.at(-1)?.["before"];
  return before ? told(before) : done(seen.value);
}
