import { grantedAlways, grantQuery } from "@nonet/database";
import type { Entity } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

export async function permitted(context: ChangeContext, entity: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (context.actor.kind === "system" || grantedAlways(context.product, context.reader, entity.name, verb)) return;
  const row = await context.connection.row(grantQuery(context.product, context.reader, entity.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(context.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not ${verb} this ${entity.name}.`, grantLocation(context.product, entity.name, verb)));
}
