/** A rule can fail and can hold, and a transition's condition can hold: told without a solver, from what is written. */
import { fold, type Expression } from "@nonet/feel";
import type { Entity, Machine, Product, Rule } from "@nonet/model";
import type { Workshop } from "../make-context.ts";
import { article } from "../sentences/words.ts";
import { indexOf } from "./may-read.ts";
import { verdictOf, type Verdict } from "./verdict.ts";
import { worldsOf } from "./worlds.ts";

export function noConstantCondition(ctx: Workshop, product: Product): void {
  const constants = new Map(
    product.constants.flatMap((c) => (c.values?.length === 1 && c.values[0]!.value.kind === "literal" ? [[fold(c.name), c.values[0]!.value] as const] : [])),
  );
  const given = ctx.same("constants with one value", () => [...constants].flatMap(([name, e]) => (e.kind === "literal" ? [name, e.value, e.type.kind] : [])));
  const judge = (e: Expression, entityName: string, states: readonly string[] | null): Verdict => {
    const entity = indexOf(product).entities.get(entityName);
    return entity && !hasHole(e) ? judged(e, entity, states, constants) : { holds: true, fails: true };
  };
  const index = indexOf(product);
  const fieldsOf = (entity: string): unknown => index.entities.get(entity)?.fields;
  for (const rule of product.rules)
    ctx.unit("constant condition", rule, [given, fieldsOf(rule.entity), ...(index.machines.get(rule.entity) ?? [])], () => judgeRule(ctx, product, rule, judge));
  for (const machine of product.machines) ctx.unit("constant condition", machine, [given, fieldsOf(machine.entity)], () => judgeGuards(ctx, machine, judge));
}

function judgeRule(ctx: Workshop, product: Product, rule: Rule, judge: (e: Expression, entity: string, states: readonly string[] | null) => Verdict): void {
  if (rule.holds.kind !== "expression") return;
  const { expression } = rule.holds;
  const verdict = judge(expression, rule.entity, rule.moment.kind === "while" ? rule.moment.states : statesOf(product, rule.entity));
  const whatever = `whatever ${article(rule.entity)} is like`;
  if (!verdict.fails) ctx.report("rule-never-fails", expression.span, `"${rule.name}" holds ${whatever}, so ${rule.code} can't be raised.`);
  else if (!verdict.holds && !expression.nullable) ctx.report("rule-never-holds", expression.span, `"${rule.name}" never holds, ${whatever}.`);
}

/** What comes out null is refused here, so that a field may be empty makes no difference. */
function judgeGuards(ctx: Workshop, machine: Machine, judge: (e: Expression, entity: string, states: readonly string[] | null) => Verdict): void {
  for (const t of machine.transitions) {
    if (t.from === null) continue;
    const states = machine.field === "state" ? [t.from] : null;
    const conditions = [...(t.guard ? [t.guard.expression] : []), ...(t.trigger.kind === "when" ? [t.trigger.condition] : [])];
    for (const condition of conditions)
      if (!judge(condition, machine.entity, states).holds)
        ctx.report("guard-never-holds", condition.span, `This never holds for ${article(t.from)} ${machine.entity}, so the transition can't happen.`);
  }
}

function judged(e: Expression, entity: Entity, states: readonly string[] | null, constants: ReadonlyMap<string, Expression>): Verdict {
  const verdicts = worldsOf(e, entity, states).map((world) => verdictOf(e, { entity, world, constants }));
  return { holds: verdicts.some((v) => v.holds), fails: verdicts.some((v) => v.fails) };
}

const statesOf = (product: Product, entity: string): readonly string[] | null =>
  indexOf(product)
    .machines.get(entity)
    ?.find((m) => m.field === "state")
    ?.states.map((s) => s.name) ?? null;

const hasHole = (e: Expression): boolean => e.kind === "hole" || (e.kind === "binary" && (hasHole(e.left) || hasHole(e.right)));
