/**
 * A person who is shut out, comes back or changes roles changes what others wait for: every decision in which the
 * person stands is looked at again, so that it completes, or its Owner hears that nobody is left (default 36).
 */
import { deciding, type Query } from "@nonet/database";
import type { Machine, Product } from "@nonet/model";
import type { Connection } from "./connection.ts";
import { performAs } from "./perform.ts";
import { announce, type Running } from "./running.ts";
import { hold } from "./work.ts";

interface Standing {
  readonly machine: Machine;
  readonly id: string;
}

/**
 * The change counts at once, whatever becomes of the decisions. It is serializable as votes are: of a vote that still
 * counted on the person and a look that didn't see the vote yet, one is done again.
 */
export async function changePerson(running: Running, person: string, queries: readonly Query[]): Promise<void> {
  const stood = await running.database.transaction(async (connection) => {
    const before = await standsIn(connection, running.product, person);
    await connection.all(queries);
    return { keep: true, value: [...before, ...(await standsIn(connection, running.product, person))] };
  });
  await wakeDecisions(running, stood);
}

export async function standsIn(connection: Pick<Connection, "rows">, product: Product, person: string): Promise<Standing[]> {
  const found: Standing[] = [];
  for (const machine of product.machines)
    for (const action of machine.actions.filter((a) => a.decision))
      for (const row of await connection.rows(deciding.standsIn(product, machine, action, person))) found.push({ machine, id: row["id"] as string });
  return found;
}

/** Each in a change of its own: one that can't go on holds up no other. */
export async function wakeDecisions(running: Running, standings: readonly Standing[]): Promise<void> {
  const each = new Map(standings.map((one) => [`${one.machine.entity} ${one.id}`, one]));
  for (const { machine, id } of each.values()) {
    const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: machine.entity }, async (work) => {
      await hold(work, machine.entity, id);
      return id;
    });
    if (outcome.ok) announce(running, outcome.value);
  }
}
