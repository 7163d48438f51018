import { system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";

export async function writeOutbox(context: ChangeContext): Promise<void> {
  for (const draft of context.outbox) {
    await context.connection.later(
      system.addOutbox({
        id: draft.id,
        call: draft.call,
        entity: draft.entity,
        record: draft.record,
        payload: {
          ...draft.payload,
          ...(draft.notShown ? { notShown: draft.notShown } : {}),
          asked: draft.record ? (context.changed.get(draft.record)?.input ?? null) : null,
          by: personOf(context.actor),
        },
        idempotencyKey: draft.id,
      }),
    );
  }
}
