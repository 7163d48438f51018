/** Writes one history entry per record that the change has changed: by whom, by which action, before and after. */
import { system } from "@nonet/database";
import { entityOf } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { isSame } from "../change/same-value.ts";
import { withSecrets } from "../change/secret-changes.ts";
import type { Row } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import { responsible } from "../security/record-event.ts";
import { withoutForgotten } from "../records/forget-field.ts";

export async function writeHistory(context: ChangeContext): Promise<void> {
  for (const record of context.changed.values()) {
    if (entityOf(context.product, record.entity)?.history === false || isUnchanged(record)) continue;
    await context.connection.later(
      system.addHistory({
        entity: record.entity,
        record: record.id,
        by: responsible(context.actor),
        action: record.actions.join(", "),
        before: withoutForgotten(context, record.id, record.before),
        after: record.kind === "deleted" ? null : withSecrets(record, withoutForgotten(context, record.id, record.after)),
        specification: context.product.version,
        inPlaceOf: context.inPlaceOf.get(record.id) ?? supported(context.actor),
      }),
    );
  }
}

/** For whom an Owner acts. */
export const supported = (actor: Actor): string | null => (actor.kind === "person" && actor.supportBy ? actor.id : null);

/** An update that changes nothing leaves no entry; an action does, also where the record stays the same. */
export const isUnchanged = (record: ChangedRecord): boolean =>
  record.kind === "changed" && record.secrets === undefined && record.actions.every((action) => action === "update") && isSameRecord(record.before, record.after);

/** Apart from its version and the time of its change. */
function isSameRecord(before: Row | null, after: Row | null): boolean {
  if (!before || !after) return before === after;
  const keys = Object.keys(after);
  return keys.length === Object.keys(before).length && keys.every((key) => key === "version" || key === "updatedAt" || isSame(before[key], after[key]));
}
