/** Whether a record can be edited and deleted now, and why not: found by the checks that the change itself begins with. */
import { mayEver } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import { beginChange } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import type { PossibleChange } from "../contract/record-status.ts";
import { refuseArchived } from "../records/archived.ts";
import { refuseUndeletable } from "../records/delete-record.ts";
import { refuseLocked } from "../records/locked-while.ts";
import { refuseUnchangeable } from "../records/read-only-when.ts";
import { requirePermission } from "../records/write-permission.ts";
import { done, notFound } from "../refusals/refusal.ts";
import { Stopped } from "../refusals/stop.ts";
import { findRecord } from "./read-record.ts";

/** Those that the reader is permitted to make. */
export async function possibleChanges(running: Running, actor: Actor, entityName: string, recordId: string): Promise<Outcome<readonly PossibleChange[]>> {
  const entity = entityOf(running.product, entityName);
  if (!entity) return notFound(entityName);
  const visible = await findRecord(running, actor, entityName, recordId);
  if (!visible.ok) return visible;
  const { id } = visible.value;
  const context = beginChange(running.database, running.product, actor);
  const found: PossibleChange[] = [];
  for (const change of ["update", "delete"] as const) {
    if (!mayEver(running.product, readerOf(actor), entity.name, change)) continue;
    const refusal = await refusalOf(async () => {
      await requirePermission(context, { entity, id, withOwner: false }, change);
      await refuseArchived(context, entity.name, id);
      await refuseLocked(context, entity, id, undefined);
      await (change === "delete" ? refuseUndeletable(context, entity, id) : refuseUnchangeable(context, entity, id));
    });
    if (refusal?.kind !== "not permitted" && refusal?.kind !== "not signed in") found.push(refusal ? refused(change, refusal) : { change, allowed: true, why: null });
  }
  return done(found);
}

async function refusalOf(checks: () => Promise<void>): Promise<Refusal | null> {
  try {
    await checks();
    return null;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return error.refusal;
  }
}

function refused(change: PossibleChange["change"], { errors }: Refusal): PossibleChange {
  const [first] = errors;
  return first ? { change, allowed: false, why: first.detail, line: first.line, file: first.file, about: first.about } : { change, allowed: false, why: null };
}
