/** In which capacity a person votes on a decision: as themselves, as a deputy for another, or as the one who proposes it. */
import { sourceLocation, type Transition } from "@nonet/model";
import { mayRun } from "../actions/guards.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import type { DecisionCase, VoteCase } from "./decision-case.ts";
import { hasCountedVote, type DecisionState } from "./decision-state.ts";
import { readerFor } from "./person-reader.ts";
import { refuseDeputy } from "./refuse-deputy.ts";
import { say } from "@nonet/texts";

/** `complete`: everybody has said yes already, and only the guard has kept the action from happening. */
export type VotingCapacity = { readonly kind: "vote" | "proposal" | "complete"; readonly inPlaceOf: string | null };

/** Refused where the person may not vote now. */
export async function votingCapacity(vote: VoteCase, state: DecisionState, kind: "yes" | "no" | "abstain"): Promise<VotingCapacity> {
  const { context, action, machine, voter } = vote;
  if (kind === "yes" && (await mayPropose(vote, state))) return { kind: "proposal", inPlaceOf: null };
  const decides = state.steps.some((s) => s.people.includes(voter));
  const represented = context.actor.kind === "person" ? (context.actor.standsFor ?? []).filter((p) => state.steps.some((s) => s.people.includes(p.id))) : [];
  if (!decides && represented.length === 0) {
    const needsFactorFor = context.actor.kind === "person" ? (context.actor.needsFactorFor ?? []) : [];
    return state.steps.some((s) => s.people.some((person) => needsFactorFor.includes(person))) ? refuseWithoutFactor(context) : refuseStranger(vote, state);
  }
  const where = { rule: action.name, ...sourceLocation(context.product, state.decision.source) };
  const conflict = (code: string, detail: string): never => stopChange(context, refuse("conflict", problem(code, detail, where)));
  if (state.refused) return conflict("decision-refused", say("action-has-been-refused-it-can-be", { action: action.name }));
  if (state.now === null) return { kind: "complete", inPlaceOf: null };
  const step = state.steps[state.now]!;
  if (kind === "abstain" && !step.step.abstentions) return conflict("no-abstentions", say("in-this-step-of-action-everybody-votes", { action: action.name }));
  const canVote = (person: string): boolean => step.people.includes(person) && !(step.lastVotes.get(person)?.kind === kind || step.lastVotes.get(person)?.kind === "yes");
  if (canVote(voter)) {
    if (state.proposed || (await mayRunAny(vote))) return { kind: "vote", inPlaceOf: null };
    const grant = transitionGrant(context.product, machine.entity, vote.rows[0]!);
    return stopChange(context, notPermitted(say("nobody-has-proposed-action-on-this-entity", { action: action.name, entity: machine.entity }), grant));
  }
  const countsNothing = kind === "yes" && hasCountedVote(step, voter);
  for (const person of represented) {
    if (countsNothing || !canVote(person.id)) continue;
    await refuseDeputy(vote, state, person);
    return { kind: "vote", inPlaceOf: person.id };
  }
  const hasVoted = step.people.includes(voter) || represented.some((p) => step.people.includes(p.id));
  if (hasVoted) return conflict("decided-already", say("you-have-decided-on-action-already", { action: action.name }));
  return conflict("not-your-turn", say("it-isnt-your-turn-to-decide-on", { action: action.name }));
}

/**
 * A person whom Who names proposes. Where Who names the deciders themselves, one of them says yes instead. A person whom
 * `not by` excludes proposes only where Who names them for this record (`own`, `where`), or where the deciders are named by roles that they don't have.
 */
async function mayPropose(vote: VoteCase, state: DecisionState): Promise<boolean> {
  if (state.proposed || state.refused || state.now === null || state.steps[state.now]!.people.includes(vote.voter)) return false;
  const decides = state.steps.some((step) => step.listed.includes(vote.voter));
  const byRoles = state.steps.every(({ step }) => step.of.every((of) => "role" in of));
  const rows = state.excluded.has(vote.voter) && (decides || !byRoles) ? vote.rows.map(forThisRecord).filter((row) => row.who.length > 0) : vote.rows;
  return (await mayRunAny({ ...vote, rows })) && !(await mayDecidersRun(vote, state, decides ? "any role" : "their own roles"));
}

const refuseWithoutFactor = (context: ChangeContext): Promise<never> =>
  stopChange(context, refuse("not permitted", problem("second-factor-required", say("the-person-whom-you-represent-needs-a"))));

const forThisRecord = (row: Transition): Transition => ({ ...row, who: row.who.filter((who) => who.own || who.where !== null) });

/** A person who decides in no step and can't propose. */
async function refuseStranger(vote: VoteCase, state: DecisionState): Promise<never> {
  const { context, action, machine, voter } = vote;
  const line = sourceLocation(context.product, state.decision.source);
  if (state.votes.some((v) => v.kind === "proposal") && (await mayRunAny(vote)))
    return stopChange(context, refuse("conflict", problem("decided-already", say("action-has-been-proposed-already", { action: action.name }), { rule: action.name, ...line })));
  const detail = state.excluded.has(voter)
    ? say("you-may-not-decide-on-action-of-2", { action: action.name, entity: machine.entity, value: state.excluded.get(voter) })
    : say("you-arent-among-those-who-decide-on-2", { action: action.name, entity: machine.entity });
  return stopChange(context, notPermitted(detail, line));
}

async function mayRunAny({ context, machine, id, rows }: DecisionCase): Promise<boolean> {
  for (const row of rows) if (await mayRun(context, machine.entity, id, row)) return true;
  return false;
}

/** Whether the people whose turn it is can vote without waiting for a proposal. */
export const isStarted = async (about: DecisionCase, state: DecisionState): Promise<boolean> =>
  state.votes.length > 0 || state.now === null || isNamedRoleEmpty(about, state) || (await mayDecidersRun(about, state));

/** Default 130: nobody has the role that decides, and Who names that role itself, so no proposal is waited for. */
function isNamedRoleEmpty({ context, rows }: DecisionCase, state: DecisionState): boolean {
  const { listed, step } = state.steps[state.now!]!;
  const { roles } = context.product.permissions;
  const decides = step.of.flatMap((of) => ("role" in of ? (roles.find(({ name }) => name === of.role)?.includes ?? [of.role]) : []));
  return listed.length === 0 && rows.some(({ who }) => who.length > 0 && who.every(({ role }) => decides.includes(role)));
}

/** Whether Who names somebody of the current step: then their own yes is the proposal. For a step that `not by` has emptied, the people count whom it took out. */
async function mayDecidersRun({ context, machine, id, rows }: DecisionCase, state: DecisionState, by: "any role" | "their own roles" = "any role"): Promise<boolean> {
  const { people, listed } = state.steps[state.now!]!;
  for (const person of people.length > 0 ? people : listed) {
    const reader = await readerFor(context.connection, person);
    if (!reader) continue;
    // A role that a decider's role includes doesn't name the decider: a manager who includes clerks still waits for the clerk's proposal.
    const isNamed = ({ who }: Transition): boolean =>
      by === "any role" || who.length === 0 || (reader.kind === "person" && who.some(({ role }) => role === "everyone" || reader.roles.includes(role)));
    for (const row of rows.filter(isNamed)) if (await mayRun({ ...context, reader }, machine.entity, id, row)) return true;
  }
  return false;
}
