/** All statements of a product's actions and calls. */
import type { Call, Product, Statement } from "@nonet/model";

/** The statements of actions and calls, by product, because several checks need them. */
const statementsOf = new WeakMap<Product, readonly Statement[]>();

export function allStatements(product: Product): readonly Statement[] {
  const all = statementsOf.get(product) ?? [...product.machines.flatMap((m) => m.transitions.flatMap((t) => t.then)), ...product.calls.flatMap(runsOf).flat()];
  statementsOf.set(product, all);
  return all;
}

/** The statements of a call, each list as it runs. */
export const runsOf = ({ does }: Call): readonly (readonly Statement[])[] =>
  does.kind === "email" ? [] : does.kind === "statements" || does.kind === "offered" ? [does.then] : [[...createdBy(does), ...does.then], does.otherwise.then];

/** A received call that finds nothing may create the record that its further statements use. */
const createdBy = (does: Call["does"]): readonly Statement[] => (does.kind === "received" && does.finds?.orCreates ? [{ ...does.finds.orCreates, as: "this" }] : []);
