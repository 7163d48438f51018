/**
 * A person who is shut out, comes back or changes roles changes what others wait for: every decision in which the
 * person stands is looked at again, so that it completes, or its Owner hears that nobody is left (default 36).
 *
 * The change of the person counts at once, whatever becomes of the decisions, and is kept together with the note of which
 * are to be looked at: a server that is killed in between leaves the note to the next. It is serializable as votes are:
 * of a vote that still counted on the person and a look that didn't see the vote yet, one is done again.
 */
import { decisionStatements } from "@nonet/database";
import { lockRecord } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import { isDecided } from "../input/machines.ts";
import { performAs } from "./perform.ts";
import { announce } from "./publish-changes.ts";

/** Each in a change of its own: one that can't go on holds up no other. A fault in one is thrown when the others have had their turn. */
export async function wakeDecisions(running: Running): Promise<number> {
  if (!isDecided(running)) return 0;
  const faults: unknown[] = [];
  const noted = await running.database.rows(decisionStatements.reevaluations.all);
  for (const row of noted) await lookAgain(running, row["entity"] as string, row["record_id"] as string).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  return noted.length;
}

/** In a change of its own, by which a decision that has come to its end happens. */
export async function lookAgain(running: Running, entity: string, id: string): Promise<void> {
  // The document may have changed since.
  const decides = running.product.machines.some((m) => m.entity === entity && m.actions.some((a) => a.decision));
  if (!decides) return void (await running.database.rows(decisionStatements.reevaluations.done(entity, id)));
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity }, async (work) => {
    await lockRecord(work, entity, id);
    await work.connection.rows(decisionStatements.reevaluations.done(entity, id));
    return id;
  });
  if (outcome.ok) announce(running, outcome.value);
  else if (outcome.refusal.kind !== "unavailable") await running.database.rows(decisionStatements.reevaluations.done(entity, id));
}
