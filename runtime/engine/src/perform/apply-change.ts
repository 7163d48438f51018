/** What a person asks for, with every permission in front of it: create, update, delete, an action. */
import { grantedAlways, recordQuery } from "@nonet/database";
import { type Entity, entityOf } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import type { Change } from "../contract/outcome.ts";
import { runAction } from "../effects/run-action.ts";
import { actionOf } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { notLocked } from "../records/locked-while.ts";
import { notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { createRecord } from "./create-record.ts";
import { permitted } from "./permission.ts";
import { updateRecord } from "./update-record.ts";

/** Gives the id of the record it was about. */
export async function applyChange(context: ChangeContext, change: Change): Promise<string> {
  const entity = entityOf(context.product, change.entity);
  if (!entity) return stop(notFound(change.entity));
  switch (change.kind) {
    case "create":
      return createRecord(context, entity, change.values, change.action ?? null);
    case "update":
      await seen(context, entity, change.id, change.ifVersion);
      await updateRecord(context, entity, change.id, change.values);
      return change.id;
    case "delete":
      await seen(context, entity, change.id, change.ifVersion);
      await permitted(context, entity, change.id, "delete");
      await notLocked(context, entity, change.id, context.changed.get(change.id));
      await deleteRecord(context, entity.name, change.id);
      return change.id;
    case "action":
      await seen(context, entity, change.id, change.ifVersion ?? "any");
      if (!actionOf(context.product, entity.name, change.action)) stop(notFound("Action"));
      await runAction(context, entity.name, change.id, change.action, change.input, context.actor.kind === "system" ? "system" : "person");
      return change.id;
  }
}

/** What may not be read isn't there; what changed meanwhile is said. */
async function seen(context: ChangeContext, entity: Entity, id: string, ifVersion: number | "any"): Promise<void> {
  const visible =
    grantedAlways(context.product, context.reader, entity.name, "read") ||
    (await context.connection.row(recordQuery(context.product, context.reader, entity.name, id, ["id"]))) !== undefined;
  if (!visible) stop(context.actor.kind === "anyone" ? notSignedIn() : notFound(entity.name));
  await lockForWrite(context, entity.name, id, "update");
  const touched = context.changed.get(id)!;
  touched.actions.length = 0;
  if (!touched.before) stop(context.actor.kind === "anyone" ? notSignedIn() : notFound(entity.name));
  await refuseArchived(context, entity.name, id);
  const version = Number(touched.before?.["version"]);
  if (ifVersion !== "any" && version !== ifVersion)
    stop(refuse("changed meanwhile", problem("changed-meanwhile", `Somebody changed this ${entity.name} meanwhile; read it again before you change it.`)));
}
