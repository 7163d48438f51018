/** A person's yes or no to an action that several people decide. The action happens with the last yes that it needs. */
import { decisionStatements } from "@nonet/database";
import { sourceLocation, type Transition } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { firstAllowed, refuseGuard, refusingRow } from "../actions/guards.ts";
import { runActionTransition } from "../actions/run-transition.ts";
import type { ChangedRecord } from "../change/change-context.ts";
import { lockRecord } from "../change/lock-record.ts";
import { stopChange } from "../change/report.ts";
import type { Values } from "../contract/actor.ts";
import type { FieldValues } from "../input/field-values.ts";
import { restartIfChanged } from "../records/decision-round.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import type { DecisionCase, FollowingAction, VoteCase } from "./decision-case.ts";
import { type DecisionState, readDecision } from "./decision-state.ts";
import { refusalInput } from "./refusal-input.ts";
import { notifyOwner } from "./notify-owner.ts";
import { votingCapacity, type VotingCapacity } from "./voting-capacity.ts";
import { say } from "@nonet/texts";

/** `sent`: the action's input and `decision`, which is `yes` where it is absent. Returns the action that follows from a refusal, if any. */
export async function castVote(about: DecisionCase, sent: Values): Promise<FollowingAction | null> {
  const { context, machine, action, id, rows } = about;
  if (context.actor.kind !== "person") return refuseNobody(about);
  const vote: VoteCase = { ...about, voter: context.actor.id };
  const { decision, ...input } = sent;
  const kind = parseDecision(vote, decision);
  const record = await lockRecord(context, machine.entity, id);
  await restartIfChanged(context, machine, action, id);
  const state = await readDecision(context.connection, context.product, machine, action, id);
  if (state.round === 0) await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const capacity = await votingCapacity(vote, state, kind);
  const target = { entity: machine.entity, id, record };
  const needsGuard = kind === "yes" && capacity.kind !== "proposal";
  const allowed = needsGuard ? await firstAllowed(context, target, rows) : null;
  if (needsGuard && !allowed) return refuseGuard(context, target, refusingRow(rows), action.name);
  const own: FieldValues = kind === "yes" ? await parseActionInput(context, { action, record, sent: input, by: "actor" }) : new Map();
  if (kind === "no") await parseRefusal(vote, record, input);
  if (capacity.kind !== "complete") await storeVote(vote, state, record, { capacity, kind, input });
  return afterVote(vote, record, { allowed, own });
}

function refuseNobody({ context, action }: DecisionCase): never {
  const only = notPermitted(say("only-people-decide-on-action", { action: action.name }), sourceLocation(context.product, action.decision!.source));
  return stopChange(context, context.actor.kind === "anyone" ? notSignedIn() : only);
}

type VoteKind = "yes" | "no" | "abstain";

/** Who says no gives what the refusing action asks for. */
async function parseRefusal({ context, machine, action }: VoteCase, record: ChangedRecord, sent: Values): Promise<void> {
  const refusing = machine.actions.find((one) => one.name === action.decision!.refusedBy?.as);
  if (!refusing) return;
  await parseActionInput(context, { action: refusing, record, sent, by: "actor" });
  // It hasn't run yet.
  record.inputsByAction.get(refusing.name)!.pop();
}

function parseDecision({ context, action }: VoteCase, sent: unknown): VoteKind {
  if (sent === undefined || sent === null || sent === "yes" || sent === true) return "yes";
  if (sent === "no" || sent === false) return "no";
  const canAbstain = action.decision!.steps.some((step) => step.abstentions);
  if (sent === "abstain" && canAbstain) return "abstain";
  const where = { field: "decision", rule: action.name, ...sourceLocation(context.product, action.decision!.source) };
  return stopChange(context, refuse("invalid", problem("invalid-value", say("decision-must-be-yes-value", { value: canAbstain ? ', "no" or "abstain"' : ' or "no"' }), where)));
}

interface CastVote {
  readonly capacity: VotingCapacity;
  readonly kind: VoteKind;
  readonly input: Values;
}

async function storeVote({ context, machine, action, id, voter }: VoteCase, state: DecisionState, record: ChangedRecord, { capacity, kind, input }: CastVote): Promise<void> {
  const round = Math.max(1, state.round);
  const isProposal = capacity.kind === "proposal";
  await context.connection.rows(
    decisionStatements.addVote({
      entity: machine.entity,
      record: id,
      action: action.name,
      round,
      step: isProposal ? null : state.now,
      by: voter,
      inPlaceOf: capacity.inPlaceOf,
      kind: isProposal ? "proposal" : kind,
      input: kind === "abstain" || (kind === "no" && Object.keys(input).length === 0) ? null : record.input,
    }),
  );
  await context.connection.rows(isProposal ? decisionStatements.proposed(id, action.name, round) : decisionStatements.votedUnproposed(id, action.name, round));
  record.actions.push(`${action.name}: ${isProposal ? "proposed" : kind}`);
  if (capacity.inPlaceOf) context.inPlaceOf.set(id, capacity.inPlaceOf);
}

/** The decision is refused, made, or goes on to its next step. */
async function afterVote(
  { context, machine, action, id }: VoteCase,
  record: ChangedRecord,
  { allowed, own }: { readonly allowed: Transition | null; readonly own: FieldValues },
): Promise<FollowingAction | null> {
  const state = await readDecision(context.connection, context.product, machine, action, id);
  if (state.refused) {
    const as = action.decision!.refusedBy?.as ?? null;
    return as === null ? null : { action: as, input: refusalInput(state) };
  }
  if (state.now === null && allowed) {
    await runActionTransition(context, { machine, record, transition: allowed, name: action.name }, own);
    return null;
  }
  await context.connection.rows(decisionStatements.setStep(id, action.name, Math.max(1, state.round), state.now ?? state.steps.length));
  await notifyOwner(context, state, id);
  return null;
}
