/** Locks a record before its first write, and remembers what it and the owners of a part were before the change. */
import { grantedAlways, lockQuery, wholeRecordQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import { ownerOf, type OwnerRef } from "../input/parts.ts";
import type { ChangeContext, ChangedRecord } from "./change-context.ts";
import { pendingDecisionsOf } from "./pending-decisions.ts";
import { readAsSystem } from "./read-as-system.ts";

/** Locks the record and notes that `action` is done to it. Call it before the first write. */
export async function lockForWrite(context: ChangeContext, entity: string, id: string, action: string): Promise<ChangedRecord> {
  const record = await lockRecord(context, entity, id);
  if (!record.actions.includes(action)) record.actions.push(action);
  return record;
}

/** Locks the record without noting that anything is done to it. */
export async function lockRecord(context: ChangeContext, entity: string, id: string): Promise<ChangedRecord> {
  return context.changed.get(id) ?? noteChanged(context, entity, id, (await lock(context, entity, id, false)).record);
}

/** The same in one statement with the question whether the actor may read the record; null where it doesn't exist or the actor may not. */
export async function lockVisible(context: ChangeContext, entity: string, id: string): Promise<ChangedRecord | null> {
  const { record, visible } = await lock(context, entity, id, !grantedAlways(context.product, context.reader, entity, "read"));
  return record && visible ? noteChanged(context, entity, id, record) : null;
}

/** Notes a record that the change creates, before it is inserted. */
export async function noteCreated(context: ChangeContext, entity: string, id: string, action: string, owner: OwnerRef | null): Promise<ChangedRecord> {
  await rememberOwners(context, owner);
  return note(context, { entity, id, kind: "created", before: null, actions: [action] });
}

async function noteChanged(context: ChangeContext, entity: string, id: string, locked: Row | null): Promise<ChangedRecord> {
  if (entity === "User") context.pendingDecisions.set(id, await pendingDecisionsOf(context.connection, context.product, id));
  await rememberOwners(context, ownerOf(context.product, entity, locked));
  // What its parts have changed of it already isn't what it was before.
  return note(context, { entity, id, kind: "changed", before: context.previous.get(id) ?? locked, actions: [] });
}

function note(context: ChangeContext, record: Pick<ChangedRecord, "entity" | "id" | "kind" | "before" | "actions">): ChangedRecord {
  const changed: ChangedRecord = { ...record, input: null, inputsByAction: new Map(), after: null };
  context.changed.set(record.id, changed);
  return changed;
}

/** The owners of a part show its values too: what they were is read before the part is written. */
async function rememberOwners(context: ChangeContext, ref: OwnerRef | null): Promise<void> {
  if (!ref || context.changed.has(ref.id) || context.previous.has(ref.id)) return;
  const before = await readAsSystem(context, ref.owner.name, ref.id);
  context.previous.set(ref.id, before);
  await rememberOwners(context, ownerOf(context.product, ref.owner.name, before));
}

/** Sends the lock and caches the record, so that reading it next costs nothing. */
async function lock(context: ChangeContext, entity: string, id: string, asReader: boolean): Promise<{ readonly record: Row | null; readonly visible: boolean }> {
  const row = await context.connection.row(lockQuery(context.product, entity, id, asReader ? context.reader : null));
  const record = row?.["record"] as Row | undefined;
  context.at ??= (row?.["at"] as string | undefined) ?? null;
  if (record) context.connection.remember(wholeRecordQuery(context.product, entity, [id]), [{ record }]);
  return { record: record ?? null, visible: row?.["visible"] === true };
}
