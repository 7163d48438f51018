/** The automatic transitions of one record that a rule stops, for whoever may read the record. */
import { deciding } from "@nonet/database";
import { readRecord } from "./read-records.ts";
import { done } from "./refusal.ts";
import { machinesOf, stateIn } from "./machine-of-action.ts";
import { whole } from "./work.ts";
import type { Running } from "./running.ts";
import type { Actor, Outcome, StuckShown } from "./engine.ts";

export async function stuckTransitions(running: Running, actor: Actor, entity: string, id: string): Promise<Outcome<readonly StuckShown[]>> {
  const seen = await readRecord(running, actor, entity, id);
  if (!seen.ok) return seen;
  const rows = await running.database.rows(deciding.stuck.of(seen.value.id));
  if (rows.length === 0) return done([]);
  const record = await whole({ connection: running.database, product: running.product }, entity, seen.value.id);
  const standing = rows.filter((row) => {
    const machine = machinesOf(running.product, entity).find((m) => m.field === row["machine"]);
    return machine?.transitions.some((t) => t.row === Number(row["row"]) && t.from === stateIn(running.product, machine, record)) ?? false;
  });
  return done(standing.map((row) => ({ transition: row["source"] as string, since: row["since"] as string, why: row["why"] })));
}
