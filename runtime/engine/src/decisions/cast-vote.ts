/** A person's yes or no to an action that several people decide; the action happens with the last yes that it needs. */
import { decisionStatements } from "@nonet/database";
import { type Action, type Machine, type Transition, sourceLocation } from "@nonet/model";
import { readAsked } from "../actions/action-input.ts";
import { firstHolding, refuseGuard } from "../actions/guards.ts";
import { runRow } from "../actions/run-transition.ts";
import { lockRecord, type ChangedRecord, type ChangeContext } from "../change/change-context.ts";
import { runAction } from "../effects/run-action.ts";
import { startAgainIfChanged } from "../records/decision-round.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { readDecision } from "./decision-state.ts";
import { tellOwner } from "./notify-owner.ts";
import { type Asked, placeOf } from "./voting-capacity.ts";

interface Case extends Asked {
  readonly touched: ChangedRecord;
}

export async function decide(
  work: ChangeContext,
  machine: Machine,
  action: Action,
  id: string,
  standing: readonly Transition[],
  sent: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (work.actor.kind !== "person")
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`${action.name} is decided by people.`, sourceLocation(work.product, action.decision!.source)));
  const { decision, ...asked } = sent;
  const kind = decision === undefined || decision === null || decision === "yes" || decision === true ? "yes" : decision === "no" || decision === false ? "no" : null;
  if (kind === null)
    return stop(
      refuse("invalid", problem("invalid-value", 'decision is "yes" or "no".', { field: "decision", rule: action.name, ...sourceLocation(work.product, action.decision!.source) })),
    );
  const touched = await lockRecord(work, machine.entity, id);
  const here: Case = { work, machine, action, id, touched, standing, me: work.actor.id };
  await startAgainIfChanged(work, machine, action, id);
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const round = Math.max(1, state.round);
  const place = await placeOf(here, state, kind);
  const guarded = kind === "yes" && place.kind !== "proposal" ? await firstHolding(work, machine.entity, id, touched, standing) : null;
  if (kind === "yes" && place.kind !== "proposal" && !guarded) return refuseGuard(work, machine.entity, id, touched, standing[0]!, action.name);
  const own = kind === "yes" ? await readAsked(work, machine.entity, action, touched, asked, true) : {};
  if (place.kind !== "complete") {
    const spoken = place.kind === "proposal" ? "proposal" : kind;
    await work.connection.rows(
      decisionStatements.addVote({
        entity: machine.entity,
        record: id,
        action: action.name,
        round,
        step: place.kind === "proposal" ? null : state.now,
        by: here.me,
        inPlaceOf: place.inPlaceOf,
        kind: spoken,
        input: kind === "yes" ? touched.asked : Object.keys(asked).length > 0 ? asked : null,
      }),
    );
    await work.connection.rows(place.kind === "proposal" ? decisionStatements.proposed(id, action.name, round) : decisionStatements.votedUnproposed(id, action.name, round));
    touched.actions.push(place.kind === "proposal" ? `${action.name}: proposed` : `${action.name}: ${kind}`);
    if (place.inPlaceOf) work.inPlaceOf.set(id, place.inPlaceOf);
  }
  await afterVote(here, asked, own, guarded);
}

/** What the vote has brought about. */
async function afterVote(
  { work, machine, action, id, touched }: Case,
  asked: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
  guarded: Transition | null,
): Promise<void> {
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.refused) {
    const as = action.decision!.refusedBy?.as ?? null;
    if (as !== null) await runAction(work, machine.entity, id, as, asked, "effect");
    return;
  }
  if (state.now === null && guarded) return runRow(work, machine, touched, guarded, action.name, own);
  await work.connection.rows(decisionStatements.setStep(id, action.name, Math.max(1, state.round), state.now ?? state.steps.length));
  await tellOwner(work, state, id);
}
