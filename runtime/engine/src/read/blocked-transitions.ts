/** The automatic transitions of one record that a rule stops, for whoever may read the record. */
import { decisionStatements } from "@nonet/database";
import type { Transition } from "@nonet/model";
import { readAsSystem } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { BlockedTransition } from "../contract/record-status.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { machinesOf, stateIn } from "../input/machines.ts";
import { done } from "../refusals/refusal.ts";
import { readRecord } from "./read-record.ts";

export async function stuckTransitions(running: Running, actor: Actor, entity: string, id: string): Promise<Outcome<readonly BlockedTransition[]>> {
  const seen = await readRecord(running, actor, entity, id);
  if (!seen.ok) return seen;
  const rows = await running.database.rows(decisionStatements.blocked.of(seen.value.id));
  if (rows.length === 0) return done([]);
  const record = await readAsSystem({ connection: running.database, product: running.product }, entity, seen.value.id);
  const standing = rows.filter((row) => {
    const machine = machinesOf(running.product, entity).find((m) => m.field === row["machine"]);
    // A server of the former version notes its own rows for a while.
    const isNoted = (t: Transition): boolean => t.row === Number(row["row"]) && automaticName(running, t) === row["source"];
    return machine?.transitions.some((t) => isNoted(t) && t.from === stateIn(running.product, machine, record)) ?? false;
  });
  return done(standing.map((row) => ({ transition: row["source"] as string, since: row["since"] as string, why: row["reason"] })));
}
