/** Runs an action on a record: the rows that lead from its state, who may run them, the input, the guard, the transition with its effects. */
import { type Action, entityOf, type Machine, sourceLocation, type Transition } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { guardHolds, mayRun, type Origin, refuseGuard, refusingRow } from "../actions/guards.ts";
import { runActionTransition } from "../actions/run-transition.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite, lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { stopChange } from "../change/report.ts";
import { mayReadField } from "../change/visible-field.ts";
import type { Values } from "../contract/actor.ts";
import { castVote } from "../decisions/cast-vote.ts";
import { actionOf, stateIn, stateKey, transitionsOf } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { refuseLocked } from "../records/locked-while.ts";
import { withArticle } from "../refusals/article.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { alternatives, say } from "@nonet/texts";

const maxDepth = 50;

export interface RunAction {
  readonly entity: string;
  readonly id: string;
  readonly action: string;
  readonly input: Values;
  readonly origin: Origin;
}

export async function runAction(context: ChangeContext, run: RunAction): Promise<void> {
  const { entity, id, input, origin } = run;
  const found = actionOf(context.product, entity, run.action);
  if (!found) throw new Error("The caller looks the action up first.");
  const { machine, action } = found;
  if (++context.depth > maxDepth)
    stopChange(
      context,
      refuse("conflict", problem("too-deep", say("the-effects-of-action-run-each-other", { action: action.name }), sourceLocation(context.product, action.source))),
    );
  const record = action.decision ? await lockRecord(context, entity, id) : await lockForWrite(context, entity, id, action.name);
  await refuseArchived(context, entity, id);
  const state = stateIn(context.product, machine, await readAsSystem(context, entity, id));
  const rows = transitionsOf(machine, action.name, state);
  if (rows.length === 0) await refuseState(context, machine, action, { id, state });
  if (action.decision) {
    const following = await castVote({ context, machine, action, id, rows }, input);
    if (following) await runAction(context, { entity, id, ...following, origin: "effect" });
  } else {
    const own = await parseActionInput(context, { action, record, sent: input, by: origin === "person" ? "actor" : null });
    const transition = await chooseRow(context, action, record, { rows, origin });
    if (origin === "person" && own.size > 0 && !leavesState(machine, transition)) await refuseLocked(context, entityOf(context.product, entity)!, id, record);
    await runActionTransition(context, { machine, record, transition, name: action.name }, own);
  }
  context.depth--;
}

/** Default 91: an action passes `Locked while` where it leads to another state, or stores nothing of what a person sends. */
const leavesState = ({ field }: Machine, { from, to }: Transition): boolean => field === "state" && from !== to;

/** Discloses the record's state only to an actor who may read it. */
async function refuseState(context: ChangeContext, machine: Machine, action: Action, { id, state }: { readonly id: string; readonly state: string | null }): Promise<never> {
  const from = [...new Set(transitionsOf(machine, action.name).map((t) => t.from ?? "new"))];
  const visible = await mayReadField(context, machine.entity, id, stateKey(context.product, machine));
  const detail = say("action-is-possible-while-entity-is-from", {
    action: action.name,
    entity: withArticle(machine.entity),
    from: alternatives(from),
    value: visible ? `; this one is ${String(state)}` : "",
  });
  return stopChange(context, refuse("conflict", problem("wrong-state", detail, { rule: action.name, ...sourceLocation(context.product, action.source) })));
}

/** The first row whose Who and guard both hold; else the refusal of one that the actor may run. */
async function chooseRow(
  context: ChangeContext,
  action: Action,
  record: ChangedRecord,
  { rows, origin }: { readonly rows: readonly Transition[]; readonly origin: Origin },
): Promise<Transition> {
  const { entity, id } = record;
  const allowed: Transition[] = [];
  for (const row of rows) if (origin !== "person" || (await mayRun(context, entity, id, row))) allowed.push(row);
  if (allowed.length === 0)
    return stopChange(context, notPermitted(say("you-may-not-run-action-on-this", { action: action.name, entity }), transitionGrant(context.product, entity, rows[0]!)));
  const target = { entity, id, record };
  for (const row of allowed) if (await guardHolds(context, target, row)) return row;
  return refuseGuard(context, target, refusingRow(allowed), action.name);
}
