/** What a person can do with a record now, and why not for the rest. */
import { machineOf, type Machine, type Transition } from "@nonet/model";
import { guardHolds, mayRun } from "./run-action.ts";
import { readRecord } from "./read-records.ts";
import { done, lineOf, wordsAt } from "./refusal.ts";
import { readerOf, beginWork, Stopped } from "./work.ts";
import type { Running } from "./running.ts";
import type { Actor, ActionShown, Outcome } from "./engine.ts";

/** Actions that the person could ever do in some state; each says whether it is possible now. */
export async function shownActions(running: Running, actor: Actor, entity: string, id: string): Promise<Outcome<readonly ActionShown[]>> {
  const seen = await readRecord(running, actor, entity, id);
  if (!seen.ok) return seen;
  const machine = machineOf(running.product, entity);
  if (!machine) return done([]);
  const work = beginWork(running.database, running.product, actor, []);
  const found: ActionShown[] = [];
  for (const action of machine.actions) {
    if (action.systemOnly) continue;
    const rows = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
    const mine: Transition[] = [];
    for (const row of rows) if (await mayRun({ connection: running.database, product: running.product, reader: readerOf(actor) }, entity, seen.value.id, row)) mine.push(row);
    if (mine.length === 0) continue;
    found.push(await judgeAction(running, machine, work, action, mine, String(seen.value["state"] ?? ""), entity, seen.value.id));
  }
  return done(found);
}

async function judgeAction(running: Running, machine: Machine, work: ReturnType<typeof beginWork>, action: Machine["actions"][number], mine: readonly Transition[], state: string, entity: string, id: string): Promise<ActionShown> {
  const shown = { name: action.name, path: action.path, line: lineOf(running.product, action.source) };
  const standing = mine.filter((t) => t.from === state);
  if (standing.length === 0) return { ...shown, allowed: false, why: `Possible while ${[...new Set(mine.map((t) => t.from))].join(" or ")}.`, to: mine[0]!.to };
  try {
    for (const row of standing) if (await guardHolds(work, entity, id, undefined, row)) return { ...shown, allowed: true, why: null, to: row.to };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...shown, allowed: false, why: error.refusal.errors[0]?.detail ?? null, to: standing[0]!.to };
  }
  return { ...shown, allowed: false, why: `Possible only when ${wordsAt(running.product, standing[0]!.guard!.source)}.`, to: standing[0]!.to };
}
