/** The automatic transitions of a record that a rule blocks, for everybody who may read the record. */
import { decisionStatements } from "@nonet/database";
import type { Transition } from "@nonet/model";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { BlockedTransition } from "../contract/record-status.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { machinesOf, stateIn } from "../input/machines.ts";
import { done } from "../refusals/refusal.ts";
import { findRecord } from "./read-record.ts";

export async function blockedTransitions(running: Running, actor: Actor, entity: string, id: string): Promise<Outcome<readonly BlockedTransition[]>> {
  const visible = await findRecord(running, actor, entity, id);
  if (!visible.ok) return visible;
  const { id: recordId } = visible.value;
  const rows = await running.database.rows(decisionStatements.blocked.of(recordId));
  if (rows.length === 0) return done([]);
  const record = await readAsSystem({ connection: running.database, product: running.product }, entity, recordId);
  const blocked = rows.filter((row) => {
    const machine = machinesOf(running.product, entity).find((m) => m.field === row["machine"]);
    // During an upgrade a server of the previous version may note rows of its own.
    const isSame = (t: Transition): boolean => t.row === Number(row["row"]) && automaticName(running, t) === row["source"];
    return machine?.transitions.some((t) => isSame(t) && t.from === stateIn(running.product, machine, record)) ?? false;
  });
  return done(blocked.map((row) => ({ transition: row["source"] as string, since: row["since"] as string, why: row["reason"] })));
}
