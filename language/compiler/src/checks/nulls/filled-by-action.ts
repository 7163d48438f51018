/** The fields that an action always fills in, or that a state requires, so that rules checked then find them filled. */
import { type Expression, nullCause } from "@nonet/feel";
import { type Action, type Field, isNesting, type Machine, type Rule, type Statement, type Transition, eventsOfRule } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledFields } from "../../resolve/published.ts";
import { walk } from "../../trees/walk.ts";
import { outcomeIn } from "../conditions/no-constant-condition.ts";

/** The record's own fields, by name. */
export const filledWhenChecked = (ctx: PointCompiler, rule: Rule): readonly string[] => [...filledByAction(ctx, rule), ...requiredIn(ctx, rule)];

/** Fields that are required in every state in which the rule is checked. */
function requiredIn(ctx: PointCompiler, { entity, moment }: Rule): readonly string[] {
  const states = moment.kind === "always" ? undefined : moment.states;
  if (!states) return [];
  const isSure = (required: Field["required"]): boolean => typeof required === "object" && states.every((state) => !outcomeIn(ctx, required.expression, entity, [state]).fails);
  return (compiledFields(ctx, entity) ?? []).filter(({ required }) => isSure(required)).map(({ name }) => name);
}

function filledByAction(ctx: PointCompiler, rule: Rule): readonly string[] {
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
