/** Rounds of decisions: one begins when the record comes into a state where the action can be decided, or when a watched field changes. */
import { decisionStatements } from "@nonet/database";
import { type Action, entityOf, keyOf, type Machine } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";

/** The record has come into `state`; `only`: the one action whose round begins. */
export async function beginRounds(context: ChangeContext, machine: Machine, id: string, state: string | null, only?: string): Promise<void> {
  for (const action of machine.actions) {
    if (only !== undefined && action.name !== only) continue;
    if (!action.decision || state === null || !decisionStatements.openStates(machine, action.name).includes(state)) continue;
    await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
    const watched = await watchedValues(context, machine, action, id);
    if (watched) await context.connection.rows(decisionStatements.setWatched(id, action.name, watched));
  }
}

/** `starts again when F changes`: compared with the value when the round began. */
export async function restartIfChanged(context: ChangeContext, machine: Machine, action: Action, id: string): Promise<void> {
  const watched = await watchedValues(context, machine, action, id);
  const row = watched && (await context.connection.row(decisionStatements.watched(id, action.name)));
  if (!watched || !row) return;
  const hasVotes = row["watched"] !== null && row["watched"] !== undefined && Number(row["votes"]) > 0;
  if (hasVotes && canonical(row["watched"]) === canonical(watched)) return;
  if (hasVotes) await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await context.connection.rows(decisionStatements.setWatched(id, action.name, watched));
}

/** By field name; null where the decision watches no field. */
async function watchedValues(context: ChangeContext, machine: Machine, action: Action, id: string): Promise<Readonly<Record<string, unknown>> | null> {
  const names = action.decision!.startsAgainWhenChanges;
  if (names.length === 0) return null;
  const entity = entityOf(context.product, machine.entity);
  const record = await readAsSystem(context, machine.entity, id);
  return Object.fromEntries(names.map((name) => [name, record?.[keyOf(entity, name)] ?? null]));
}

/** jsonb sorts keys in its own way. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
