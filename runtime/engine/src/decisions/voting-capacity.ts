/** In whose place a person may speak on what several people decide: their own, another's, or none as whoever proposes it. */
import { decisionStatements } from "@nonet/database";
import { type Action, type Machine, sourceLocation, type Transition } from "@nonet/model";
import { mayRun } from "../actions/guards.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { withArticle } from "../refusals/article.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { countsNoMore, type DecisionState } from "./decision-state.ts";

export interface DecisionCase {
  readonly context: ChangeContext;
  readonly machine: Machine;
  readonly action: Action;
  readonly id: string;
  /** The action's rows from the state in which the record is. */
  readonly standing: readonly Transition[];
  readonly me: string;
}

export type VotingCapacity = { readonly kind: "vote" | "proposal" | "complete"; readonly inPlaceOf: string | null };

/** In whose place the person speaks now; refused where it is nobody's. */
export async function votingCapacity(here: DecisionCase, state: DecisionState, kind: "yes" | "no"): Promise<VotingCapacity> {
  const { context, action, me } = here;
  if (kind === "yes" && (await mayPropose(here, state))) return { kind: "proposal", inPlaceOf: null };
  const among = state.steps.some((s) => s.people.includes(me));
  const represented = context.actor.kind === "person" ? (context.actor.standsFor ?? []).filter((p) => state.steps.some((s) => s.people.includes(p.id))) : [];
  if (!among && represented.length === 0) return refuseStranger(here, state);
  const said = sourceLocation(context.product, state.decision.source);
  if (state.refused)
    return stop(
      refuse(
        "conflict",
        problem("decision-refused", `${action.name} has been refused; it can be decided again only when the decision starts again.`, { rule: action.name, ...said }),
      ),
    );
  if (state.now === null) return { kind: "complete", inPlaceOf: null };
  const step = state.steps[state.now]!;
  const mayStill = (person: string): boolean => step.people.includes(person) && !(step.said.get(person)?.kind === kind || step.said.get(person)?.kind === "yes");
  if (mayStill(me)) {
    if (!state.proposed && !(await fits(here)))
      return stop(
        notPermitted(
          `Nobody has proposed ${action.name} on this ${here.machine.entity} yet, and it isn't yours to propose.`,
          transitionGrant(context.product, here.machine.entity, here.standing[0]!),
        ),
      );
    return { kind: "vote", inPlaceOf: null };
  }
  const spent = kind === "yes" && countsNoMore(step, me);
  for (const person of represented) {
    if (spent || !mayStill(person.id)) continue;
    await refuseDeputy(here, state, person);
    return { kind: "vote", inPlaceOf: person.id };
  }
  if (step.people.includes(me) || represented.some((p) => step.people.includes(p.id)))
    return stop(refuse("conflict", problem("decided-already", `You have decided on ${action.name} already.`, { rule: action.name, ...said })));
  return stop(refuse("conflict", problem("not-your-turn", `It isn't your turn to decide on ${action.name}.`, { rule: action.name, ...said })));
}

/**
 * Whoever Who names proposes; where it names the deciders themselves, one of those says yes instead. Whom `not by`
 * excludes proposes only where Who names them for this record (`own`, `where`): named by a role alone, they would decide.
 */
async function mayPropose(here: DecisionCase, state: DecisionState): Promise<boolean> {
  if (state.proposed || state.refused || state.now === null || state.steps[state.now]!.people.includes(here.me)) return false;
  const standing = state.excluded.has(here.me) ? here.standing.map(forThisRecord).filter((row) => row.who.length > 0) : here.standing;
  return (await fits({ ...here, standing })) && !(await decidersFit(here, state));
}

const forThisRecord = (row: Transition): Transition => ({ ...row, who: row.who.filter((who) => who.own || who.where !== null) });

/** Somebody who decides in no step, and can propose nothing. */
async function refuseStranger(here: DecisionCase, state: DecisionState): Promise<never> {
  const { context, action, machine, me } = here;
  const said = sourceLocation(context.product, state.decision.source);
  if (state.votes.some((v) => v.kind === "proposal") && (await fits(here)))
    return stop(refuse("conflict", problem("decided-already", `${action.name} has been proposed already.`, { rule: action.name, ...said })));
  if (state.excluded.has(me)) return stop(notPermitted(`You don't decide on ${action.name} of this ${machine.entity}.`, said));
  return stop(notPermitted(`You aren't among those who decide on ${action.name} of this ${machine.entity}.`, said));
}

async function fits({ context, machine, id, standing }: DecisionCase): Promise<boolean> {
  for (const row of standing) if (await mayRun(context, machine.entity, id, row)) return true;
  return false;
}

/** Whether whose turn it is needn't wait for a proposal. */
export const isBegun = async (here: Omit<DecisionCase, "me">, state: DecisionState): Promise<boolean> =>
  state.votes.length > 0 || state.now === null || (await decidersFit(here, state));

/** Whether Who names somebody of the step whose turn it is: then their own yes is the proposal. A step that `not by` has emptied is judged by whom it took out. */
async function decidersFit(here: Omit<DecisionCase, "me">, state: DecisionState): Promise<boolean> {
  const { context, machine, id, standing } = here;
  const { people, listed } = state.steps[state.now!]!;
  for (const person of people.length > 0 ? people : listed) {
    const row = await context.connection.row(decisionStatements.reader(person));
    if (!row) continue;
    const reader = { kind: "person" as const, id: person, roles: row["roles"] as string[], owner: row["owner"] === true };
    for (const transition of standing) if (await mayRun({ ...context, reader }, machine.entity, id, transition)) return true;
  }
  return false;
}

/** A deputy has the role that the deed asks for, is no one whom `not by` names, and decides on nothing of their own. */
async function refuseDeputy(here: DecisionCase, state: DecisionState, person: { readonly id: string; readonly roles: readonly string[]; readonly owner: boolean }): Promise<void> {
  const { context, machine, action, id, standing, me } = here;
  const entity = machine.entity;
  const said = sourceLocation(context.product, state.decision.source);
  if (state.excluded.has(me)) stop(notPermitted(`You don't decide on ${action.name} of this ${entity}, not in another's place either.`, said));
  const own = decisionStatements.own(context.product, entity, id, me);
  if (own && (await context.connection.row(own))?.["allowed"] === true) stop(notPermitted(`Nobody decides on their own ${entity} in another's place.`, said));
  const held = rolesOf(context, context.actor.kind === "person" ? context.actor.roles : []);
  const { of } = state.steps[state.now!]!.step;
  if ("role" in of && !held.has(of.role)) stop(notPermitted(`To decide on ${action.name} in another's place one must be ${withArticle(of.role)} oneself.`, said));
  const reader = { kind: "person" as const, ...person };
  let fitting = state.proposed;
  for (const row of standing) {
    if (!(await mayRun({ ...context, reader }, entity, id, row))) continue;
    const named = row.who.length > 0 ? row.who.map((w) => w.role) : grantedTo(context, entity, action.name);
    if (named.some((role) => held.has(role))) fitting = true;
    else stop(notPermitted(`To decide on ${action.name} in another's place one must be ${named.map(withArticle).join(" or ")} oneself.`, said));
  }
  if (!fitting) stop(notPermitted(`${action.name} isn't theirs to do whom you stand in for.`, said));
}

const rolesOf = (context: ChangeContext, roles: readonly string[]): Set<string> =>
  new Set(["everyone", "anyone", ...roles.flatMap((name) => context.product.permissions.roles.find((r) => r.name === name)?.includes ?? [name])]);
const grantedTo = (context: ChangeContext, entity: string, action: string): string[] =>
  context.product.permissions.grants.filter((g) => g.entity === entity && typeof g.verb === "object" && g.verb.action === action).map((g) => g.role);
