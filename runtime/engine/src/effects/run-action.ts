/** Runs one action or automatic transition on one record: who, guard, asked fields, the new state, its effects. */
import { type Action, type Machine, sourceLocation, type Transition } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { guardHolds, mayRun, type Origin, refuseGuard } from "../actions/guards.ts";
import { runRow } from "../actions/run-transition.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite, lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { mayReadField } from "../change/visible-field.ts";
import { castVote } from "../decisions/cast-vote.ts";
import { actionOf, stateIn, stateKey } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { withArticle } from "../refusals/article.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

const deepest = 50;

export async function runAction(
  context: ChangeContext,
  entityName: string,
  id: string,
  actionName: string,
  asked: Readonly<Record<string, unknown>>,
  origin: Origin,
): Promise<void> {
  const found = actionOf(context.product, entityName, actionName);
  if (!found) throw new Error("The caller looks the action up first.");
  const { machine, action } = found;
  if (++context.depth > deepest)
    stop(refuse("conflict", problem("too-deep", `The effects of ${actionName} run each other without end.`, sourceLocation(context.product, action.source))));
  const touched = action.decision ? await lockRecord(context, entityName, id) : await lockForWrite(context, entityName, id, actionName);
  await refuseArchived(context, entityName, id);
  const state = stateIn(context.product, machine, await readAsSystem(context, entityName, id));
  const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === actionName && t.from === state);
  if (standing.length === 0) await refuseState(context, machine, action, id, state);
  if (action.decision) await castVote(context, machine, action, id, standing, asked);
  else {
    const own = await parseActionInput(context, entityName, action, touched, asked, origin === "person");
    const transition = await choose(context, entityName, id, touched, standing, origin);
    await runRow(context, machine, touched, transition, actionName, own);
  }
  context.depth--;
}

async function refuseState(context: ChangeContext, machine: Machine, action: Action, id: string, state: string | null): Promise<never> {
  const from = [...new Set(machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name).map((t) => t.from ?? "new"))];
  const seen = await mayReadField(context, machine.entity, id, stateKey(context.product, machine));
  const detail = `${action.name} is possible while ${withArticle(machine.entity)} is ${from.join(" or ")}${seen ? `; this one is ${String(state)}` : ""}.`;
  return stop(refuse("conflict", problem("wrong-state", detail, { rule: action.name, ...sourceLocation(context.product, action.source) })));
}

/** The first row whose Who and guard both hold; the refusal of the first that fits the person otherwise. */
async function choose(context: ChangeContext, entity: string, id: string, touched: ChangedRecord, standing: readonly Transition[], origin: Origin): Promise<Transition> {
  const mine: Transition[] = [];
  for (const row of standing) if (origin !== "person" || (await mayRun(context, entity, id, row))) mine.push(row);
  const named = standing[0]!.trigger.kind === "action" ? standing[0]!.trigger.action : "";
  if (mine.length === 0) return stop(notPermitted(`${named} isn't yours to do on this ${entity}.`, transitionGrant(context.product, entity, standing[0]!)));
  for (const row of mine) if (await guardHolds(context, entity, id, touched, row)) return row;
  return refuseGuard(context, entity, id, touched, mine[0]!, named);
}
