/** A record as it was at a moment: the state after the last change before it, restricted to what the reader may see today. */
import { historyQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { readRecordValues } from "./read-record.ts";
import { visibleValues } from "./visible-history.ts";
import { say } from "@nonet/texts";

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** `at`: an instant. Computed values are those of the record's last change before it. */
export async function readRecordAt(running: Running, actor: Actor, entity: string, id: string, at: string): Promise<Outcome<VisibleRecord>> {
  const moment = instant.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(moment)) return refuse("malformed", problem("invalid-value", say("at-should-be-an-instant-such-as"), { field: "at" }));
  const now = await readRecordValues(running, actor, entity, id);
  if (!now.ok) return now;
  const rows = await running.database.rows(historyQuery(running.product, readerOf(actor), entity, now.value.id));
  const then = rows.find((row) => Date.parse(String(row["at"])) <= moment);
  const restricted = async (values: unknown, updatedAt: unknown): Promise<Outcome<VisibleRecord>> => {
    const shown = await visibleValues(running, readerOf(actor), entityOf(running.product, entity)!, values as Record<string, unknown>);
    const { createdAt, createdBy } = now.value as unknown as Record<string, unknown>;
    return done({ ...(createdAt === undefined ? {} : { createdAt, updatedAt }), ...(createdBy === undefined ? {} : { createdBy }), ...shown } as unknown as VisibleRecord);
  };
  if (then) return then["after"] === null ? notFound(entity) : restricted(then["after"], then["at"]);
  if (rows.length === 0 && entityOf(running.product, entity)?.history !== false && Number(now.value["version"]) > 1)
    return notPermitted(say("you-need-permission-to-read-the-history"));
  // The moment is before the first entry: the record was what that entry says it was before, if it existed.
  if (!(Date.parse(String(now.value["createdAt"])) <= moment)) return notFound(entity);
  const before: unknown = rows.at(-1)?.["before"];
  return before ? restricted(before, now.value["createdAt"]) : done(now.value);
}
