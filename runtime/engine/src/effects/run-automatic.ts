/** Automatic transitions: `(when …)` rows that a change has made true, and decisions that it has completed. */
import { decisionStatements, reachedBy, standingQuery, system, transitionReads, whenQuery } from "@nonet/database";
import { type Action, entityOf, type Machine, sourceLocation } from "@nonet/model";
import { guardHolds } from "../actions/guards.ts";
import { runTransition } from "../actions/run-transition.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { changeOf, readResults } from "../change/resulting-records.ts";
import { type LastSeen, restoreSnapshot, takeSnapshot } from "../change/savepoint.ts";
import type { FieldError } from "../contract/outcome.ts";
import { decisionKey } from "../decisions/affected-decisions.ts";
import { settleDecision } from "../decisions/settle-decision.ts";
import { stateIn } from "../input/machines.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { transitionLabel } from "../refusals/source-location.ts";
import { stop, Stopped } from "../refusals/stop.ts";
import { checkChange } from "../rules/check-rules.ts";
import { type Automatic, automaticName, automaticTransitions } from "./automatic-transitions.ts";
import { noteBlocked } from "./blocked-transitions.ts";
import { runEvents } from "./run-events.ts";

/** Default 69. */
const mostMoves = 20;

/**
 * Judges a change with all that follows from it by itself. What follows and breaks a rule doesn't take the change
 * back: the change is judged alone, then each automatic transition for itself, and one that a rule stops stays due.
 */
export async function runAutomaticTransitions(context: ChangeContext): Promise<void> {
  const seen: LastSeen = new Map();
  await readResults(context);
  await runEvents(context, seen);
  if (!mayFollow(context)) return checkChange(context);
  await context.connection.settled();
  const kept = takeSnapshot(context, seen);
  await context.connection.rows(system.savepoint);
  const moved = await attempt(context, async () => {
    const moves: Moves = new Map();
    while (await runNext(context, seen, moves));
    await checkChange(context);
    return moves.size;
  });
  if (moved.stopped === null && (moved.value === 0 || (context.errors.length === 0 && context.warnings.length === 0))) return;
  if (moved.stopped?.refusal.errors[0]?.code === "endless") throw moved.stopped;
  await context.connection.rows(system.rollbackToSavepoint);
  restoreSnapshot(context, seen, kept);
  await checkChange(context);
  if (context.errors.length > 0) return;
  await oneByOne(context, seen);
}

/** Each automatic transition with a judgement of its own. */
async function oneByOne(context: ChangeContext, seen: LastSeen): Promise<void> {
  const failed = new Set<string>();
  const moves: Moves = new Map();
  settle(context);
  for (;;) {
    const kept = takeSnapshot(context, seen);
    await context.connection.rows(system.savepoint);
    const step: { next: Next | null } = { next: null };
    const tried = await attempt(context, async () => {
      step.next = (await findNext(context, failed, (next) => (step.next = next)))[0] ?? null;
      if (!step.next) return false;
      count(context, moves, step.next);
      await step.next.run();
      await readResults(context);
      await runEvents(context, seen);
      await checkChange(context);
      return true;
    });
    const wrong: readonly FieldError[] = tried.stopped?.refusal.errors ?? context.errors.slice(kept.errors);
    if (tried.stopped === null && !tried.value) return;
    if (wrong.length === 0) {
      settle(context);
      continue;
    }
    await context.connection.rows(system.rollbackToSavepoint);
    restoreSnapshot(context, seen, kept);
    if (!step.next) return;
    failed.add(step.next.key);
    const held = step.next.automatic ?? (await decidedRow(context, step.next));
    if (held) await noteBlocked(context, held, step.next.id, wrong);
  }
}

/** What has happened so far is judged: a receipt that completes an order was booked while the order was open still. */
function settle(context: ChangeContext): void {
  context.checkedActions = new Map([...context.changed.values()].map((t) => [t.id, t.actions.length]));
}

interface Next {
  readonly key: string;
  readonly id: string;
  readonly automatic: Automatic | null;
  /** A decision that has come to its end, as an action of this machine. */
  readonly decided?: { readonly machine: Machine; readonly action: Action };
  run(): Promise<void>;
}

type Moves = Map<string, number>;

function count(context: ChangeContext, moves: Moves, { id, automatic }: Next): void {
  const key = `${id} ${automatic?.machine.field ?? ""}`;
  const times = (moves.get(key) ?? 0) + 1;
  if (times > mostMoves) endless(context);
  moves.set(key, times);
}

async function runNext(context: ChangeContext, seen: LastSeen, moves: Moves): Promise<boolean> {
  const due = await findNext(context, new Set());
  if (due.length === 0) return false;
  for (const next of due) {
    count(context, moves, next);
    await next.run();
  }
  await readResults(context);
  await runEvents(context, seen);
  return true;
}

/**
 * What is due by the first row in the table's order, among what the change could have moved; then decisions. `trying`: what
 * is about to happen while it is looked for.
 */
async function findNext(context: ChangeContext, failed: ReadonlySet<string>, trying: (next: Next | null) => void = () => undefined): Promise<Next[]> {
  for (const automatic of automaticTransitions(context)) {
    const { machine, transition } = automatic;
    const ids = await movable(context, automatic);
    if (ids.length === 0) continue;
    const due = (await context.connection.rows(whenQuery(context.product, machine.entity, transition, ids))).map((row): Next => {
      const id = row["id"] as string;
      return { key: `${machine.field} ${transition.row} ${transition.from} ${id}`, id, automatic, run: () => runAutomatic(context, automatic, id) };
    });
    const open = due.filter((next) => !failed.has(next.key));
    if (open.length > 0) return open;
  }
  const decided = await findDecided(context, failed, trying);
  return decided ? [decided] : [];
}

/** Runs it where it is still due; the record is locked first. */
export async function runAutomatic(context: ChangeContext, { machine, transition }: Automatic, id: string): Promise<void> {
  const name = automaticName(context, transition);
  if (!(await context.connection.row(whenQuery(context.product, machine.entity, transition, [id])))) return;
  const touched = await lockForWrite(context, machine.entity, id, name);
  if (!(await guardHolds(context, machine.entity, id, touched, transition))) return;
  await runTransition(context, machine, touched, transition, name);
  await context.connection.rows(decisionStatements.stuck.clear(id, machine.field, transition.row));
}

/** Decisions of the touched records and of the wholes of touched parts: started again, or completed without a further vote. */
async function findDecided(context: ChangeContext, failed: ReadonlySet<string>, trying: (next: Next | null) => void): Promise<Next | null> {
  for (const { machine, id } of decidable(context)) {
    for (const action of machine.actions) {
      const key = decisionKey(action, id);
      if (!action.decision || failed.has(key)) continue;
      const settled = context.checkedDecisions.get(key);
      if (settled === versionOf(context)) continue;
      context.checkedDecisions.set(key, versionOf(context));
      const next: Next = { key, id, automatic: null, decided: { machine, action }, run: async () => undefined };
      trying(next);
      if (await settleDecision(context, machine, action, id)) return next;
      trying(null);
    }
  }
  return null;
}

/** By which row a decision that a rule has stopped would have happened. */
async function decidedRow(context: ChangeContext, { decided, id }: Next): Promise<Automatic | null> {
  if (!decided) return null;
  const state = stateIn(context.product, decided.machine, await readAsSystem(context, decided.machine.entity, id));
  const transition = decided.machine.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === decided.action.name && t.from === state);
  return transition ? { machine: decided.machine, transition } : null;
}

/** Changes whenever something more was touched or done: what was settled is looked at again then. */
const versionOf = (context: ChangeContext): string => [...context.changed.values()].map((t) => `${t.id}${t.actions.length}${String(t.after?.["version"] ?? "")}`).join();

function decidable(context: ChangeContext): { machine: Machine; id: string }[] {
  const machines = context.product.machines.filter((m) => m.actions.some((a) => a.decision));
  const found = new Map<string, { machine: Machine; id: string }>();
  for (const t of context.changed.values()) {
    const whole = entityOf(context.product, t.entity)?.partOf;
    const back = whole && entityOf(context.product, t.entity)?.fields.find((f) => f.name === whole.field)?.key;
    const parent = back ? ((t.after ?? t.before)?.[back] as { id?: string } | null | undefined)?.id : undefined;
    for (const machine of machines) {
      if (machine.entity === t.entity && t.kind !== "deleted") found.set(`${machine.field} ${t.id}`, { machine, id: t.id });
      if (whole && machine.entity === whole.entity && parent) found.set(`${machine.field} ${parent}`, { machine, id: parent });
    }
  }
  return [...found.values()];
}

const mayFollow = (context: ChangeContext): boolean => automaticTransitions(context).length > 0 || context.product.machines.some((m) => m.actions.some((a) => a.decision));

/** The machine's records that what was touched could have moved. */
async function movable(context: ChangeContext, { machine, transition }: Automatic): Promise<readonly string[]> {
  const reads = transitionReads(context.product, machine.entity, transition);
  const changed = [...context.changed.values()].filter((t) => touches(context, t, reads.fields) || t.entity === machine.entity);
  if (changed.length === 0) return [];
  const own = changed.filter((t) => t.entity === machine.entity && t.kind !== "deleted").map((t) => t.id);
  const { all, query } = reachedBy(context.product, machine.entity, transition, changed.map(changeOf));
  if (all) return (await context.connection.rows(standingQuery(context.product, machine.entity, transition))).map((r) => r["id"] as string);
  const rows = query ? await context.connection.rows(query) : [];
  return [...new Set([...own, ...rows.map((r) => r["id"] as string)])];
}

function touches(context: ChangeContext, t: ChangedRecord, reads: ReadonlySet<string>): boolean {
  const fields = entityOf(context.product, t.entity)?.fields ?? [];
  const names = [...reads].filter((r) => r.startsWith(`${t.entity}.`)).map((r) => r.slice(t.entity.length + 1));
  if (names.length === 0) return false;
  if (t.kind !== "changed") return true;
  return names.some((name) => {
    const key = fields.find((f) => f.name === name)?.key ?? name;
    return JSON.stringify(t.before?.[key] ?? null) !== JSON.stringify(t.after?.[key] ?? null);
  });
}

function endless(context: ChangeContext): never {
  const last = automaticTransitions(context).find(({ machine }) =>
    [...context.changed.values()].some((t) => t.entity === machine.entity && t.actions.some((a) => a.startsWith("(when "))),
  );
  const names = [...new Set([...context.changed.values()].flatMap((t) => t.actions.filter((a) => a.startsWith("(when "))))];
  return stop(
    refuse(
      "conflict",
      problem(
        "endless",
        `Automatic transitions follow each other without end: ${names.join(" and ")}. Their conditions should exclude each other.`,
        last ? sourceLocation(context.product, last.transition.source, transitionLabel(last.transition)) : {},
      ),
    ),
  );
}

async function attempt<T>(
  context: ChangeContext,
  steps: () => Promise<T>,
): Promise<{ readonly stopped: null; readonly value: T } | { readonly stopped: Stopped; readonly value: null }> {
  try {
    const value = await steps();
    await context.connection.settled();
    return { stopped: null, value };
  } catch (error) {
    await context.connection.settled().catch(() => undefined);
    if (error instanceof Stopped) return { stopped: error, value: null };
    throw error;
  }
}
