/**
 * Re-evaluates the decisions that a committed change has noted: of an account that was deactivated or reactivated, or whose roles changed, or of
 * a list that names the deciders. A decision may end now, or the Owner learns that nobody is left to decide (default 36).
 *
 * The change itself counts at once, whatever becomes of the decisions. The notes are committed with it, so that a server that
 * is killed in between leaves them to the next one.
 */
import { decisionStatements } from "@nonet/database";
import { lockRecord } from "../change/lock-record.ts";
import type { Running } from "../connection/running-product.ts";
import { hasDecisions } from "../input/machines.ts";
import { performSteps } from "./perform.ts";
import { publishChanges } from "./publish-changes.ts";

/** Each in a change of its own, so that one that fails does not block the others; the first fault is thrown after the last one. */
export async function reevaluateDecisions(running: Running): Promise<number> {
  if (!hasDecisions(running)) return 0;
  const faults: unknown[] = [];
  const noted = await running.database.rows(decisionStatements.reevaluations.all);
  for (const row of noted) await reevaluateDecision(running, row["entity"] as string, row["record_id"] as string).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  return noted.length;
}

/** A serializable change that changes nothing itself: what follows from it by itself is the end of the decision. */
export async function reevaluateDecision(running: Running, entity: string, id: string): Promise<void> {
  const forgetNote = (): Promise<unknown> => running.database.rows(decisionStatements.reevaluations.done(entity, id));
  // The document may have changed since.
  const hasDecision = running.product.machines.some((m) => m.entity === entity && m.actions.some((a) => a.decision));
  if (!hasDecision) return void (await forgetNote());
  const outcome = await performSteps(running, { entity }, async (context) => {
    await lockRecord(context, entity, id);
    await context.connection.rows(decisionStatements.reevaluations.done(entity, id));
    return id;
  });
  if (outcome.ok) publishChanges(running, outcome.value);
  else if (outcome.refusal.kind !== "unavailable") await forgetNote();
}
