import { lockQuery, wholeRecordQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import { ownerOf, type OwnerRef } from "../input/parts.ts";
import type { ChangeContext, ChangedRecord } from "./change-context.ts";
import { pendingDecisionsOf } from "./pending-decisions.ts";
import { readAsSystem } from "./read-as-system.ts";

/** Notes a write to come, keeping what the record was; call it before the first write. */
export async function lockForWrite(context: ChangeContext, entity: string, id: string, action: string, created = false): Promise<ChangedRecord> {
  const known = context.changed.get(id);
  if (known) {
    if (!known.actions.includes(action)) known.actions.push(action);
    return known;
  }
  const locked = created ? null : await lock(context, entity, id);
  if (entity === "User" && !created) context.pendingDecisions.set(id, await pendingDecisionsOf(context.connection, context.product, id));
  await rememberOwners(context, ownerOf(context.product, entity, locked));
  // Its parts may have been written already.
  const before = created ? null : (context.previous.get(id) ?? locked);
  const touched: ChangedRecord = { entity, id, kind: created ? "created" : "changed", before, actions: [action], input: null, inputsByAction: new Map(), after: null };
  context.changed.set(id, touched);
  return touched;
}

/** What the wholes of a part are, before the part is written: it stands in them. */
export async function rememberOwners(context: ChangeContext, named: OwnerRef | null): Promise<void> {
  if (!named || context.changed.has(named.id) || context.previous.has(named.id)) return;
  const before = await readAsSystem(context, named.owner.name, named.id);
  context.previous.set(named.id, before);
  await rememberOwners(context, ownerOf(context.product, named.owner.name, before));
}

/** Locks it and gives what it is; asked for again, that is known. */
async function lock(context: ChangeContext, entity: string, id: string): Promise<Row | null> {
  const row = await context.connection.row(lockQuery(context.product, entity, id));
  const record = row?.["record"] as Row | undefined;
  context.at ??= (row?.["at"] as string | undefined) ?? null;
  if (record) context.connection.remember(wholeRecordQuery(context.product, entity, [id]), [{ record }]);
  return record ?? null;
}

/** Locks a record and keeps what it was, without saying that anything is done to it. */
export async function lockRecord(context: ChangeContext, entity: string, id: string): Promise<ChangedRecord> {
  const known = context.changed.get(id);
  if (known) return known;
  const touched = await lockForWrite(context, entity, id, "update");
  touched.actions.length = 0;
  return touched;
}
