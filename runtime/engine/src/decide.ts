/** A person's yes or no to an action that several people decide; the action happens with the last yes that it needs. */
import { deciding } from "@nonet/database";
import type { Action, Machine, Transition } from "@nonet/model";
import { isArchived } from "./archived.ts";
import { isBegun, placeOf, type Asked } from "./decision-place.ts";
import { readDecision } from "./decision-state.ts";
import { tellOwner } from "./decision-time.ts";
import { givenWithYes, refuseNow } from "./last-word.ts";
import { stateIn } from "./machine-of-action.ts";
import { saidAt, notPermitted, notSignedIn, problem, refuse } from "./refusal.ts";
import { readAsked } from "./read-asked.ts";
import { refuseGuard, runAction, runRow, firstHolding } from "./run-action.ts";
import { hold, stop, whole, type Touched, type Work } from "./work.ts";

interface Case extends Asked {
  readonly touched: Touched;
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
  const own = kind === "yes" ? await readAsked(work, machine.entity, action, touched, asked, true) : {};
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
    await work.connection.rows(place.kind === "proposal" ? deciding.proposed(id, action.name, round) : deciding.spoken(id, action.name, round));
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

/** The record has come into a state: what may be decided there is decided from the first step. `only`: one action of them. */
export async function beginRounds(work: Work, machine: Machine, id: string, state: string | null, only?: string): Promise<void> {
  for (const action of machine.actions) {
    if (only !== undefined && action.name !== only) continue;
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
  const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from === now);
  // Before it is proposed nobody is asked, so nobody is lacking.
  if (await isBegun({ work, machine, action, id, standing }, state)) await tellOwner(work, state, id);
  if (state.refused && (await refuseNow(work, machine, action, id, state))) return true;
  if (state.now !== null || state.refused || !state.votes.some((v) => v.kind === "yes")) {
    if (state.round > 0) await work.connection.rows(deciding.setStep(id, action.name, state.round, state.now ?? state.steps.length));
    return false;
  }
  const touched = await hold(work, machine.entity, id);
  const row = await firstHolding(work, machine.entity, id, touched, standing);
  if (!row) return false;
  await runRow(work, machine, touched, row, action.name, givenWithYes(work, machine, action, touched, state));
  return true;
}
