/** How a new record comes into its first states: by `Starts as`, or by the `(new)` row that lets it in. */
import { guardQuery, rowEver, updateQueries } from "@nonet/database";
import { actionOfRow, entryRows, machineOf, type Action, type Entity, type Machine, type Transition } from "@nonet/model";
import { withArticle } from "./article.ts";
import { beginRounds } from "./decide.ts";
import { runStatements } from "./effects.ts";
import { machinesOf } from "./machine-of-action.ts";
import { guardHolds, mayRun, refuseGuard, type Origin } from "./run-action.ts";
import { notPermitted, problem, refuse } from "./refusal.ts";
import { saidWho } from "./said-who.ts";
import { takeNumbers } from "./take-numbers.ts";
import { stop, variablesOf, type Touched, type Work } from "./work.ts";
import type { Values } from "./engine.ts";

/** The states to begin with, by field; conditions are judged once there is a record. */
export function firstStates(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>, state: string | null | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const machine of machinesOf(work.product, entity.name)) {
    if (machine.field !== "state" && given[machine.field] !== undefined && given[machine.field] !== null) continue;
    values[machine.field] =
      (machine.field === "state" ? state : null) ?? machine.startsAs.find((s) => s.when === null)?.state ?? machine.startsAs[0]?.state ?? machine.states[0]?.name;
  }
  return values;
}

/** `Starts as A when …, else B`, for each machine whose state wasn't named. */
export async function chooseStarts(
  work: Work,
  entity: Entity,
  touched: Touched,
  given: Readonly<Record<string, unknown>>,
  state: string | null | undefined,
  began: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const machine of machinesOf(work.product, entity.name)) {
    const named = machine.field === "state" ? state !== undefined : given[machine.field] !== undefined && given[machine.field] !== null;
    const chosen = named ? null : await chosenStart(work, entity, touched, machine);
    if (chosen !== null) await work.connection.all(updateQueries(work.product, entity.name, touched.id, { [machine.field]: chosen }));
    await beginRounds(work, machine, touched.id, chosen ?? (typeof began[machine.field] === "string" ? String(began[machine.field]) : null));
  }
}

async function chosenStart(work: Work, entity: Entity, touched: Touched, machine: Machine): Promise<string | null> {
  for (const start of machine.startsAs) {
    if (start.when === null) return null;
    const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, start.when, variablesOf(work, touched)));
    if (row?.["holds"] === true) return start.state;
  }
  return null;
}

/**
 * The rows that a creation may come in by, the first one's action being the one whose answers are asked for: that named,
 * else the first that this person may ever do. Where one of the actions asks for something, the others don't stand in for it.
 */
export function entriesFor(work: Pick<Work, "product" | "reader">, entity: string, action: string | null): readonly Transition[] {
  const all = entryRows(work.product, entity, action);
  const mine = all.find((row) => rowEver(work.product, work.reader, entity, row));
  const asks = all.some((row) => (actionOfRow(work.product, entity, row)?.asks.length ?? 0) > 0);
  return mine && asks ? entryRows(work.product, entity, actionOfRow(work.product, entity, mine)!.name) : all;
}

export interface Entrance {
  readonly entries: readonly Transition[];
  /** The action whose answers are asked for; undefined where no row lets records in. */
  readonly asking: Action | undefined;
  /** What was sent for the record's own fields, and what for the action; a field of the record that it asks for is both. */
  readonly own: Values;
  readonly asked: Values;
}

export function entranceOf(work: Pick<Work, "product" | "reader">, entity: string, sent: Values, action: string | null): Entrance {
  const entries = entriesFor(work, entity, action);
  const asking = actionOfRow(work.product, entity, entries[0]);
  const ask = (key: string) => asking?.asks.find((a) => a.field.key === key || a.field.name === key);
  const part = (wanted: (key: string) => boolean): Values => Object.fromEntries(Object.entries(sent).filter(([key]) => wanted(key)));
  return { entries, asking, own: part((key) => ask(key)?.own ?? true), asked: part((key) => ask(key) !== undefined) };
}

/** Takes the first `(new)` row whose Who and guard hold; an effect asks no Who. `byWhole`: where a row names nobody, whoever may write the whole may take it. */
export async function enterBy(work: Work, entity: Entity, touched: Touched, entries: readonly Transition[], origin: Origin, byWhole = false): Promise<void> {
  const mine: Transition[] = [];
  const isFree = (row: Transition): boolean => origin !== "person" || work.actor.kind === "system" || (byWhole && row.who.length === 0);
  for (const row of entries) if (isFree(row) || (await mayRun(work, entity.name, touched.id, row))) mine.push(row);
  if (mine.length === 0) stop(notPermitted(`You may not create ${withArticle(entity.name)}.`, saidWho(work.product, entity.name, entries[0]!)));
  for (const row of mine) {
    if (!(await guardHolds(work, entity.name, touched.id, touched, row))) continue;
    const name = row.trigger.kind === "action" ? row.trigger.action : "create";
    if (row.to !== null && row.to !== entries[0]!.to) {
      await work.connection.all(updateQueries(work.product, entity.name, touched.id, { state: row.to }));
      const machine = machineOf(work.product, entity.name);
      if (machine) await beginRounds(work, machine, touched.id, row.to);
    }
    // It was made by this action, and by no other.
    touched.actions.splice(touched.actions.indexOf("create"), 1, name);
    await takeNumbers(work, entity, touched.id, name);
    return runStatements(work, { entity: entity.name, id: touched.id, action: name, others: {} }, row.then);
  }
  if (mine[0]!.guard) return refuseGuard(work, entity.name, touched.id, touched, mine[0]!, mine[0]!.trigger.kind === "action" ? mine[0]!.trigger.action : "create");
  stop(refuse("conflict", problem("guard", `${withArticle(entity.name)} can't come into being now.`)));
}
