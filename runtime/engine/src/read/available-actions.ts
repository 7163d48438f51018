/** What a person can do with a record now, and why not for the rest. */
import { type Action, type Machine, sourceLocation, type SourceLocation, type Transition } from "@nonet/model";
import { guardHolds, guardWhy, mayRun } from "../actions/guards.ts";
import { beginChange, type ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { AvailableAction } from "../contract/record-status.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { describeDecision } from "../decisions/decision-view.ts";
import { isBegun, votingCapacity } from "../decisions/voting-capacity.ts";
import { machinesOf, stateIn } from "../input/machines.ts";
import { done } from "../refusals/refusal.ts";
import { transitionLabel } from "../refusals/source-location.ts";
import { Stopped } from "../refusals/stop.ts";
import { readRecord } from "./read-record.ts";

/** Actions that the person could ever do in some state; each says whether it is possible now. What several people decide is shown to whoever may read the record. */
export async function shownActions(running: Running, actor: Actor, entity: string, id: string): Promise<Outcome<readonly AvailableAction[]>> {
  const seen = await readRecord(running, actor, entity, id);
  if (!seen.ok) return seen;
  const work = beginChange(running.database, running.product, actor, []);
  const record = await readAsSystem(work, entity, seen.value.id);
  const found: AvailableAction[] = [];
  for (const machine of machinesOf(running.product, entity)) {
    const state = stateIn(running.product, machine, record) ?? "";
    for (const action of machine.actions) {
      if (action.systemOnly) continue;
      const rows = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
      const mine: Transition[] = [];
      for (const row of rows) if (await mayRun(work, entity, seen.value.id, row)) mine.push(row);
      const shown = action.decision
        ? await judgeDecided(work, machine, action, rows, state, seen.value.id)
        : mine.length === 0
          ? null
          : await judgeAction(running, machine, work, action, mine, state, entity, seen.value.id);
      if (shown) found.push(shown);
    }
  }
  return done(found);
}

/** While it is being decided, everybody who reads the record sees how it stands; it is possible to whom a yes would be taken from, as a vote or as the proposal. */
async function judgeDecided(work: ChangeContext, machine: Machine, action: Action, rows: readonly Transition[], state: string, id: string): Promise<AvailableAction | null> {
  const shown = { name: action.name, path: action.path, ...sourceLocation(work.product, action.source, `by ${action.name}`), to: rows[0]?.to ?? null };
  const standing = rows.filter((t) => t.from === state);
  if (standing.length === 0) return { ...shown, allowed: false, why: `Possible while ${[...new Set(rows.map((t) => t.from))].join(" or ")}.` };
  const now = await readDecision(work.connection, work.product, machine, action, id);
  const about = { context: work, machine, action, id, standing };
  const decision = { ...(await describeDecision(work.connection, work.product, work.reader, now, id)), begun: await isBegun(about, now) };
  const said = { ...shown, ...sourceLocation(work.product, action.decision!.source) };
  if (work.actor.kind !== "person") return { ...said, allowed: false, why: decision.why, decision };
  try {
    const place = await votingCapacity({ ...about, me: work.actor.id }, now, "yes");
    if (place.kind === "proposal") return { ...shown, allowed: true, why: null, to: standing[0]!.to, decision };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // Whose turn it would be, were it proposed, is told what it waits for.
    if (!decision.turn) return { ...said, allowed: false, why: decision.why, decision };
    const { why, ...at } = firstSaid(error);
    return { ...said, ...at, allowed: false, why, decision: { ...decision, turn: false, why } };
  }
  try {
    for (const row of standing) if (await guardHolds(work, machine.entity, id, undefined, row)) return { ...shown, allowed: true, why: null, to: row.to, decision };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...shown, ...firstSaid(error), allowed: false, decision };
  }
  return {
    ...shown,
    ...sourceLocation(work.product, standing[0]!.source, transitionLabel(standing[0]!)),
    allowed: false,
    why: guardWhy(work, standing[0]!),
    decision,
  };
}

/** What a guard that couldn't be judged was stopped by: the line that says so is that one's. */
function firstSaid(error: Stopped): Pick<AvailableAction, "why"> & Partial<SourceLocation> {
  const first = error.refusal.errors[0];
  if (!first) return { why: null };
  return { why: first.detail, ...(first.line === null ? {} : { line: first.line, file: first.file, about: first.about }) };
}

async function judgeAction(
  running: Running,
  machine: Machine,
  work: ChangeContext,
  action: Action,
  mine: readonly Transition[],
  state: string,
  entity: string,
  id: string,
): Promise<AvailableAction> {
  const shown = { name: action.name, path: action.path, ...sourceLocation(running.product, action.source, `by ${action.name}`) };
  const standing = mine.filter((t) => t.from === state);
  if (standing.length === 0) return { ...shown, allowed: false, why: `Possible while ${[...new Set(mine.map((t) => t.from))].join(" or ")}.`, to: mine[0]!.to };
  try {
    for (const row of standing) if (await guardHolds(work, entity, id, undefined, row)) return { ...shown, allowed: true, why: null, to: row.to };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...shown, ...firstSaid(error), allowed: false, to: standing[0]!.to };
  }
  return {
    ...shown,
    ...sourceLocation(running.product, standing[0]!.source, transitionLabel(standing[0]!)),
    allowed: false,
    why: guardWhy(work, standing[0]!),
    to: standing[0]!.to,
  };
}
