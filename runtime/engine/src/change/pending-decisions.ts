/** The pending decisions in which a person takes part. */
import { decisionStatements } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";

/** A record on which a decision is pending. */
export interface PendingDecision {
  readonly entity: string;
  readonly id: string;
}

export async function pendingDecisionsOf(connection: Pick<Connection, "rows">, product: Product, person: string): Promise<readonly PendingDecision[]> {
  const found: PendingDecision[] = [];
  for (const machine of product.machines)
    for (const action of machine.actions.filter((a) => a.decision))
      for (const row of await connection.rows(decisionStatements.decidableBy(product, machine, action, person))) found.push({ entity: machine.entity, id: row["id"] as string });
  return found;
}
