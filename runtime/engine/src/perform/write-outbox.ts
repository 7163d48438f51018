import { system } from "@nonet/database";
import { personOf, type ChangeContext } from "../change/change-context.ts";

export async function writeOutbox(work: ChangeContext): Promise<void> {
  for (const draft of work.outbox) {
    await work.connection.later(
      system.addOutbox({
        id: draft.id,
        call: draft.call,
        entity: draft.entity,
        record: draft.record,
        payload: {
          ...draft.payload,
          ...(draft.notShown ? { notShown: draft.notShown } : {}),
          asked: draft.record ? (work.touched.get(draft.record)?.asked ?? null) : null,
          by: personOf(work.actor),
        },
        idempotencyKey: draft.id,
      }),
    );
  }
}
