/** A rule on an action is checked in some state to which the action leads, and its warning can be confirmed by somebody. */
import { actionsOfRule, eventsOfRule, type Machine, type Product, type Rule } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";

export function noRuleNeverChecked(ctx: PointCompiler, product: Product): void {
  for (const rule of product.rules) check(ctx, product, rule);
}

function check(ctx: PointCompiler, { machines }: Product, rule: Rule): void {
  const actions = actionsOfRule(rule);
  if (actions.length === 0 || actions.length < eventsOfRule(rule).length) return;
  const own = machines.filter((machine) => machine.entity === rule.entity);
  const states = rule.moment.kind === "always" ? undefined : rule.moment.states;
  const ends = states && own.filter(({ field }) => field === "state").flatMap((machine) => endsOf(machine, actions));
  if (ends && ends.length > 0 && !ends.some((end) => end === null || states.includes(end)))
    ctx.report("rule-never-checked", rule.source, `"${rule.name}" is never checked: ${list(actions, "and")} of ${rule.entity} doesn't lead to ${list(states, "or")}.`, {
      hint: `A rule on an action is checked after it, in the state to which it leads: ${list([...new Set(ends.flatMap((end) => end ?? []))], "or")}.`,
    });
  const run = own.flatMap((machine) => machine.actions).filter(({ name }) => actions.includes(name));
  if (rule.warns && run.length > 0 && run.every(({ systemOnly }) => systemOnly))
    ctx.report("rule-never-checked", rule.source, `Nobody can confirm the warning of "${rule.name}": only the system runs ${list(actions, "and")}.`, {
      hint: "Remove `warn`, so that the action is refused.",
    });
}

/** The states to which the actions lead; null for one that isn't known. */
const endsOf = ({ transitions }: Machine, actions: readonly string[]): readonly (string | null)[] =>
  transitions.flatMap(({ trigger, to, open }) => (trigger.kind === "action" && actions.includes(trigger.action) ? [open === undefined ? to : null] : []));
