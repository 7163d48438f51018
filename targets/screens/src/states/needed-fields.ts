/** The fields that an action needs filled in: its condition is `garage email != null`, alone or with others. */
import type { Expression } from "@nonet/feel";
import type { Transition } from "@nonet/model";

/** By name, over all its rows. */
export const neededFields = (transitions: readonly Transition[]): readonly string[] => [
  ...new Set(transitions.flatMap(({ guard }) => (guard === null ? [] : conjuncts(guard.expression).flatMap(filledIn)))),
];

const conjuncts = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e]);

function filledIn(e: Expression): readonly string[] {
  if (e.kind !== "binary" || e.operator !== "!=") return [];
  const of = isNull(e.right) ? e.left : isNull(e.left) ? e.right : null;
  return of?.kind === "path" && of.of.kind === "variable" && of.of.name === "this" ? [of.field] : [];
}

const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;
