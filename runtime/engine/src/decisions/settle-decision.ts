import { decisionStatements } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import { firstHolding } from "../actions/guards.ts";
import { runRow } from "../actions/run-transition.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { stateIn } from "../input/machines.ts";
import { isArchived } from "../records/archived.ts";
import { restartIfChanged } from "../records/decision-round.ts";
import { inputOfLastYes, refuseNow } from "./conclude-without-vote.ts";
import { readDecision } from "./decision-state.ts";
import { notifyOwner } from "./notify-owner.ts";
import { isBegun } from "./voting-capacity.ts";

/** After a change that was no vote: starts again what must, and lets happen what everybody needed has said yes to. Gives whether something happened. */
export async function settleDecision(context: ChangeContext, machine: Machine, action: Action, id: string): Promise<boolean> {
  const record = await readAsSystem(context, machine.entity, id);
  const now = stateIn(context.product, machine, record);
  if (now === null || !decisionStatements.openStates(machine, action.name).includes(now) || (await isArchived(context, machine.entity, id))) return false;
  await restartIfChanged(context, machine, action, id);
  const state = await readDecision(context.connection, context.product, machine, action, id);
  const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from === now);
  // Before it is proposed nobody is asked, so nobody is lacking.
  if (await isBegun({ context, machine, action, id, standing }, state)) await notifyOwner(context, state, id);
  if (state.refused && (await refuseNow(context, machine, action, id, state))) return true;
  if (state.now !== null || state.refused || !state.votes.some((v) => v.kind === "yes")) {
    if (state.round > 0) await context.connection.rows(decisionStatements.setStep(id, action.name, state.round, state.now ?? state.steps.length));
    return false;
  }
  const touched = await lockRecord(context, machine.entity, id);
  const row = await firstHolding(context, machine.entity, id, touched, standing);
  if (!row) return false;
  await runRow(context, machine, touched, row, action.name, inputOfLastYes(context, machine, action, touched, state));
  return true;
}
