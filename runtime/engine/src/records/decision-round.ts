import { decisionStatements } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";

/** The record has come into a state: what may be decided there is decided from the first step. `only`: one action of them. */
export async function beginRounds(context: ChangeContext, machine: Machine, id: string, state: string | null, only?: string): Promise<void> {
  for (const action of machine.actions) {
    if (only !== undefined && action.name !== only) continue;
    if (!action.decision || state === null || !decisionStatements.openStates(machine, action.name).includes(state)) continue;
    await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
    await keepWatched(context, machine, action, id);
  }
}

const watchedOf = async (context: ChangeContext, machine: Machine, action: Action, id: string): Promise<Readonly<Record<string, unknown>> | null> => {
  const names = action.decision!.startsAgainWhenChanges;
  const fields = context.product.entities.find((e) => e.name === machine.entity)?.fields ?? [];
  if (names.length === 0) return null;
  const record = await readAsSystem(context, machine.entity, id);
  return Object.fromEntries(names.map((name) => [name, record?.[fields.find((f) => f.name === name)?.key ?? name] ?? null]));
};

const keepWatched = async (context: ChangeContext, machine: Machine, action: Action, id: string): Promise<void> => {
  const watched = await watchedOf(context, machine, action, id);
  if (watched) await context.connection.rows(decisionStatements.keepWatched(id, action.name, watched));
};

/** `starts again when F changes`: compared with what it was when the round began. */
export async function restartIfChanged(context: ChangeContext, machine: Machine, action: Action, id: string): Promise<void> {
  const watched = await watchedOf(context, machine, action, id);
  if (!watched) return;
  const row = await context.connection.row(decisionStatements.watched(id, action.name));
  if (!row) return;
  if (row["watched"] === null || row["watched"] === undefined || Number(row["votes"]) === 0)
    return void (await context.connection.rows(decisionStatements.keepWatched(id, action.name, watched)));
  if (canonical(row["watched"]) === canonical(watched)) return;
  await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await context.connection.rows(decisionStatements.keepWatched(id, action.name, watched));
}

/** jsonb sorts keys in its own way. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
