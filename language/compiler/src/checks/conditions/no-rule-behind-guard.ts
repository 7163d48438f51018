/** A rule on an action isn't what the action's When demands already: its refusal would never be seen. */
import type { Expression } from "@nonet/feel";
import { actionsOfRule, entityOf, eventsOfRule, type Product, type Rule, type Transition } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";
import { isSameExpression } from "../../trees/same-expression.ts";

export function noRuleBehindGuard(ctx: PointCompiler, product: Product): void {
  for (const rule of product.rules) {
    const actions = actionsOfRule(rule);
    if (rule.holds.kind !== "expression" || actions.length === 0 || actions.length < eventsOfRule(rule).length) continue;
    const { expression } = rule.holds;
    if (!leadsNowhereElse(product, rule, actions)) continue;
    const rows = rowsOf(product, rule, actions);
    if (rows.length === 0 || !rows.every((row) => demands(row, expression))) continue;
    ctx.report(
      "rule-never-fails",
      expression.span,
      `"${rule.name}" is never violated: ${list(actions, "and")} already demands it in When, so the rule never raises ${rule.code}.`,
      {
        hint: `Remove the rule, and write \`else ${rule.code}\` behind the condition in When to refuse with this code.`,
      },
    );
  }
}

const rowsOf = ({ machines }: Product, { entity }: Rule, actions: readonly string[]): readonly Transition[] =>
  machines.flatMap((machine) => (machine.entity === entity ? machine.transitions.filter(({ trigger }) => trigger.kind === "action" && actions.includes(trigger.action)) : []));

/** Whether nothing changes between the guard and the rule: the rule reads its own entity only and not its state, the actions ask for none of its fields, and no event follows. */
function leadsNowhereElse(product: Product, { entity, reads }: Rule, actions: readonly string[]): boolean {
  const states = new Set(product.machines.filter((machine) => machine.entity === entity).map(({ field }) => `${entity}.${field}`));
  const asksForFields = product.machines.some(
    (machine) => machine.entity === entity && machine.actions.some(({ name, asks }) => actions.includes(name) && asks.some(({ own }) => own)),
  );
  return !asksForFields && reads.every((read) => read.startsWith(`${entity}.`) && !states.has(read)) && (entityOf(product, entity)?.events.length ?? 1) === 0;
}

/** Whether the row runs only where the condition holds, and changes nothing itself. */
const demands = ({ open, guard, then }: Transition, condition: Expression): boolean =>
  open === undefined && guard !== null && then.every(({ kind }) => kind === "send") && conjuncts(guard.expression).some((one) => isSameExpression(one, condition));

const conjuncts = (expression: Expression): readonly Expression[] =>
  expression.kind === "binary" && expression.operator === "and" ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression];
