/** A rule on an action is checked in some state to which the action leads, and its warning can be confirmed by somebody. */
import { actionsOfRule, entityOf, eventsOfRule, type Machine, type Product, type Rule, type RuleEvent } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import type { Written } from "../structure/written-fields.ts";

/** `written`: what changes records; null where something that isn't shown may do it. */
export function noRuleNeverChecked(ctx: PointCompiler, product: Product, written: Written | null): void {
  for (const rule of product.rules) check(ctx, product, rule, written);
}

function check(ctx: PointCompiler, product: Product, rule: Rule, written: Written | null): void {
  const { machines } = product;
  if ((written && checkWritten(ctx, product, rule, written)) || checkStartState(ctx, product, rule)) return;
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

/** A rule is checked when a record is created or something that it reads changes: something must do that. Gives whether it was reported. */
function checkWritten(ctx: PointCompiler, product: Product, rule: Rule, written: Written): boolean {
  const { entity, name, reads } = rule;
  if (reads.length === 0 || entityOf(product, entity)?.builtIn) return false;
  const events = eventsOfRule(rule);
  const record = article(entity);
  const isMet = events.length > 0 ? events.some((event) => happens(product, written, entity, event)) : isEverWritten(product, written, rule);
  if (isMet) return false;
  const [event] = events;
  if (event?.kind === "create")
    ctx.report("rule-never-checked", rule.source, `"${name}" is never checked: nobody may create ${record}, and no effect does.`, {
      hint: `A rule on create is checked when a record is created. Grant \`create\` on ${entity} in point 6, or check the rule on another event.`,
    });
  else if (event?.kind === "change")
    ctx.report("rule-never-checked", rule.source, `"${name}" is never checked: nobody may change "${event.field}" of ${record}, and no effect does.`, {
      hint: `Grant \`update\` on ${entity} in point 6, or check the rule on another event.`,
    });
  else
    ctx.report("rule-never-checked", rule.source, `"${name}" is never checked: nobody may create ${record} or change what the rule reads, and no effect does.`, {
      hint: `A rule is checked when something that it reads changes. Grant \`create\` or \`update\` on ${entity} in point 6, or remove the rule.`,
    });
  return true;
}

/** An action that nobody may run is reported by itself. A computed field changes with what it reads. */
function happens(product: Product, written: Written, entity: string, event: RuleEvent): boolean {
  if (event.kind === "create") return written.created.has(entity);
  return (
    event.kind === "action" || written.changed.has(`${entity}.${event.field}`) || entityOf(product, entity)?.fields.find(({ name }) => name === event.field)?.computed !== null
  );
}

function isEverWritten(product: Product, written: Written, { entity, reads }: Rule): boolean {
  return written.created.has(entity) || reads.some((read) => written.changed.has(read) || isOfEveryRecord(product, written, read));
}

/** What the product keeps of each record, such as its id and when it was changed. Users come and go by themselves. */
function isOfEveryRecord(product: Product, { created, deleted, changed }: Written, read: string): boolean {
  const [name, field] = read.split(".") as [string, string];
  const entity = entityOf(product, name);
  if (!entity || entity.builtIn) return true;
  if (created.has(name) || deleted.has(name)) return true;
  return !entity.fields.some((one) => one.name === field) && entity.fields.some((one) => changed.has(`${name}.${one.name}`));
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
