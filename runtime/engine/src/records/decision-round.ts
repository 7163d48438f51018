import { decisionStatements } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import { readAsSystem, type ChangeContext } from "../change/change-context.ts";

/** The record has come into a state: what may be decided there is decided from the first step. `only`: one action of them. */
export async function beginRounds(work: ChangeContext, machine: Machine, id: string, state: string | null, only?: string): Promise<void> {
  for (const action of machine.actions) {
    if (only !== undefined && action.name !== only) continue;
    if (!action.decision || state === null || !decisionStatements.openStates(machine, action.name).includes(state)) continue;
    await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
    await keepWatched(work, machine, action, id);
  }
}

const watchedOf = async (work: ChangeContext, machine: Machine, action: Action, id: string): Promise<Readonly<Record<string, unknown>> | null> => {
  const names = action.decision!.startsAgainWhenChanges;
  const fields = work.product.entities.find((e) => e.name === machine.entity)?.fields ?? [];
  if (names.length === 0) return null;
  const record = await readAsSystem(work, machine.entity, id);
  return Object.fromEntries(names.map((name) => [name, record?.[fields.find((f) => f.name === name)?.key ?? name] ?? null]));
};

const keepWatched = async (work: ChangeContext, machine: Machine, action: Action, id: string): Promise<void> => {
  const watched = await watchedOf(work, machine, action, id);
  if (watched) await work.connection.rows(decisionStatements.setWatched(id, action.name, watched));
};

/** `starts again when F changes`: compared with what it was when the round began. */
export async function startAgainIfChanged(work: ChangeContext, machine: Machine, action: Action, id: string): Promise<void> {
  const watched = await watchedOf(work, machine, action, id);
  if (!watched) return;
  const row = await work.connection.row(decisionStatements.watched(id, action.name));
  if (!row) return;
  if (row["watched"] === null || row["watched"] === undefined || Number(row["votes"]) === 0)
    return void (await work.connection.rows(decisionStatements.setWatched(id, action.name, watched)));
  if (canonical(row["watched"]) === canonical(watched)) return;
  await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await work.connection.rows(decisionStatements.setWatched(id, action.name, watched));
}

/** jsonb sorts keys in its own way. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
