/** Whether PostgreSQL expects queries to be cheap, by the plan that it keeps for all their values. */
import { type Query, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection } from "../../connection/contract.ts";

/** In the planner's unit, a page read from disk: some tens of milliseconds at most. */
const cheap = 10_000;
/** Tables grow. */
const validMilliseconds = 60_000;

const known = new WeakMap<Product, Map<string, { readonly isCheap: boolean; readonly until: number }>>();

/** The queries are few texts with different values, so that each text's plan is asked for once a minute. */
export async function areCheap(connection: Pick<Connection, "row">, product: Product, queries: readonly Query[]): Promise<boolean> {
  let plans = known.get(product);
  if (!plans) known.set(product, (plans = new Map<string, { readonly isCheap: boolean; readonly until: number }>()));
  for (const query of queries) {
    const before = plans.get(query.text);
    const isCheap = before && before.until > Date.now() ? before.isCheap : system.totalCost(await connection.row(system.explain(query))) <= cheap;
    if (!before || before.until <= Date.now()) plans.set(query.text, { isCheap, until: Date.now() + validMilliseconds });
    if (!isCheap) return false;
  }
  return true;
}
