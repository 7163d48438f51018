/** In which decisions under way a person stands. */
import { decisionStatements } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";

export interface Standing {
  readonly entity: string;
  readonly id: string;
}

export async function standsIn(connection: Pick<Connection, "rows">, product: Product, person: string): Promise<readonly Standing[]> {
  const found: Standing[] = [];
  for (const machine of product.machines)
    for (const action of machine.actions.filter((a) => a.decision))
      for (const row of await connection.rows(decisionStatements.decidableBy(product, machine, action, person))) found.push({ entity: machine.entity, id: row["id"] as string });
  return found;
}
