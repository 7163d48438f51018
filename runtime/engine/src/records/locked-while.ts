import { guardQuery } from "@nonet/database";
import { conditionWords, type Entity, entityOf, fieldOf, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

/** Binds people, not effects; a part is locked with its whole. */
export async function notLocked(context: ChangeContext, entity: Entity, id: string, touched: ChangedRecord | undefined): Promise<void> {
  if (context.actor.kind === "system") return;
  const locked = (await lockOf(context, entity, id, touched)) ?? (entity.partOf ? await lockOfWhole(context, entity, await wholeOf(context, entity, id)) : null);
  if (locked) stop(refuse("conflict", locked));
}

/** What the whole of a part, or a whole above that, has against a person's change of it now. */
export async function lockOfWhole(context: ChangeContext, part: Entity, wholeId: string | null): Promise<FieldError | null> {
  const owner = part.partOf && entityOf(context.product, part.partOf.entity);
  if (!owner || wholeId === null || context.actor.kind === "system") return null;
  const locked = await lockOf(context, owner, wholeId, context.changed.get(wholeId));
  return locked ?? (owner.partOf ? lockOfWhole(context, owner, await wholeOf(context, owner, wholeId)) : null);
}

/** What its own entity's `Locked while` has against a person's change of it now. */
export async function lockOf(context: ChangeContext, entity: Entity, id: string, touched: ChangedRecord | undefined): Promise<FieldError | null> {
  if (context.actor.kind === "system" || !entity.lockedWhile) return null;
  const { expression, source } = entity.lockedWhile;
  const row = await context.connection.row(guardQuery(context.product, entity.name, id, expression, variablesOf(context, touched)));
  return row?.["holds"] === true
    ? problem("locked", `This ${entity.name} is locked while ${conditionWords(context.product, entity.lockedWhile)}.`, sourceLocation(context.product, source))
    : null;
}

/** The id of a part's whole. */
export async function wholeOf(context: ChangeContext, entity: Entity, id: string): Promise<string | null> {
  const key = fieldOf(entity, entity.partOf!.field)?.key ?? "";
  const reference = (await readAsSystem(context, entity.name, id))?.[key] as { id?: string } | null | undefined;
  return reference?.id ?? null;
}
