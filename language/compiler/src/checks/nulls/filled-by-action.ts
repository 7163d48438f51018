/** The fields that an action always fills in, so that rules checked on that action find them filled. */
import { type Expression, nullCause } from "@nonet/feel";
import { type Action, isNesting, type Machine, type Rule, type Statement, type Transition, eventsOfRule } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { walk } from "../../trees/walk.ts";

/** The record's own fields, by name. */
export function filledByAction(ctx: PointCompiler, rule: Rule): readonly string[] {
  const [first, ...others] = eventsOfRule(rule).map((event) => (event.kind === "action" ? filledOn(ctx, rule.entity, event.action) : []));
  return (first ?? []).filter((field) => others.every((fields) => fields.includes(field)));
}

function filledOn(ctx: PointCompiler, entity: string, name: string): readonly string[] {
  const machines = ctx.lookUp<readonly Machine[]>(`machines of ${entity}`) ?? [];
  return machines.flatMap(({ actions, transitions }) => {
    const action = actions.find((one) => one.name === name);
    const rows = transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === name);
    return action ? filledBy(action, rows) : [];
  });
}

function filledBy({ asks }: Action, rows: readonly Transition[]): readonly string[] {
  const sure = asks.filter(({ field }) => field.required === true).map(({ field }) => field.name);
  const emptied = rows.flatMap(({ then }) => then.flatMap((s) => emptiedBy(s, sure)));
  const own = asks.filter((ask) => ask.own && sure.includes(ask.field.name)).map(({ field }) => field.name);
  const [first, ...others] = rows.map(({ then }) => then.flatMap((s) => setBy(s, sure)));
  const set = (first ?? []).filter((field) => others.every((fields) => fields.includes(field)));
  return [...own, ...set].filter((field) => !emptied.includes(field));
}

/** The record's own field that the statement always sets to a value that isn't null. */
const setBy = (s: Statement, sure: readonly string[]): readonly string[] =>
  s.kind === "set" && s.when === null && s.target.kind === "path" && isThis(s) && isThere(s, sure) ? [s.target.field] : [];

function emptiedBy(s: Statement, sure: readonly string[]): readonly string[] {
  if (isNesting(s)) return s.body.flatMap((one) => emptiedBy(one, sure));
  if (s.kind === "forget") return [s.field];
  return s.kind === "set" && s.target.kind === "path" && !isThere(s, sure) ? [s.target.field] : [];
}

type SetField = Statement & { readonly kind: "set" };

const isThis = ({ target }: SetField): boolean => target.kind === "path" && target.of.kind === "variable" && target.of.name === "this";

/** A required input of an action is never null. */
function isThere({ value }: SetField, sure: readonly string[]): boolean {
  const isAsked = (e: Expression): e is Expression & { kind: "path" } => e.kind === "path" && e.of.kind === "variable" && e.of.name === "asked";
  let maybe = false;
  walk(value, (e) => (maybe ||= isAsked(e) && !sure.includes(e.field)));
  return !maybe && nullCause(value).every(isAsked);
}
