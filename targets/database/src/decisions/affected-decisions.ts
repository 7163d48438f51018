/** The records whose decisions a change elsewhere affects: through lists of deciders, `not by`, and fields after whose change a decision starts again. */
import type { Expression } from "@nonet/feel";
import { type Action, type DecisionStep, fieldOf, type Machine, type Product } from "@nonet/model";
import { type Affected, affected, type Changed } from "../rules/affected-records.ts";
import { entityNamed } from "../scope/scope.ts";
import { readAsRule } from "../time/transition-reads.ts";

const known = new WeakMap<Action, readonly Expression[]>();

/** One result for each expression that the decision reads, besides the changed records themselves. */
export const decisionReachedBy = (product: Product, machine: Machine, action: Action, changed: readonly Changed[]): readonly Affected[] =>
  readBy(product, machine, action).map((expression) => affected(product, readAsRule(product, machine.entity, expression), changed));

function readBy(product: Product, machine: Machine, action: Action): readonly Expression[] {
  let found = known.get(action);
  if (!found) known.set(action, (found = findRead(product, machine, action)));
  return found;
}

function findRead(product: Product, machine: Machine, { decision }: Action): readonly Expression[] {
  if (!decision) return [];
  const entity = entityNamed(product, machine.entity);
  const computed = decision.startsAgainWhenChanges.flatMap((name) => fieldOf(entity, name)?.computed ?? []);
  return [...decision.steps.flatMap(readByStep), ...decision.notBy.map(({ people }) => people), ...computed];
}

function readByStep({ of, including, when, quorum, tie }: DecisionStep): readonly Expression[] {
  const lists = [...of, ...including.map((one) => one.of)].flatMap((one) => ("list" in one ? [one.list] : []));
  return [...lists, ...(tie !== null && tie !== "refused" ? [tie.by] : []), ...[when, quorum].filter((one) => one !== null)];
}
