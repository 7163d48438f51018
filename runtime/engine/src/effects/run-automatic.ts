/** Automatic transitions: `(when …)` rows that a change has made true, and decisions that it has completed. */
import { decisionStatements, reachedBy, inStateQuery, system, transitionReads, whenQuery } from "@nonet/database";
import { type Action, entityOf, type Machine, type Transition, sourceLocation } from "@nonet/model";
import { guardHolds } from "../actions/guards.ts";
import { runTransition } from "../actions/run-transition.ts";
import { lockForWrite, type ChangedRecord, readAsSystem, type ChangeContext } from "../change/change-context.ts";
import { readAfter, writtenOf } from "../change/resulting-records.ts";
import { giveBack, keep, type Seen } from "../change/savepoint.ts";
import type { FieldError } from "../contract/outcome.ts";
import { decisionKey } from "../decisions/affected-decisions.ts";
import { settleDecision } from "../decisions/settle-decision.ts";
import { stateIn } from "../input/machines.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { namesTransition } from "../refusals/source-location.ts";
import { stop, Stopped } from "../refusals/stop.ts";
import { judge } from "../rules/check-rules.ts";
import { automaticName, automaticOf } from "./automatic-transitions.ts";
import { noteStuck } from "./blocked-transitions.ts";
import { runEvents } from "./run-events.ts";

/** Default 69. */
const mostMoves = 20;

export interface Automatic {
  readonly machine: Machine;
  readonly transition: Transition;
}

/**
 * Judges a change with all that follows from it by itself. What follows and breaks a rule doesn't take the change
 * back: the change is judged alone, then each automatic transition for itself, and one that a rule stops stays due.
 */
export async function judgeWithAutomatic(work: ChangeContext): Promise<void> {
  const seen: Seen = new Map();
  await readAfter(work);
  await runEvents(work, seen);
  if (!mayFollow(work)) return judge(work);
  await work.connection.settled();
  const kept = keep(work, seen);
  await work.connection.rows(system.savepoint);
  const moved = await attempt(work, async () => {
    const moves: Moves = new Map();
    while (await runNext(work, seen, moves));
    await judge(work);
    return moves.size;
  });
  if (moved.stopped === null && (moved.value === 0 || (work.errors.length === 0 && work.warnings.length === 0))) return;
  if (moved.stopped?.refusal.errors[0]?.code === "endless") throw moved.stopped;
  await work.connection.rows(system.rollbackToSavepoint);
  giveBack(work, seen, kept);
  await judge(work);
  if (work.errors.length > 0) return;
  await oneByOne(work, seen);
}

/** Each automatic transition with a judgement of its own. */
async function oneByOne(work: ChangeContext, seen: Seen): Promise<void> {
  const failed = new Set<string>();
  const moves: Moves = new Map();
  settle(work);
  for (;;) {
    const kept = keep(work, seen);
    await work.connection.rows(system.savepoint);
    const step: { next: Next | null } = { next: null };
    const tried = await attempt(work, async () => {
      step.next = (await findNext(work, failed, (next) => (step.next = next)))[0] ?? null;
      if (!step.next) return false;
      count(work, moves, step.next);
      await step.next.run();
      await readAfter(work);
      await runEvents(work, seen);
      await judge(work);
      return true;
    });
    const wrong: readonly FieldError[] = tried.stopped?.refusal.errors ?? work.errors.slice(kept.errors);
    if (tried.stopped === null && !tried.value) return;
    if (wrong.length === 0) {
      settle(work);
      continue;
    }
    await work.connection.rows(system.rollbackToSavepoint);
    giveBack(work, seen, kept);
    if (!step.next) return;
    failed.add(step.next.key);
    const held = step.next.automatic ?? (await decidedRow(work, step.next));
    if (held) await noteStuck(work, held, step.next.id, wrong);
  }
}

/** What has happened so far is judged: a receipt that completes an order was booked while the order was open still. */
function settle(work: ChangeContext): void {
  work.settled = new Map([...work.touched.values()].map((t) => [t.id, t.actions.length]));
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

function count(work: ChangeContext, moves: Moves, { id, automatic }: Next): void {
  const key = `${id} ${automatic?.machine.field ?? ""}`;
  const times = (moves.get(key) ?? 0) + 1;
  if (times > mostMoves) endless(work);
  moves.set(key, times);
}

async function runNext(work: ChangeContext, seen: Seen, moves: Moves): Promise<boolean> {
  const due = await findNext(work, new Set());
  if (due.length === 0) return false;
  for (const next of due) {
    count(work, moves, next);
    await next.run();
  }
  await readAfter(work);
  await runEvents(work, seen);
  return true;
}

/**
 * What is due by the first row in the table's order, among what the change could have moved; then decisions. `trying`: what
 * is about to happen while it is looked for.
 */
async function findNext(work: ChangeContext, failed: ReadonlySet<string>, trying: (next: Next | null) => void = () => undefined): Promise<Next[]> {
  for (const automatic of automaticOf(work)) {
    const { machine, transition } = automatic;
    const ids = await movable(work, automatic);
    if (ids.length === 0) continue;
    const due = (await work.connection.rows(whenQuery(work.product, machine.entity, transition, ids))).map((row): Next => {
      const id = row["id"] as string;
      return { key: `${machine.field} ${transition.row} ${transition.from} ${id}`, id, automatic, run: () => runAutomatic(work, automatic, id) };
    });
    const open = due.filter((next) => !failed.has(next.key));
    if (open.length > 0) return open;
  }
  const decided = await findDecided(work, failed, trying);
  return decided ? [decided] : [];
}

/** Runs it where it is still due; the record is locked first. */
export async function runAutomatic(work: ChangeContext, { machine, transition }: Automatic, id: string): Promise<void> {
  const name = automaticName(work, transition);
  if (!(await work.connection.row(whenQuery(work.product, machine.entity, transition, [id])))) return;
  const touched = await lockForWrite(work, machine.entity, id, name);
  if (!(await guardHolds(work, machine.entity, id, touched, transition))) return;
  await runTransition(work, machine, touched, transition, name);
  await work.connection.rows(decisionStatements.blocked.clear(id, machine.field, transition.row));
}

/** Decisions of the touched records and of the wholes of touched parts: started again, or completed without a further vote. */
async function findDecided(work: ChangeContext, failed: ReadonlySet<string>, trying: (next: Next | null) => void): Promise<Next | null> {
  for (const { machine, id } of decidable(work)) {
    for (const action of machine.actions) {
      const key = decisionKey(action, id);
      if (!action.decision || failed.has(key)) continue;
      const settled = work.decided.get(key);
      if (settled === versionOf(work)) continue;
      work.decided.set(key, versionOf(work));
      const next: Next = { key, id, automatic: null, decided: { machine, action }, run: async () => undefined };
      trying(next);
      if (await settleDecision(work, machine, action, id)) return next;
      trying(null);
    }
  }
  return null;
}

/** By which row a decision that a rule has stopped would have happened. */
async function decidedRow(work: ChangeContext, { decided, id }: Next): Promise<Automatic | null> {
  if (!decided) return null;
  const state = stateIn(work.product, decided.machine, await readAsSystem(work, decided.machine.entity, id));
  const transition = decided.machine.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === decided.action.name && t.from === state);
  return transition ? { machine: decided.machine, transition } : null;
}

/** Changes whenever something more was touched or done: what was settled is looked at again then. */
const versionOf = (work: ChangeContext): string => [...work.touched.values()].map((t) => `${t.id}${t.actions.length}${String(t.after?.["version"] ?? "")}`).join();

function decidable(work: ChangeContext): { machine: Machine; id: string }[] {
  const machines = work.product.machines.filter((m) => m.actions.some((a) => a.decision));
  const found = new Map<string, { machine: Machine; id: string }>();
  for (const t of work.touched.values()) {
    const whole = entityOf(work.product, t.entity)?.partOf;
    const back = whole && entityOf(work.product, t.entity)?.fields.find((f) => f.name === whole.field)?.key;
    const parent = back ? ((t.after ?? t.before)?.[back] as { id?: string } | null | undefined)?.id : undefined;
    for (const machine of machines) {
      if (machine.entity === t.entity && t.kind !== "deleted") found.set(`${machine.field} ${t.id}`, { machine, id: t.id });
      if (whole && machine.entity === whole.entity && parent) found.set(`${machine.field} ${parent}`, { machine, id: parent });
    }
  }
  return [...found.values()];
}

const mayFollow = (work: ChangeContext): boolean => automaticOf(work).length > 0 || work.product.machines.some((m) => m.actions.some((a) => a.decision));

/** The machine's records that what was touched could have moved. */
async function movable(work: ChangeContext, { machine, transition }: Automatic): Promise<readonly string[]> {
  const reads = transitionReads(work.product, machine.entity, transition);
  const changed = [...work.touched.values()].filter((t) => touches(work, t, reads.fields) || t.entity === machine.entity);
  if (changed.length === 0) return [];
  const own = changed.filter((t) => t.entity === machine.entity && t.kind !== "deleted").map((t) => t.id);
  const { all, query } = reachedBy(work.product, machine.entity, transition, changed.map(writtenOf));
  if (all) return (await work.connection.rows(inStateQuery(work.product, machine.entity, transition))).map((r) => r["id"] as string);
  const rows = query ? await work.connection.rows(query) : [];
  return [...new Set([...own, ...rows.map((r) => r["id"] as string)])];
}

function touches(work: ChangeContext, t: ChangedRecord, reads: ReadonlySet<string>): boolean {
  const fields = entityOf(work.product, t.entity)?.fields ?? [];
  const names = [...reads].filter((r) => r.startsWith(`${t.entity}.`)).map((r) => r.slice(t.entity.length + 1));
  if (names.length === 0) return false;
  if (t.kind !== "changed") return true;
  return names.some((name) => {
    const key = fields.find((f) => f.name === name)?.key ?? name;
    return JSON.stringify(t.before?.[key] ?? null) !== JSON.stringify(t.after?.[key] ?? null);
  });
}

function endless(work: ChangeContext): never {
  const last = automaticOf(work).find(({ machine }) => [...work.touched.values()].some((t) => t.entity === machine.entity && t.actions.some((a) => a.startsWith("(when "))));
  const names = [...new Set([...work.touched.values()].flatMap((t) => t.actions.filter((a) => a.startsWith("(when "))))];
  return stop(
    refuse(
      "conflict",
      problem(
        "endless",
        `Automatic transitions follow each other without end: ${names.join(" and ")}. Their conditions should exclude each other.`,
        last ? sourceLocation(work.product, last.transition.source, namesTransition(last.transition)) : {},
      ),
    ),
  );
}

async function attempt<T>(
  work: ChangeContext,
  steps: () => Promise<T>,
): Promise<{ readonly stopped: null; readonly value: T } | { readonly stopped: Stopped; readonly value: null }> {
  try {
    const value = await steps();
    await work.connection.settled();
    return { stopped: null, value };
  } catch (error) {
    await work.connection.settled().catch(() => undefined);
    if (error instanceof Stopped) return { stopped: error, value: null };
    throw error;
  }
}
