/**
 * A person who is shut out, comes back or changes roles changes what others wait for: every decision in which the
 * person stands is looked at again, so that it completes, or its Owner hears that nobody is left (default 36).
 *
 * The change of the person counts at once, whatever becomes of the decisions, and is kept together with the note of which
 * are to be looked at: a server that is killed in between leaves the note to the next. It is serializable as votes are:
 * of a vote that still counted on the person and a look that didn't see the vote yet, one is done again.
 */
import { decisionStatements } from "@nonet/database";
import { lockRecord } from "../change/lock-record.ts";
import type { Running } from "../connection/running-product.ts";
import { hasDecisions } from "../input/machines.ts";
import { performSteps } from "./perform.ts";
import { publishChanges } from "./publish-changes.ts";

/** Each in a change of its own: one that can't go on holds up no other. A fault in one is thrown when the others have had their turn. */
export async function reevaluateDecisions(running: Running): Promise<number> {
  if (!hasDecisions(running)) return 0;
  const faults: unknown[] = [];
  const noted = await running.database.rows(decisionStatements.waking.all);
  for (const row of noted) await reevaluateDecision(running, row["entity"] as string, row["record_id"] as string).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  return noted.length;
}

/** In a change of its own, by which a decision that has come to its end happens. */
export async function reevaluateDecision(running: Running, entity: string, id: string): Promise<void> {
  // The document may have changed since.
  const decides = running.product.machines.some((m) => m.entity === entity && m.actions.some((a) => a.decision));
  if (!decides) return void (await running.database.rows(decisionStatements.waking.done(entity, id)));
  const outcome = await performSteps(running.database, running.product, { kind: "system" }, {}, { entity }, async (context) => {
    await lockRecord(context, entity, id);
    await context.connection.rows(decisionStatements.waking.done(entity, id));
    return id;
  });
  if (outcome.ok) publishChanges(running, outcome.value);
  else if (outcome.refusal.kind !== "unavailable") await running.database.rows(decisionStatements.waking.done(entity, id));
}
