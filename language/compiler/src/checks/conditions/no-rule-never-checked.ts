/** A rule on an action is checked in some state to which the action leads, and its warning can be confirmed by somebody. */
import type { Expression } from "@nonet/feel";
import { actionsOfRule, entityOf, eventsOfRule, isNesting, type Machine, type Product, type Rule, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { allStatements } from "../structure/statements.ts";

export function noRuleNeverChecked(ctx: PointCompiler, product: Product): void {
  for (const rule of product.rules) check(ctx, product, rule);
}

function check(ctx: PointCompiler, product: Product, rule: Rule): void {
  const { machines } = product;
  if (checkWritten(ctx, product, rule) || checkStartState(ctx, product, rule)) return;
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

/** A rule is checked when something that it reads changes: something must write it. Gives whether it was reported. */
function checkWritten(ctx: PointCompiler, product: Product, rule: Rule): boolean {
  const { permissions, machines, entities } = product;
  if (!permissions.written || rule.reads.some((read) => isWritten(product, read))) return false;
  // Time moves on, and what the product sets by itself changes too.
  if (rule.reads.length === 0 || machines.some(({ entity }) => entity === rule.entity) || entities.find(({ name }) => name === rule.entity)?.builtIn) return false;
  ctx.report("rule-never-checked", rule.source, `"${rule.name}" is never checked: nobody may create or change ${article(rule.entity)}, and no effect does.`, {
    hint: `A rule is checked when something that it reads changes. Grant \`create\` or \`update\` on ${rule.entity} in point 6, or remove the rule.`,
  });
  return true;
}

function isWritten(product: Product, read: string): boolean {
  const [entity, field] = read.split(".") as [string, string];
  const part = entityOf(product, entity)?.partOf;
  const isGranted = product.permissions.grants.some(
    (g) => g.entity === entity && (g.verb === "create" || g.verb === "delete" || (g.verb === "update" && (g.fields === null || g.fields.includes(field)))),
  );
  const events = product.entities.flatMap((one) => one.events.flatMap(({ then }) => then));
  const asked = product.machines.some((machine) => machine.entity === entity && machine.actions.some(({ asks }) => asks.length > 0));
  return isGranted || asked || writes([...allStatements(product), ...events], entity) || (part ? isWritten(product, `${part.entity}.${part.list}`) : false);
}

const writes = (statements: readonly Statement[], entity: string): boolean =>
  statements.some((s) => {
    if (isNesting(s)) return writes(s.body, entity);
    if (s.kind === "create") return s.entity === entity;
    if (s.kind === "set") return s.target.kind === "path" && ownerOf(s.target) === entity;
    return (s.kind === "delete" && isOf(s.of, entity)) || (s.kind === "do" && isOf(s.on, entity));
  });

function isOf({ type }: Expression, entity: string): boolean {
  const of = type.kind === "list" ? type.of : type;
  return of.kind === "record" && of.name === entity;
}

/** A rule `on create, while STATE` is checked in the state in which a record begins. */
function checkStartState(ctx: PointCompiler, { machines }: Product, rule: Rule): boolean {
  const states = rule.moment.kind === "always" ? undefined : rule.moment.states;
  const events = eventsOfRule(rule);
  const machine = machines.find(({ entity, field }) => entity === rule.entity && field === "state");
  if (!states || !machine || events.length === 0 || events.some(({ kind }) => kind !== "create")) return false;
  const created = machine.transitions.filter(({ from }) => from === null);
  const starts = created.length > 0 ? created.map(({ to, open }) => (open === undefined ? to : null)) : machine.startsAs.map(({ state }) => state);
  if (starts.length === 0 || starts.some((start) => start === null || states.includes(start))) return false;
  ctx.report("rule-never-checked", rule.source, `"${rule.name}" is never checked: ${article(rule.entity)} is never created as ${list(states, "or")}.`, {
    hint: `A rule on create is checked in the state in which the record starts: ${list([...new Set(starts.flatMap((start) => start ?? []))], "or")}.`,
  });
  return true;
}

/** The states to which the actions lead; null for one that isn't known. */
const endsOf = ({ transitions }: Machine, actions: readonly string[]): readonly (string | null)[] =>
  transitions.flatMap(({ trigger, to, open }) => (trigger.kind === "action" && actions.includes(trigger.action) ? [open === undefined ? to : null] : []));
