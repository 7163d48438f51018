/** The actions of a record: which of them the actor can run now, and why not the others. */
import { recordScreenQuery } from "@nonet/database";
import { type Action, type Machine, type Transition, sourceLocation, type SourceLocation } from "@nonet/model";
import { guardHolds, mayRun, refusingRow, type RowTarget, whyUnavailable } from "../actions/guards.ts";
import { readerOf } from "../change/actor-reader.ts";
import { beginChange, type ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import type { AvailableAction } from "../contract/record-status.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { describeDecision } from "../decisions/decision-view.ts";
import { isStarted, votingCapacity } from "../decisions/voting-capacity.ts";
import { machinesOf, stateIn } from "../input/machines.ts";
import { archivedProblem } from "../records/archived.ts";
import { done } from "../refusals/refusal.ts";
import { transitionLabel } from "../refusals/source-location.ts";
import { Stopped } from "../refusals/stop.ts";
import { guardBeforeInput } from "./guard-before-input.ts";
import { findRecord } from "./read-record.ts";
import { alternatives, say } from "@nonet/texts";

/** An action of one record, with the transitions that it has from any state and from the record's own. */
interface Candidate {
  readonly context: ChangeContext;
  readonly machine: Machine;
  readonly action: Action;
  readonly id: string;
  readonly transitions: readonly Transition[];
  readonly fromHere: readonly Transition[];
}

/** The actions that the actor may run in some state. A decision of several people is shown to everybody who may read the record. */
export async function availableActions(running: Running, actor: Actor, entity: string, recordId: string): Promise<Outcome<readonly AvailableAction[]>> {
  const visible = await findRecord(running, actor, entity, recordId);
  if (!visible.ok) return visible;
  const { id } = visible.value;
  const context = beginChange(running.database, running.product, actor);
  const record = await readAsSystem(context, entity, id);
  const archived = await archivedProblem(context, entity, id);
  const found: AvailableAction[] = [];
  for (const machine of machinesOf(running.product, entity)) {
    const state = stateIn(running.product, machine, record) ?? "";
    for (const action of machine.actions) {
      if (action.systemOnly) continue;
      const transitions = await transitionsOf(context, machine, action, id);
      if (transitions.length === 0 && !action.decision) continue;
      const candidate = { context, machine, action, id, transitions, fromHere: transitions.filter((t) => t.from === state) };
      const unlessArchived = action.decision ? await checkDecision(candidate) : await checkAction(candidate);
      const available = archived ? refusedBy(archived, unlessArchived) : unlessArchived;
      found.push({ ...available, ...(await questionOf(running, actor, candidate)) });
    }
  }
  return done(found);
}

/** Whatever the action's own conditions say. */
function refusedBy(archived: FieldError, { decision, ...available }: AvailableAction): AvailableAction {
  return { ...available, ...refusal(archived), allowed: false, ...(decision ? { decision: { ...decision, turn: false, why: archived.detail } } : {}) };
}

/** The question of `ACTION confirms: …`, with what the reader may read of the record. */
async function questionOf(running: Running, actor: Actor, { action, machine, id }: Candidate): Promise<Pick<AvailableAction, "question">> {
  if (action.confirms === null) return {};
  const row = await running.database.row(recordScreenQuery(running.product, readerOf(actor), machine.entity, id, { title: action.confirms, shown: [] }));
  return typeof row?.["title"] === "string" ? { question: row["title"] } : {};
}

/** Of a decision all transitions; of any other action those that the actor may run. */
async function transitionsOf(context: ChangeContext, machine: Machine, action: Action, id: string): Promise<readonly Transition[]> {
  const all = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
  if (action.decision) return all;
  const permitted: Transition[] = [];
  for (const transition of all) if (await mayRun(context, machine.entity, id, transition)) permitted.push(transition);
  return permitted;
}

const describe = ({ context, action }: Candidate) => ({ name: action.name, path: action.path, ...sourceLocation(context.product, action.source, `by ${action.name}`) });
const states = (transitions: readonly Transition[]): string => say("possible-while-value", { value: alternatives([...new Set(transitions.flatMap((t) => t.from ?? []))]) });

async function checkAction(candidate: Candidate): Promise<AvailableAction> {
  const { transitions, fromHere } = candidate;
  if (fromHere.length === 0) return { ...describe(candidate), allowed: false, why: states(transitions), to: transitions[0]!.to };
  return checkGuards(candidate, fromHere[0]!.to);
}

/** Possible for a person whose yes would count now, as a vote or as the proposal. */
async function checkDecision(candidate: Candidate): Promise<AvailableAction> {
  const { context, machine, action, id, transitions, fromHere: standing } = candidate;
  const shown = { ...describe(candidate), to: transitions[0]?.to ?? null };
  if (standing.length === 0) return { ...shown, allowed: false, why: states(transitions) };
  const now = await readDecision(context.connection, context.product, machine, action, id);
  const about = { context, machine, action, id, rows: standing };
  const decision = { ...(await describeDecision(context.connection, context.product, context.reader, now, id)), begun: await isStarted(about, now) };
  const atDecision = { ...shown, ...sourceLocation(context.product, action.decision!.source) };
  if (context.actor.kind !== "person") return { ...atDecision, allowed: false, why: decision.why, decision };
  try {
    const place = await votingCapacity({ ...about, voter: context.actor.id }, now, "yes");
    if (place.kind === "proposal") return { ...shown, allowed: true, why: null, to: standing[0]!.to, decision };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // A person whose turn it would be once the action is proposed gets the reason why it isn't yet.
    if (!decision.turn) return { ...atDecision, allowed: false, why: decision.why, decision };
    const { why, ...location } = firstError(error);
    return { ...atDecision, ...location, allowed: false, why, decision: { ...decision, turn: false, why } };
  }
  return { ...(await checkGuards(candidate, shown.to)), decision };
}

/** Allowed where one guard holds; else the row that gives the refusal, or the error that kept a guard from being evaluated, is the reason. `to`: the target where none holds. */
async function checkGuards(candidate: Candidate, to: string | null): Promise<AvailableAction> {
  const { context, machine, id, fromHere } = candidate;
  const shown = { ...describe(candidate), to };
  try {
    for (const transition of fromHere) if (await mayHold(context, { entity: machine.entity, id }, transition)) return { ...shown, allowed: true, why: null, to: transition.to };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...shown, ...firstError(error), allowed: false };
  }
  const first = refusingRow(fromHere);
  return {
    ...shown,
    ...sourceLocation(context.product, first.source, transitionLabel(first)),
    allowed: false,
    why: await whyUnavailable(context, { entity: machine.entity, id }, first),
  };
}

/** Whether the guard holds as far as it doesn't depend on what the action asks for. */
function mayHold(context: ChangeContext, target: RowTarget, transition: Transition): Promise<boolean> {
  const expression = transition.guard && guardBeforeInput(transition.guard.expression);
  return guardHolds(context, target, { ...transition, guard: expression && { ...transition.guard!, expression } });
}

function firstError(error: Stopped): Pick<AvailableAction, "why"> & Partial<SourceLocation> {
  const first = error.refusal.errors[0];
  return first ? refusal(first) : { why: null };
}

const refusal = ({ detail: why, line, file, about }: FieldError): Pick<AvailableAction, "why"> & Partial<SourceLocation> => ({
  why,
  ...(line === null ? {} : { line, file, about }),
});
