/**
 * A part that is written without its whole changes it all the same, whoever or whatever writes it: the whole gets a new
 * version, so that who has read the old one overwrites nothing unseen, its history tells, and what happens on its change happens.
 */
import { updateQueries } from "@nonet/database";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { sendAll } from "../change/write-fields.ts";
import { ownerOf, type OwnerRef } from "../input/parts.ts";

/** Gives whether there was any to raise; the wholes of those come the next time. */
export async function bumpOwnerVersions(context: ChangeContext): Promise<boolean> {
  const due = new Map<string, OwnerRef>();
  for (const part of context.changed.values()) {
    const named = isWritten(part) ? ownerOf(context.product, part.entity, part.after ?? part.before) : null;
    if (named && !isRaised(context.changed.get(named.id))) due.set(named.id, named);
  }
  let raised = false;
  for (const { owner, id } of due.values()) {
    const now = await readAsSystem(context, owner.name, id);
    // What is archived stays as it is (default 46).
    if (!now || (now["archivedAt"] ?? null) !== null) continue;
    await lockForWrite(context, owner.name, id, "update");
    await sendAll(context, updateQueries(context.product, owner.name, id, {}));
    raised = true;
  }
  return raised;
}

const isWritten = (t: ChangedRecord): boolean => t.kind !== "changed" || (t.after !== null && t.before?.["version"] !== t.after["version"]);
const isRaised = (t: ChangedRecord | undefined): boolean => t !== undefined && isWritten(t);
