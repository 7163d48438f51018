/** Runs what follows from a change by itself, events, `(when …)` transitions and decisions, and checks the rules. */
import { decisionStatements, system, whenQuery } from "@nonet/database";
import { sourceLocation } from "@nonet/model";
import { guardHolds } from "../actions/guards.ts";
import { runTransition } from "../actions/run-transition.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { stopChange } from "../change/report.ts";
import { readResults } from "../change/resulting-records.ts";
import { type LastSeen, restoreSnapshot, takeSnapshot } from "../change/savepoint.ts";
import type { FieldError } from "../contract/outcome.ts";
import { hasDecisions } from "../input/machines.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { transitionLabel } from "../refusals/source-location.ts";
import { Stopped } from "../refusals/stop.ts";
import { checkChange } from "../rules/check-rules.ts";
import { type Automatic, automaticName, automaticTransitions } from "./automatic-transitions.ts";
import { noteBlocked } from "./blocked-transitions.ts";
import { decidedTransition, type Due, findDue } from "./due-transitions.ts";
import { runEvents } from "./run-events.ts";
import { say } from "@nonet/texts";

/** Default 69: how often one machine of one record may move in one change. */
const maxMoves = 20;
type Moves = Map<string, number>;

/**
 * Checks a change, and then what follows from it. The actor's own change is checked first, in the state to which it leads; only
 * then do automatic transitions and decisions run that it made due, each with a check of its own, so that `while STATE` holds
 * for every state that a record passes through. One that a rule blocks doesn't undo the change: it stays due.
 */
export async function runAutomaticTransitions(context: ChangeContext): Promise<void> {
  const seen: LastSeen = new Map();
  await readResults(context);
  await runEvents(context, seen);
  await checkChange(context);
  if (context.errors.length > 0 || (automaticTransitions(context).length === 0 && !hasDecisions(context))) return;
  await context.connection.drain();
  await runWhatFollows(context, seen);
}

/** Records for which the same row is due run together; where a rule blocks one of them, each runs alone. */
async function runWhatFollows(context: ChangeContext, seen: LastSeen): Promise<void> {
  const failed = new Set<string>();
  const moves: Moves = new Map();
  let together = true;
  for (;;) {
    markChecked(context);
    const snapshot = takeSnapshot(context, seen);
    await context.connection.rows(system.savepoint);
    const step: { due: readonly Due[] } = { due: [] };
    const tried = await attempt(context, async () => {
      const due = await findDue(context, failed, (one) => (step.due = one ? [one] : []));
      step.due = together ? due : due.slice(0, 1);
      if (step.due.length === 0) return false;
      for (const one of step.due) await run(context, one, moves);
      await readResults(context);
      await runEvents(context, seen);
      await checkChange(context);
      return true;
    });
    if (tried.stopped === null && !tried.value) return;
    const errors: readonly FieldError[] = tried.stopped?.refusal.errors ?? context.errors.slice(snapshot.errors);
    if (errors.length === 0) continue;
    if (errors[0]!.code === "endless") throw tried.stopped;
    await context.connection.rows(system.rollbackToSavepoint);
    restoreSnapshot(context, seen, snapshot);
    const [due] = step.due;
    if (!due) return;
    if (step.due.length > 1) {
      together = false;
      continue;
    }
    failed.add(due.key);
    const blocked = due.automatic ?? (await decidedTransition(context, due));
    if (blocked) await noteBlocked(context, blocked, due.id, errors);
  }
}

/** What has happened so far is checked and isn't checked again: a receipt that completes an order was booked while the order was still open. */
function markChecked(context: ChangeContext): void {
  context.checkedActions = new Map([...context.changed.values()].map((record) => [record.id, record.actions.length]));
}

/** A decision's action has run when it was found. */
async function run(context: ChangeContext, { id, automatic }: Due, moves: Moves): Promise<void> {
  const key = `${id} ${automatic?.machine.field ?? ""}`;
  const times = (moves.get(key) ?? 0) + 1;
  if (times > maxMoves) refuseEndless(context);
  moves.set(key, times);
  if (automatic) await runAutomatic(context, automatic, id);
}

/** Runs it if it is still due once the record is locked. */
export async function runAutomatic(context: ChangeContext, { machine, transition }: Automatic, id: string): Promise<void> {
  const name = automaticName(context, transition);
  if (!(await context.connection.row(whenQuery(context.product, machine.entity, transition, [id])))) return;
  const record = await lockForWrite(context, machine.entity, id, name);
  if (!(await guardHolds(context, { entity: machine.entity, id, record }, transition))) return;
  await runTransition(context, { machine, record, transition, name });
  await context.connection.rows(decisionStatements.blocked.clear(id, machine.field, transition.row));
}

function refuseEndless(context: ChangeContext): never {
  const isAutomatic = (action: string): boolean => action.startsWith("(when ");
  const moved = [...context.changed.values()].filter((record) => record.actions.some(isAutomatic));
  const names = [...new Set(moved.flatMap((record) => record.actions.filter(isAutomatic)))];
  const last = automaticTransitions(context).find(({ machine }) => moved.some((record) => record.entity === machine.entity));
  const detail = say("automatic-transitions-follow-each-other-without-end", { names: names.join(" and ") });
  const where = last ? sourceLocation(context.product, last.transition.source, transitionLabel(last.transition)) : {};
  return stopChange(context, refuse("conflict", problem("endless", detail, where)));
}

async function attempt<T>(
  context: ChangeContext,
  steps: () => Promise<T>,
): Promise<{ readonly stopped: null; readonly value: T } | { readonly stopped: Stopped; readonly value: null }> {
  try {
    const value = await steps();
    await context.connection.drain();
    return { stopped: null, value };
  } catch (error) {
    await context.connection.drain().catch(() => undefined);
    if (error instanceof Stopped) return { stopped: error, value: null };
    throw error;
  }
}
