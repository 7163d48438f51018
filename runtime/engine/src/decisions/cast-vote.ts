/** A person's yes or no to an action that several people decide; the action happens with the last yes that it needs. */
import { decisionStatements } from "@nonet/database";
import { type Action, type Machine, sourceLocation, type Transition } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { firstHolding, refuseGuard } from "../actions/guards.ts";
import { runRow } from "../actions/run-transition.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockRecord } from "../change/lock-record.ts";
import { runAction } from "../effects/run-action.ts";
import { restartIfChanged } from "../records/decision-round.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { readDecision } from "./decision-state.ts";
import { notifyOwner } from "./notify-owner.ts";
import { type DecisionCase, votingCapacity } from "./voting-capacity.ts";

interface Case extends DecisionCase {
  readonly touched: ChangedRecord;
}

export async function castVote(
  context: ChangeContext,
  machine: Machine,
  action: Action,
  id: string,
  standing: readonly Transition[],
  sent: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (context.actor.kind !== "person")
    stop(context.actor.kind === "anyone" ? notSignedIn() : notPermitted(`${action.name} is decided by people.`, sourceLocation(context.product, action.decision!.source)));
  const { decision, ...asked } = sent;
  const kind = decision === undefined || decision === null || decision === "yes" || decision === true ? "yes" : decision === "no" || decision === false ? "no" : null;
  if (kind === null)
    return stop(
      refuse(
        "invalid",
        problem("invalid-value", 'decision is "yes" or "no".', { field: "decision", rule: action.name, ...sourceLocation(context.product, action.decision!.source) }),
      ),
    );
  const touched = await lockRecord(context, machine.entity, id);
  const here: Case = { context, machine, action, id, touched, standing, me: context.actor.id };
  await restartIfChanged(context, machine, action, id);
  const state = await readDecision(context.connection, context.product, machine, action, id);
  if (state.round === 0) await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const round = Math.max(1, state.round);
  const place = await votingCapacity(here, state, kind);
  const guarded = kind === "yes" && place.kind !== "proposal" ? await firstHolding(context, machine.entity, id, touched, standing) : null;
  if (kind === "yes" && place.kind !== "proposal" && !guarded) return refuseGuard(context, machine.entity, id, touched, standing[0]!, action.name);
  const own = kind === "yes" ? await parseActionInput(context, machine.entity, action, touched, asked, true) : {};
  if (place.kind !== "complete") {
    const spoken = place.kind === "proposal" ? "proposal" : kind;
    await context.connection.rows(
      decisionStatements.addVote({
        entity: machine.entity,
        record: id,
        action: action.name,
        round,
        step: place.kind === "proposal" ? null : state.now,
        by: here.me,
        inPlaceOf: place.inPlaceOf,
        kind: spoken,
        asked: kind === "yes" ? touched.input : Object.keys(asked).length > 0 ? asked : null,
      }),
    );
    await context.connection.rows(place.kind === "proposal" ? decisionStatements.proposed(id, action.name, round) : decisionStatements.spoken(id, action.name, round));
    touched.actions.push(place.kind === "proposal" ? `${action.name}: proposed` : `${action.name}: ${kind}`);
    if (place.inPlaceOf) context.inPlaceOf.set(id, place.inPlaceOf);
  }
  await afterVote(here, asked, own, guarded);
}

/** What the vote has brought about. */
async function afterVote(
  { context, machine, action, id, touched }: Case,
  asked: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
  guarded: Transition | null,
): Promise<void> {
  const state = await readDecision(context.connection, context.product, machine, action, id);
  if (state.refused) {
    const as = action.decision!.refusedBy?.as ?? null;
    if (as !== null) await runAction(context, machine.entity, id, as, asked, "effect");
    return;
  }
  if (state.now === null && guarded) return runRow(context, machine, touched, guarded, action.name, own);
  await context.connection.rows(decisionStatements.setStep(id, action.name, Math.max(1, state.round), state.now ?? state.steps.length));
  await notifyOwner(context, state, id);
}
