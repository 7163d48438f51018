/** A rule can fail and can hold, and a transition's condition can hold: told without a solver, from what is written. */
import { type Expression, fold } from "@nonet/feel";
import type { Machine, Product, Rule } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { madeFields } from "../../resolve/published.ts";
import { article } from "../../text/english.ts";
import { indexOf } from "../access/may-read.ts";
import { type Outcome, outcomeOf } from "./condition-outcomes.ts";
import { casesOf } from "./value-cases.ts";

/** Tells what the judging of conditions asks for: each entity's machines, and the constants that have one value. */
export function publishConditions(ctx: PointCompiler, product: Product): void {
  const literals = product.constants.flatMap(({ name, values }) => (values?.length === 1 && values[0]!.value.kind === "literal" ? [{ name, value: values[0]!.value }] : []));
  const words = literals.map(({ name, value }) => `${fold(name)} ${value.type.kind} ${JSON.stringify(value.kind === "literal" && value.value)}`).join("\n");
  ctx.tells("constants with one value", sameConstants(ctx.sameList("constants with one value", [words]), literals));
  for (const [entity, machines] of indexOf(product).machines) ctx.tells(`machines of ${entity}`, ctx.sameList(`machines of ${entity}`, machines));
}

type Constants = ReadonlyMap<string, Expression>;

const constantsBy = new WeakMap<object, Constants>();

function sameConstants(key: object, literals: readonly { readonly name: string; readonly value: Expression }[]): Constants {
  const known = constantsBy.get(key) ?? new Map(literals.map(({ name, value }) => [fold(name), value]));
  constantsBy.set(key, known);
  return known;
}

export function noConstantGuard(ctx: PointCompiler, product: Product): void {
  ctx.each("constant condition", product.machines, { of: (machine) => machine }, (machine) => checkGuards(ctx, machine));
}

/** Whether it was told that the rule says nothing: what else could be said of it follows from that. */
export function noConstantRule(ctx: PointCompiler, rule: Rule): boolean {
  if (rule.holds.kind !== "expression") return false;
  const { expression } = rule.holds;
  const verdict = outcomeIn(ctx, expression, rule.entity, (rule.moment.kind === "always" ? undefined : rule.moment.states) ?? statesOf(ctx, rule.entity));
  if (!verdict.fails) ctx.report("rule-never-fails", expression.span, `"${rule.name}" always holds, so ${rule.code} is never raised.`);
  else if (!verdict.holds && !expression.nullable) ctx.report("rule-never-holds", expression.span, `"${rule.name}" never holds for any ${rule.entity}.`);
  return !verdict.fails || (!verdict.holds && !expression.nullable);
}

/** What comes out null is refused here, so that a field may be empty makes no difference. */
function checkGuards(ctx: PointCompiler, machine: Machine): void {
  for (const t of machine.transitions) {
    if (t.from === null) continue;
    const states = machine.field === "state" ? [t.from] : null;
    const conditions = [...(t.guard ? [t.guard.expression] : []), ...(t.trigger.kind === "when" ? [t.trigger.condition] : [])];
    for (const condition of conditions)
      if (!outcomeIn(ctx, condition, machine.entity, states).holds)
        ctx.report("guard-never-holds", condition.span, `This never holds for ${article(t.from)} ${machine.entity}, so the transition can't happen.`);
  }
}

function outcomeIn(ctx: PointCompiler, e: Expression, entity: string, states: readonly string[] | null): Outcome {
  const fields = madeFields(ctx, entity);
  if (!fields || hasHole(e)) return { holds: true, fails: true };
  const constants = ctx.asks<Constants>("constants with one value") ?? new Map<string, Expression>();
  const verdicts = casesOf(e, fields, states).map((world) => outcomeOf(e, { fields, world, constants }));
  return { holds: verdicts.some((v) => v.holds), fails: verdicts.some((v) => v.fails) };
}

const statesOf = (ctx: PointCompiler, entity: string): readonly string[] | null =>
  ctx
    .asks<readonly Machine[]>(`machines of ${entity}`)
    ?.find((m) => m.field === "state")
    ?.states.map((s) => s.name) ?? null;

const hasHole = (e: Expression): boolean => e.kind === "hole" || (e.kind === "binary" && (hasHole(e.left) || hasHole(e.right)));
