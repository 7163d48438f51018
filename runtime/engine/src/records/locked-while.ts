/** `Locked while`: people, not effects, can't change a record while its condition, or that of an owner above it, holds. */
import { guardQuery } from "@nonet/database";
import { conditionWords, type Entity, entityOf, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { stopChange } from "../change/report.ts";
import type { FieldError } from "../contract/outcome.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { ownerField } from "../input/parts.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export async function refuseLocked(context: ChangeContext, entity: Entity, id: string, record: ChangedRecord | undefined): Promise<void> {
  const locked = await lockOn(context, entity, id, record);
  if (locked) stopChange(context, refuse("conflict", locked));
}

/** Why the actor can't change the record now, by its own lock or that of an owner above it. */
export async function lockOn(context: ChangeContext, entity: Entity, id: string, record: ChangedRecord | undefined): Promise<FieldError | null> {
  if (context.actor.kind === "system") return null;
  return (await ownLock(context, entity, id, record)) ?? (entity.partOf ? lockOfOwner(context, entity, await ownerIdOf(context, entity, id)) : null);
}

/** Why the actor can't change a part now, by the lock of its owner or of one above that. */
export async function lockOfOwner(context: ChangeContext, part: Entity, ownerId: string | null): Promise<FieldError | null> {
  const owner = part.partOf && entityOf(context.product, part.partOf.entity);
  return owner && ownerId !== null ? lockOn(context, owner, ownerId, context.changed.get(ownerId)) : null;
}

/** By the entity's own `Locked while` alone. */
export async function ownLock(context: ChangeContext, entity: Entity, id: string, record: ChangedRecord | undefined): Promise<FieldError | null> {
  if (context.actor.kind === "system" || !entity.lockedWhile) return null;
  const { expression, source } = entity.lockedWhile;
  const read = canEvaluateInMemory(context.product, entity.name, expression) ? await readAsSystem(context, entity.name, id) : null;
  const known = read ? evaluateInMemory(context.product, entity.name, expression, read, personOf(context.actor)) : undefined;
  const holds = known === undefined ? (await context.connection.row(guardQuery(context.product, entity.name, id, expression, variablesOf(context, record))))?.["holds"] : known;
  return holds === true
    ? problem(
        "locked",
        say("this-entity-is-locked-while-lockedwhile", { entity: entity.name, lockedWhile: conditionWords(context.product, entity.lockedWhile) }),
        sourceLocation(context.product, source),
      )
    : null;
}

/** The id of a part's owner. */
export async function ownerIdOf(context: ChangeContext, part: Entity, id: string): Promise<string | null> {
  const reference = (await readAsSystem(context, part.name, id))?.[ownerField(part).key] as { id?: string } | null | undefined;
  return reference?.id ?? null;
}
