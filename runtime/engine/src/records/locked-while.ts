import { guardQuery } from "@nonet/database";
import { conditionWords, type Entity, entityOf, fieldOf, sourceLocation } from "@nonet/model";
import { type ChangedRecord, variablesOf, readAsSystem, type ChangeContext } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

/** Binds people, not effects; a part is locked with its whole. */
export async function notLocked(work: ChangeContext, entity: Entity, id: string, touched: ChangedRecord | undefined): Promise<void> {
  if (work.actor.kind === "system") return;
  const locked = (await lockOf(work, entity, id, touched)) ?? (entity.partOf ? await lockOfWhole(work, entity, await wholeOf(work, entity, id)) : null);
  if (locked) stop(refuse("conflict", locked));
}

/** What the whole of a part, or a whole above that, has against a person's change of it now. */
export async function lockOfWhole(work: ChangeContext, part: Entity, wholeId: string | null): Promise<FieldError | null> {
  const owner = part.partOf && entityOf(work.product, part.partOf.entity);
  if (!owner || wholeId === null || work.actor.kind === "system") return null;
  const locked = await lockOf(work, owner, wholeId, work.touched.get(wholeId));
  return locked ?? (owner.partOf ? lockOfWhole(work, owner, await wholeOf(work, owner, wholeId)) : null);
}

/** What its own entity's `Locked while` has against a person's change of it now. */
export async function lockOf(work: ChangeContext, entity: Entity, id: string, touched: ChangedRecord | undefined): Promise<FieldError | null> {
  if (work.actor.kind === "system" || !entity.lockedWhile) return null;
  const { expression, source } = entity.lockedWhile;
  const row = await work.connection.row(guardQuery(work.product, entity.name, id, expression, variablesOf(work, touched)));
  return row?.["holds"] === true
    ? problem("locked", `This ${entity.name} is locked while ${conditionWords(work.product, entity.lockedWhile)}.`, sourceLocation(work.product, source))
    : null;
}

/** The id of a part's whole. */
export async function wholeOf(work: ChangeContext, entity: Entity, id: string): Promise<string | null> {
  const key = fieldOf(entity, entity.partOf!.field)?.key ?? "";
  const reference = (await readAsSystem(work, entity.name, id))?.[key] as { id?: string } | null | undefined;
  return reference?.id ?? null;
}
