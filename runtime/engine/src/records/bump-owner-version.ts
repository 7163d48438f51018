/**
 * A part that is written changes its owner too, whoever or whatever writes it. The owner gets a new version, so that nobody
 * overwrites it unseen, its history shows the change, and its events on change run.
 */
import { updateQueries } from "@nonet/database";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { sendAll } from "../change/write-fields.ts";
import { ownerOf, type OwnerRef } from "../input/parts.ts";

/** Returns whether an owner got a new version; the owners above it follow at the next call. */
export async function bumpOwnerVersions(context: ChangeContext): Promise<boolean> {
  const due = new Map<string, OwnerRef>();
  for (const part of context.changed.values()) {
    const ref = isWritten(part) ? ownerOf(context.product, part.entity, part.after ?? part.before) : null;
    if (ref && !isBumped(context.changed.get(ref.id))) due.set(ref.id, ref);
  }
  let bumped = false;
  for (const { owner, id } of due.values()) {
    const now = await readAsSystem(context, owner.name, id);
    // An archived record stays as it is (default 46).
    if (!now || (now["archivedAt"] ?? null) !== null) continue;
    await lockForWrite(context, owner.name, id, "update");
    await sendAll(context, updateQueries(context.product, owner.name, id, {}));
    bumped = true;
  }
  return bumped;
}

const isWritten = (record: ChangedRecord): boolean => record.kind !== "changed" || (record.after !== null && record.before?.["version"] !== record.after["version"]);
const isBumped = (record: ChangedRecord | undefined): boolean => record !== undefined && isWritten(record);
