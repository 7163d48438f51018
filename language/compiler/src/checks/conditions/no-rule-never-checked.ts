/** A rule on an action is checked in some state to which the action leads, and its warning can be confirmed by somebody. */
import type { Expression } from "@nonet/feel";
import { actionsOfRule, entityOf, eventsOfRule, isNesting, type Machine, type Product, type Rule, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { allStatements } from "../structure/statements.ts";

/** `changes`: what can change records, apart from the rules: permissions, calls, events and fields. */
export function noRuleNeverChecked(ctx: PointCompiler, product: Product, changes: readonly unknown[]): void {
  const written = ctx.unit("what is written", product.machines, changes, () => writtenIn(product));
  ctx.unit("rules that are checked", product.machines, [ctx.identityOf("rules", () => product.rules), ...changes], () => {
    for (const rule of product.rules) check(ctx, product, rule, written);
  });
}

function check(ctx: PointCompiler, product: Product, rule: Rule, written: Written): void {
  const { machines } = product;
  if (checkWritten(ctx, product, rule, written) || checkStartState(ctx, product, rule)) return;
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
function checkWritten(ctx: PointCompiler, product: Product, rule: Rule, written: Written): boolean {
  const { permissions, machines, entities } = product;
  if (!permissions.written || rule.reads.some((read) => isWritten(product, written, read))) return false;
  // Time moves on, and what the product sets by itself changes too.
  if (rule.reads.length === 0 || machines.some(({ entity }) => entity === rule.entity) || entities.find(({ name }) => name === rule.entity)?.builtIn) return false;
  ctx.report("rule-never-checked", rule.source, `"${rule.name}" is never checked: nobody may create or change ${article(rule.entity)}, and no effect does.`, {
    hint: `A rule is checked when something that it reads changes. Grant \`create\` or \`update\` on ${rule.entity} in point 6, or remove the rule.`,
  });
  return true;
}

/** What changes records: by entity, whether everything may, or which fields. Made once for all rules, and kept while it is the same. */
interface Written {
  /** Entities whose records people create or delete, or change in every field; that effects write; or that an action with input stores. */
  readonly entities: ReadonlySet<string>;
  /** `Entity.field`, of fields that people may change. */
  readonly fields: ReadonlySet<string>;
}

function writtenIn(product: Product): Written {
  const { permissions, machines, entities } = product;
  const written = new Set<string>();
  const fields = new Set<string>();
  for (const { entity, verb, fields: named } of permissions.grants) {
    if (verb === "create" || verb === "delete" || (verb === "update" && named === null)) written.add(entity);
    else if (verb === "update") for (const field of named!) fields.add(`${entity}.${field}`);
  }
  for (const { entity, actions } of machines) if (actions.some(({ asks }) => asks.length > 0)) written.add(entity);
  for (const name of [...allStatements(product), ...entities.flatMap((one) => one.events.flatMap(({ then }) => then))].flatMap(writtenBy)) written.add(name);
  return { entities: written, fields };
}

function isWritten(product: Product, written: Written, read: string): boolean {
  const entity = read.split(".")[0]!;
  if (written.entities.has(entity) || written.fields.has(read)) return true;
  const part = entityOf(product, entity)?.partOf;
  return part ? isWritten(product, written, `${part.entity}.${part.list}`) : false;
}

/** The entities whose records the statement makes, changes or deletes. */
function writtenBy(s: Statement): readonly string[] {
  if (isNesting(s)) return s.body.flatMap(writtenBy);
  if (s.kind === "create") return [s.entity];
  if (s.kind === "set") return s.target.kind === "path" ? [ownerOf(s.target) ?? []].flat() : [];
  return s.kind === "delete" ? entityIn(s.of) : s.kind === "do" ? entityIn(s.on) : [];
}

function entityIn({ type }: Expression): readonly string[] {
  const of = type.kind === "list" ? type.of : type;
  return of.kind === "record" ? [of.name] : [];
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
