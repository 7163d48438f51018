/** A person's yes or no to an action that several people decide; the action happens with the last yes that it needs. */
import { deciding } from "@nonet/database";
import type { Action, Machine, Transition } from "@nonet/model";
import { isArchived } from "./archived.ts";
import { withArticle } from "./article.ts";
import { readDecision, type DecisionState } from "./decision-state.ts";
import { tellOwner } from "./decision-time.ts";
import { stateIn } from "./machine-of-action.ts";
import { saidAt, notPermitted, notSignedIn, problem, refuse } from "./refusal.ts";
import { saidWho } from "./said-who.ts";
import { mayRun, readAsked, refuseGuard, runAction, runRow, firstHolding } from "./run-action.ts";
import { hold, stop, whole, type Touched, type Work } from "./work.ts";

interface Case {
  readonly work: Work;
  readonly machine: Machine;
  readonly action: Action;
  readonly id: string;
  readonly touched: Touched;
  readonly standing: readonly Transition[];
  readonly me: string;
}

export async function decide(work: Work, machine: Machine, action: Action, id: string, standing: readonly Transition[], sent: Readonly<Record<string, unknown>>): Promise<void> {
  if (work.actor.kind !== "person")
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`${action.name} is decided by people.`, saidAt(work.product, action.decision!.source)));
  const { decision, ...asked } = sent;
  const kind = decision === undefined || decision === null || decision === "yes" || decision === true ? "yes" : decision === "no" || decision === false ? "no" : null;
  if (kind === null)
    return stop(
      refuse("invalid", problem("invalid-value", 'decision is "yes" or "no".', { field: "decision", rule: action.name, ...saidAt(work.product, action.decision!.source) })),
    );
  const touched = await hold(work, machine.entity, id);
  const here: Case = { work, machine, action, id, touched, standing, me: work.actor.id };
  await startAgainIfChanged(work, machine, action, id);
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.round === 0) await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
  const round = Math.max(1, state.round);
  const place = await placeOf(here, state, kind);
  const guarded = kind === "yes" && place.kind !== "proposal" ? await firstHolding(work, machine.entity, id, touched, standing) : null;
  if (kind === "yes" && place.kind !== "proposal" && !guarded) return refuseGuard(work, machine.entity, id, touched, standing[0]!, action.name);
  const own = kind === "yes" ? await readAsked(work, machine.entity, action, touched, asked) : {};
  if (place.kind !== "complete") {
    const spoken = place.kind === "proposal" ? "proposal" : kind;
    await work.connection.rows(
      deciding.addVote({
        entity: machine.entity,
        record: id,
        action: action.name,
        round,
        step: place.kind === "proposal" ? null : state.now,
        by: here.me,
        inPlaceOf: place.inPlaceOf,
        kind: spoken,
        asked: kind === "yes" ? touched.asked : Object.keys(asked).length > 0 ? asked : null,
      }),
    );
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
  await work.connection.rows(deciding.setStep(id, action.name, Math.max(1, state.round), state.now ?? state.steps.length));
  await tellOwner(work, state, id);
}

type Place = { readonly kind: "vote" | "proposal" | "complete"; readonly inPlaceOf: string | null };

/** In whose place the person speaks now; refused where it is nobody's. */
async function placeOf(here: Case, state: DecisionState, kind: "yes" | "no"): Promise<Place> {
  const { work, action, me } = here;
  const among = state.steps.some((s) => s.people.includes(me));
  const represented = work.actor.kind === "person" ? (work.actor.standsFor ?? []).filter((p) => state.steps.some((s) => s.people.includes(p.id))) : [];
  if (!among && represented.length === 0) return strangerPlace(here, state, kind);
  const said = saidAt(work.product, state.decision.source);
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
      return stop(notPermitted(`${action.name} isn't yours to do on this ${here.machine.entity}.`, saidWho(work.product, here.machine.entity, here.standing[0]!)));
    return { kind: "vote", inPlaceOf: null };
  }
  for (const person of represented) {
    if (!mayStill(person.id)) continue;
    await refuseDeputy(here, state, person);
    return { kind: "vote", inPlaceOf: person.id };
  }
  if (step.people.includes(me) || represented.some((p) => step.people.includes(p.id)))
    return stop(refuse("conflict", problem("decided-already", `You have decided on ${action.name} already.`, { rule: action.name, ...said })));
  return stop(refuse("conflict", problem("not-your-turn", `It isn't your turn to decide on ${action.name}.`, { rule: action.name, ...said })));
}

/** Somebody who decides in no step: they may propose, where the deciders themselves may not. */
async function strangerPlace(here: Case, state: DecisionState, kind: "yes" | "no"): Promise<Place> {
  const { work, action, machine, me } = here;
  const said = saidAt(work.product, state.decision.source);
  if (state.excluded.has(me)) return stop(notPermitted(`You don't decide on ${action.name} of this ${machine.entity}.`, said));
  const mine = await fits(here);
  if (mine && kind === "yes" && !state.proposed && state.now !== null && !(await decidersFit(here, state))) return { kind: "proposal", inPlaceOf: null };
  if (mine && state.proposed && state.votes.some((v) => v.kind === "proposal"))
    return stop(refuse("conflict", problem("decided-already", `${action.name} has been proposed already.`, { rule: action.name, ...said })));
  return stop(notPermitted(`You aren't among those who decide on ${action.name} of this ${machine.entity}.`, said));
}

async function fits({ work, machine, id, standing }: Case): Promise<boolean> {
  for (const row of standing) if (await mayRun(work, machine.entity, id, row)) return true;
  return false;
}

/** Whether Who names somebody of the step whose turn it is: then their own yes is the proposal. */
async function decidersFit(here: Case, state: DecisionState): Promise<boolean> {
  const { work, machine, id, standing } = here;
  for (const person of state.steps[state.now!]!.people) {
    const row = await work.connection.row(deciding.reader(person));
    if (!row) continue;
    const reader = { kind: "person" as const, id: person, roles: row["roles"] as string[], owner: row["owner"] === true };
    for (const transition of standing) if (await mayRun({ ...work, reader }, machine.entity, id, transition)) return true;
  }
  return false;
}

/** A deputy has the role that the deed asks for, is no one whom `not by` names, and decides on nothing of their own. */
async function refuseDeputy(here: Case, state: DecisionState, person: { readonly id: string; readonly roles: readonly string[]; readonly owner: boolean }): Promise<void> {
  const { work, machine, action, id, standing, me } = here;
  const entity = machine.entity;
  const said = saidAt(work.product, state.decision.source);
  if (state.excluded.has(me)) stop(notPermitted(`You don't decide on ${action.name} of this ${entity}, not in another's place either.`, said));
  const own = deciding.own(work.product, entity, id, me);
  if (own && (await work.connection.row(own))?.["allowed"] === true) stop(notPermitted(`Nobody decides on their own ${entity} in another's place.`, said));
  const held = rolesOf(work, work.actor.kind === "person" ? work.actor.roles : []);
  const { of } = state.steps[state.now!]!.step;
  if ("role" in of && !held.has(of.role)) stop(notPermitted(`To decide on ${action.name} in another's place one must be ${withArticle(of.role)} oneself.`, said));
  const reader = { kind: "person" as const, ...person };
  let fitting = state.proposed;
  for (const row of standing) {
    if (!(await mayRun({ ...work, reader }, entity, id, row))) continue;
    const named = row.who.length > 0 ? row.who.map((w) => w.role) : grantedTo(work, entity, action.name);
    if (named.some((role) => held.has(role))) fitting = true;
    else stop(notPermitted(`To decide on ${action.name} in another's place one must be ${named.map(withArticle).join(" or ")} oneself.`, said));
  }
  if (!fitting) stop(notPermitted(`${action.name} isn't theirs to do whom you stand in for.`, said));
}

const rolesOf = (work: Work, roles: readonly string[]): Set<string> =>
  new Set(["everyone", "anyone", ...roles.flatMap((name) => work.product.permissions.roles.find((r) => r.name === name)?.includes ?? [name])]);
const grantedTo = (work: Work, entity: string, action: string): string[] =>
  work.product.permissions.grants.filter((g) => g.entity === entity && typeof g.verb === "object" && g.verb.action === action).map((g) => g.role);

/** The record has come into a state: what may be decided there is decided from the first step. */
export async function beginRounds(work: Work, machine: Machine, id: string, state: string | null): Promise<void> {
  for (const action of machine.actions) {
    if (!action.decision || state === null || !deciding.openStates(machine, action.name).includes(state)) continue;
    await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
    await keepWatched(work, machine, action, id);
  }
}

const watchedOf = async (work: Work, machine: Machine, action: Action, id: string): Promise<Readonly<Record<string, unknown>> | null> => {
  const names = action.decision!.startsAgainWhenChanges;
  const fields = work.product.entities.find((e) => e.name === machine.entity)?.fields ?? [];
  if (names.length === 0) return null;
  const record = await whole(work, machine.entity, id);
  return Object.fromEntries(names.map((name) => [name, record?.[fields.find((f) => f.name === name)?.key ?? name] ?? null]));
};

const keepWatched = async (work: Work, machine: Machine, action: Action, id: string): Promise<void> => {
  const watched = await watchedOf(work, machine, action, id);
  if (watched) await work.connection.rows(deciding.keepWatched(id, action.name, watched));
};

/** `starts again when F changes`: compared with what it was when the round began. */
export async function startAgainIfChanged(work: Work, machine: Machine, action: Action, id: string): Promise<void> {
  const watched = await watchedOf(work, machine, action, id);
  if (!watched) return;
  const row = await work.connection.row(deciding.watched(id, action.name));
  if (!row) return;
  if (row["watched"] === null || row["watched"] === undefined || Number(row["votes"]) === 0)
    return void (await work.connection.rows(deciding.keepWatched(id, action.name, watched)));
  if (canonical(row["watched"]) === canonical(watched)) return;
  await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
  await work.connection.rows(deciding.keepWatched(id, action.name, watched));
}

/** jsonb sorts keys in its own way. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );

/** After a change that was no vote: starts again what must, and lets happen what everybody needed has said yes to. Gives whether something happened. */
export async function settleDecision(work: Work, machine: Machine, action: Action, id: string): Promise<boolean> {
  const record = await whole(work, machine.entity, id);
  const now = stateIn(work.product, machine, record);
  if (now === null || !deciding.openStates(machine, action.name).includes(now) || (await isArchived(work, machine.entity, id))) return false;
  await startAgainIfChanged(work, machine, action, id);
  const state = await readDecision(work.connection, work.product, machine, action, id);
  await tellOwner(work, state, id);
  if (state.now !== null || state.refused || !state.votes.some((v) => v.kind === "yes")) {
    if (state.round > 0) await work.connection.rows(deciding.setStep(id, action.name, state.round, state.now ?? state.steps.length));
    return false;
  }
  const touched = await hold(work, machine.entity, id);
  const row = await firstHolding(
    work,
    machine.entity,
    id,
    touched,
    machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from === now),
  );
  if (!row) return false;
  await runRow(work, machine, touched, row, action.name, {});
  return true;
}
