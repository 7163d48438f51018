import { grantedAlways, grantQuery } from "@nonet/database";
import type { Entity } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

export async function permitted(work: ChangeContext, entity: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (work.actor.kind === "system" || grantedAlways(work.product, work.reader, entity.name, verb)) return;
  const row = await work.connection.row(grantQuery(work.product, work.reader, entity.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not ${verb} this ${entity.name}.`, grantLocation(work.product, entity.name, verb)));
}
