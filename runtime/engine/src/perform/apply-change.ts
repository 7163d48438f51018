/** Applies a person's change to its record: it must exist for them, be unchanged since they read it, and be theirs to change. */
import { mayEver } from "@nonet/database";
import { type Entity, entityOf } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockVisible } from "../change/lock-record.ts";
import { stopChange } from "../change/report.ts";
import type { Change } from "../contract/outcome.ts";
import { runAction } from "../effects/run-action.ts";
import { actionOf } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { refuseLocked } from "../records/locked-while.ts";
import { requirePermission } from "../records/write-permission.ts";
import { notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { createRecord, updateRecord } from "./write-record.ts";
import { say } from "@nonet/texts";

/** Returns the id of the record that the change is about. */
export async function applyChange(context: ChangeContext, change: Change): Promise<string> {
  const entity = entityOf(context.product, change.entity);
  if (!entity) return stopChange(context, notFound(change.entity));
  if (change.kind === "create") return createRecord(context, entity, change.values, change.action ?? null);
  const { id } = change;
  const record = await lockExpected(context, entity, id, change.ifVersion ?? "any");
  switch (change.kind) {
    case "update":
      await updateRecord(context, entity, record, change.values);
      return id;
    case "delete":
      await requirePermission(context, { entity, id, withOwner: false }, "delete");
      await refuseLocked(context, entity, id, record);
      await deleteRecord(context, entity.name, id);
      return id;
    case "action":
      if (!actionOf(context.product, entity.name, change.action)) stopChange(context, notFound("Action"));
      await runAction(context, { entity: entity.name, id, action: change.action, input: change.input, origin: context.actor.kind === "system" ? "system" : "person" });
      return id;
  }
}

/** A record that the actor may not read doesn't exist for them. */
async function lockExpected(context: ChangeContext, entity: Entity, id: string, ifVersion: number | "any"): Promise<ChangedRecord> {
  const record = await lockVisible(context, entity.name, id);
  if (!record)
    return stopChange(context, context.actor.kind === "anyone" && !mayEver(context.product, context.reader, entity.name, "read") ? notSignedIn() : notFound(entity.name));
  await refuseArchived(context, entity.name, id);
  if (ifVersion === "any" || Number(record.before?.["version"]) === ifVersion) return record;
  const detail = say("somebody-else-has-changed-this-entity-read", { entity: entity.name });
  return stopChange(context, refuse("changed meanwhile", problem("changed-meanwhile", detail)));
}
