/** Decides a change of one record on values at hand (decision 0017): the steps of a transaction, with nothing sent. */
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { type LocalWrite, NotAtHand } from "../change/local-run.ts";
import { RunAgain } from "../change/retry-state.ts";
import type { Change } from "../contract/outcome.ts";
import { noteDecisionsOfLists } from "../decisions/affected-decisions.ts";
import { runAutomaticTransitions } from "../effects/run-automatic.ts";
import { applyChange } from "../perform/apply-change.ts";
import { collectedRefusal } from "../perform/change-refusal.ts";
import { Stopped } from "../refusals/stop.ts";

export interface Decided {
  readonly id: string;
  readonly record: ChangedRecord;
  readonly write: LocalWrite | null;
}

/** `unknown`: a question was met that only the database can answer. */
export async function decide(context: ChangeContext, change: Change): Promise<Decided | "unknown" | "refused"> {
  try {
    const id = await applyChange(context, change);
    await runAutomaticTransitions(context);
    await context.connection.drain();
    if (collectedRefusal(context)) return "refused";
    await noteDecisionsOfLists(context);
    const record = context.changed.get(id);
    const { writes } = context.local!;
    const isAlone = record !== undefined && context.changed.size === 1 && writes.length <= 1 && context.outbox.length === 0 && context.retry.questions.size === 0;
    return isAlone && !record.secrets && context.forgotten.size === 0 && !context.ended ? { id, record, write: writes[0] ?? null } : "unknown";
  } catch (error) {
    await context.connection.drain().catch(() => undefined);
    if (error instanceof NotAtHand || error instanceof RunAgain) return "unknown";
    if (error instanceof Stopped) return "refused";
    throw error;
  }
}
