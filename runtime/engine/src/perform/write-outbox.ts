/** Writes the mails and calls that the change has composed; they are sent after the commit. */
import { system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";

export async function writeOutbox(context: ChangeContext): Promise<void> {
  for (const { id, call, entity, record, payload, notShown, afterSeconds = 0 } of context.outbox) {
    const input = record ? (context.changed.get(record)?.input ?? null) : null;
    const stored = { ...payload, ...(notShown ? { notShown } : {}), asked: input, by: personOf(context.actor) };
    await context.connection.later(system.addOutbox({ id, call, entity, record, payload: stored, idempotencyKey: id, afterSeconds }));
  }
}
