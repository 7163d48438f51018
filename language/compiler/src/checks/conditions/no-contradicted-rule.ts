/** A rule on an action that the action itself always violates. */
import type { Expression } from "@nonet/feel";
import { actionsOfRule, type Machine, type Rule, type Statement, type Transition } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { PlannedFix } from "../../fixes/planned-fix.ts";
import { walk } from "../../trees/walk.ts";
import { type AfterEffects, afterEffects, asOwn, withKnown } from "./after-effects.ts";
import { outcomeIn, statesOf } from "./no-constant-condition.ts";
import { isOwnField, type OwnField } from "./value-cases.ts";

/** A rule on an action is checked after its effects: it must be able to hold with what they set. Gives whether it was reported. */
export function noContradictedRule(ctx: PointCompiler, rule: Rule): boolean {
  if (rule.holds.kind !== "expression" || rule.holds.expression.nullable) return false;
  const { expression } = rule.holds;
  const machines = ctx.lookUp<readonly Machine[]>(`machines of ${rule.entity}`) ?? [];
  const events = ctx.lookUp<readonly Statement[]>(`statements of ${rule.entity}`) ?? [];
  const only = rule.moment.kind === "always" ? undefined : rule.moment.states;
  for (const action of actionsOfRule(rule)) {
    const rows = machines.flatMap((machine) =>
      machine.transitions.filter(({ trigger, open }) => trigger.kind === "action" && trigger.action === action && open === undefined).map((row) => ({ machine, row })),
    );
    const judged = rows.filter(({ row }) => row.to !== null && (only === undefined || only.includes(row.to)));
    if (judged.length === 0 || judged.some(({ machine, row }) => mayHold(ctx, rule.entity, expression, afterEffects(machine, row, events)))) continue;
    ctx.report(
      "rule-never-holds",
      expression.span,
      `"${rule.name}" never holds on ${action}, so ${action} is always ${rule.warns ? "warned about" : "refused"}.`,
      beforeEffects(rule, action, expression, judged),
    );
    return true;
  }
  return false;
}

/** What the action changes of that which the rule reads, and how to read the values before. */
function beforeEffects(
  { entity }: Rule,
  action: string,
  expression: Expression,
  rows: readonly { readonly machine: Machine; readonly row: Transition }[],
): { hint: string; fixes?: readonly PlannedFix[] } {
  const { to } = rows[0]!.row;
  const changed = new Set(rows.flatMap(({ machine, row }) => [machine.field, ...afterEffects(machine, row, []).known.keys()]));
  const paths: OwnField[] = [];
  walk(expression, (e) => void (isOwnField(e) && changed.has(e.field) && paths.push(e)));
  const judged = `A rule on an action is checked after it, when the ${entity} is ${to}`;
  const [first] = paths;
  if (first === undefined || rows.some(({ row }) => row.from === null) || readsLists(expression))
    return { hint: `${judged}; a count includes the ${entity} itself. Put a condition on the values before into When of ${action} in point 4, or allow one more.` };
  const edits = paths.map(({ span }) => ({ span: { ...span, to: span.from }, text: "old." }));
  return {
    hint: `${judged}${first.field === "state" ? "" : ` and "${first.field}" is set`}. For the value before, write \`old.${first.field}\`, or put the condition into When of ${action} in point 4.`,
    fixes: paths.every(({ of, span }) => of.span.from === span.from && of.span.to === span.to) ? [{ title: `Write \`old.${first.field}\``, edits }] : [],
  };
}

function readsLists(expression: Expression): boolean {
  let reads = false;
  walk(expression, (e) => void (e.kind === "filter" && (reads = true)));
  return reads;
}

function mayHold(ctx: PointCompiler, entity: string, expression: Expression, { states, known }: AfterEffects): boolean {
  const includes = (list: Expression): boolean => {
    if (list.kind !== "filter" || list.of.kind !== "global" || list.condition.nullable || list.type.kind !== "list" || list.type.of.kind !== "record") return false;
    return (
      list.type.of.name === entity &&
      !outcomeIn(
        ctx,
        withKnown(asOwn(list.condition, list.item), known, () => false),
        entity,
        states ?? statesOf(ctx, entity),
      ).fails
    );
  };
  return outcomeIn(ctx, withKnown(expression, known, includes), entity, states ?? statesOf(ctx, entity)).holds;
}
