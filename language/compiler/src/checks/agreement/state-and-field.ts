/** Reports a yes/no field that is called like a state of its entity and means something else: `while on sale` reads the state, `where on sale` the field. */
import { type Expression, fold } from "@nonet/feel";
import { entityOf, type Field, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function statesAreNoFields(ctx: PointCompiler, product: Product): void {
  for (const { entity, states } of product.machines)
    for (const field of entityOf(product, entity)?.fields ?? []) {
      const { name, type, source } = field;
      if (type.kind !== "yes/no" || source === null || !states.some((state) => fold(state.name) === fold(name)) || isTheState(field)) continue;
      ctx.report("state-and-field", source, `"${name}" is a yes/no field of ${entity} and one of its states: \`while ${name}\` means the state, \`where ${name}\` the field.`, {
        hint: "Rename the field.",
      });
    }
}

/** `confirmed: yes/no = state is confirmed`: both mean the same. */
function isTheState({ name, computed }: Field): boolean {
  const formula: Expression | null = computed;
  return (
    formula?.kind === "binary" &&
    formula.operator === "=" &&
    formula.right.kind === "literal" &&
    typeof formula.right.value === "string" &&
    fold(formula.right.value) === fold(name)
  );
}
