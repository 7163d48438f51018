import { system } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { isSame } from "../change/same-value.ts";
import { withSecrets } from "../change/secret-changes.ts";
import type { Row } from "../connection/contract.ts";
import { withoutForgotten } from "../records/forget-field.ts";

export async function writeHistory(context: ChangeContext): Promise<void> {
  for (const t of context.changed.values()) {
    if (entityOf(context.product, t.entity)?.history === false) continue;
    if (t.kind === "changed" && t.secrets === undefined && t.actions.every((a) => a === "update") && isSameRecord(t.before, t.after)) continue;
    await context.connection.later(
      system.addHistory({
        entity: t.entity,
        record: t.id,
        by: personOf(context.actor),
        action: t.actions.join(", "),
        before: withoutForgotten(context, t.id, t.before),
        after: t.kind === "deleted" ? null : withSecrets(t, withoutForgotten(context, t.id, t.after)),
        specification: context.product.version,
        inPlaceOf: context.inPlaceOf.get(t.id) ?? null,
      }),
    );
  }
}

/** But for its version, and when it was changed. */
function isSameRecord(before: Row | null, after: Row | null): boolean {
  if (!before || !after) return before === after;
  const keys = Object.keys(after);
  return keys.length === Object.keys(before).length && keys.every((key) => key === "version" || key === "updatedAt" || isSame(before[key], after[key]));
}
