/**
 * Settles a decision after a change that was no vote: somebody left, a list or a watched field changed. It starts again, or
 * ends without a further vote (default 70): the input is then that of the last vote that counted.
 */
import { decisionStatements } from "@nonet/database";
import { entityOf, fieldOf } from "@nonet/model";
import { firstAllowed } from "../actions/guards.ts";
import { runActionTransition } from "../actions/run-transition.ts";
import type { ChangedRecord } from "../change/change-context.ts";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { FieldValues } from "../input/field-values.ts";
import { stateIn, transitionsOf } from "../input/machines.ts";
import { isArchived } from "../records/archived.ts";
import { restartIfChanged } from "../records/decision-round.ts";
import type { DecisionCase, FollowingAction } from "./decision-case.ts";
import { type DecisionState, readDecision } from "./decision-state.ts";
import { notifyOwner } from "./notify-owner.ts";
import { refusalInput } from "./refusal-input.ts";
import { isStarted } from "./voting-capacity.ts";

/** `open`: nothing has happened; `made`: the action has run; else the action that follows from a refusal, for the caller to run. */
export async function settleDecision({ context, machine, action, id }: Omit<DecisionCase, "rows">): Promise<"open" | "made" | FollowingAction> {
  const now = stateIn(context.product, machine, await readAsSystem(context, machine.entity, id));
  if (now === null || !decisionStatements.openStates(machine, action.name).includes(now) || (await isArchived(context, machine.entity, id))) return "open";
  await restartIfChanged(context, machine, action, id);
  const state = await readDecision(context.connection, context.product, machine, action, id);
  const about: DecisionCase = { context, machine, action, id, rows: transitionsOf(machine, action.name, now) };
  // Before somebody proposes it nobody is asked, so nobody is missing.
  if (await isStarted(about, state)) await notifyOwner(context, state, id);
  const refusal = state.refused && refusalOf(about, state, now);
  if (refusal) return refusal;
  if (state.now !== null || state.refused || !state.votes.some((v) => v.kind === "yes")) {
    if (state.round > 0) await context.connection.rows(decisionStatements.setStep(id, action.name, state.round, state.now ?? state.steps.length));
    return "open";
  }
  const record = await lockRecord(context, machine.entity, id);
  const transition = await firstAllowed(context, { entity: machine.entity, id, record }, about.rows);
  if (!transition) return "open";
  await runActionTransition(context, { machine, record, transition, name: action.name }, inputOfLastYes(about, record, state));
  return "made";
}

/** Refused without a further no. A refusal that leaves the record in its state has happened with the no itself. */
function refusalOf({ machine, action }: DecisionCase, state: DecisionState, now: string): FollowingAction | null {
  const as = action.decision!.refusedBy?.as ?? null;
  if (as === null || !transitionsOf(machine, as, now).some((t) => t.to !== now)) return null;
  return { action: as, input: refusalInput(state) };
}

/** Notes the input on the record and returns the values of the record's own fields in it. */
function inputOfLastYes({ context, machine, action }: DecisionCase, record: ChangedRecord, { votes }: DecisionState): FieldValues {
  const input = votes.findLast((v) => v.kind === "yes")?.input ?? null;
  if (!input) return new Map();
  record.input = input;
  record.inputsByAction.set(action.name, [...(record.inputsByAction.get(action.name) ?? []), input]);
  const entity = entityOf(context.product, machine.entity)!;
  const own = action.asks.filter(({ field, own }) => own && fieldOf(entity, field.name) && (input[field.key] ?? null) !== null);
  return new Map(own.map(({ field }) => [field, input[field.key]]));
}
