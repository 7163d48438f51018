/** A rule can fail and can hold: told from the bounds and choices of its fields alone, without a solver. */
import type { Expression, UnaryTest } from "@nonet/feel";
import type { Entity, Product, Rule } from "@nonet/model";
import type { Workshop } from "../make-context.ts";
import { indexOf } from "./may-read.ts";

/** What a condition can come to, null aside. */
interface Verdict {
  readonly holds: boolean;
  readonly fails: boolean;
}

/** Numbers from `low` to `high`, both included; infinite where there is no bound. */
interface Range {
  readonly low: number;
  readonly high: number;
}

const either: Verdict = { holds: true, fails: true };

export function noConstantCondition(ctx: Workshop, product: Product): void {
  for (const rule of product.rules) {
    const entity = indexOf(product).entities.get(rule.entity);
    ctx.unit("no constant condition", rule, [entity?.fields], () => judge(ctx, rule, entity));
  }
}

function judge(ctx: Workshop, rule: Rule, entity: Entity | undefined): void {
  if (rule.holds.kind !== "expression" || hasHole(rule.holds.expression)) return;
  const verdict = entity ? verdictOf(rule.holds.expression, entity) : either;
  if (!verdict.fails) ctx.report("rule-never-fails", rule.holds.expression.span, `"${rule.name}" holds whatever a ${rule.entity} is like, so ${rule.code} can't be raised.`);
  else if (!verdict.holds && !rule.holds.expression.nullable)
    ctx.report("rule-never-holds", rule.holds.expression.span, `"${rule.name}" never holds, whatever a ${rule.entity} is like.`);
}

const hasHole = (e: Expression): boolean => e.kind === "hole" || (e.kind === "binary" && (hasHole(e.left) || hasHole(e.right)));

function verdictOf(e: Expression, entity: Entity): Verdict {
  if (e.kind === "literal" && typeof e.value === "boolean") return { holds: e.value, fails: !e.value };
  if (e.kind === "call" && e.function === "not" && e.arguments.length === 1) {
    const of = verdictOf(e.arguments[0]!, entity);
    return { holds: of.fails, fails: of.holds };
  }
  if (e.kind === "between") return compared(rangeOf(e.value, entity), rangeOf(e.low, entity), rangeOf(e.high, entity));
  if (e.kind === "in") return amongChoices(e.value, e.tests);
  if (e.kind !== "binary") return either;
  if (e.operator === "and" || e.operator === "or") {
    const [left, right] = [verdictOf(e.left, entity), verdictOf(e.right, entity)];
    return e.operator === "and" ? { holds: left.holds && right.holds, fails: left.fails || right.fails } : { holds: left.holds || right.holds, fails: left.fails && right.fails };
  }
  return ordered(e.operator, rangeOf(e.left, entity), rangeOf(e.right, entity));
}

function ordered(operator: string, a: Range, b: Range): Verdict {
  switch (operator) {
    case "<":
      return { holds: a.low < b.high, fails: a.high >= b.low };
    case "<=":
      return { holds: a.low <= b.high, fails: a.high > b.low };
    case ">":
      return { holds: a.high > b.low, fails: a.low <= b.high };
    case ">=":
      return { holds: a.high >= b.low, fails: a.low < b.high };
    case "=":
      return { holds: a.low <= b.high && b.low <= a.high, fails: !(a.low === a.high && b.low === b.high && a.low === b.low) };
    case "!=":
      return { holds: !(a.low === a.high && b.low === b.high && a.low === b.low), fails: a.low <= b.high && b.low <= a.high };
    default:
      return either;
  }
}

function compared(value: Range, low: Range, high: Range): Verdict {
  const [above, below] = [ordered(">=", value, low), ordered("<=", value, high)];
  return { holds: above.holds && below.holds, fails: above.fails || below.fails };
}

const anything: Range = { low: -Infinity, high: Infinity };

function rangeOf(e: Expression, entity: Entity): Range {
  if (e.type.kind !== "number") return anything;
  if (e.kind === "literal" && typeof e.value === "string") return { low: Number(e.value), high: Number(e.value) };
  if (e.kind === "negate") {
    const of = rangeOf(e.of, entity);
    return { low: -of.high, high: -of.low };
  }
  if (e.kind === "binary" && e.operator === "+") {
    const [left, right] = [rangeOf(e.left, entity), rangeOf(e.right, entity)];
    return { low: left.low + right.low, high: left.high + right.high };
  }
  if (e.kind === "call" && e.function === "count") return { low: 0, high: Infinity };
  const field = e.kind === "path" && e.of.kind === "variable" && e.of.name === "this" ? entity.fields.find((one) => one.name === e.field) : undefined;
  return { low: boundOf(field?.atLeast ?? null) ?? -Infinity, high: boundOf(field?.atMost ?? null) ?? Infinity };
}

const boundOf = (bound: Expression | null): number | null =>
  bound?.kind === "literal" && bound.type.kind === "number" && typeof bound.value === "string" ? Number(bound.value) : null;

/** `kind in ("city", "race")`, against the choices that the field has. */
function amongChoices(value: Expression, tests: readonly UnaryTest[]): Verdict {
  const choices = value.type.kind === "string" ? value.type.choices : undefined;
  const named = tests.map((test) => (test.kind === "member" && test.of.kind === "literal" && typeof test.of.value === "string" ? test.of.value : null));
  if (!choices || named.includes(null)) return either;
  return { holds: choices.some((one) => named.includes(one)), fails: choices.some((one) => !named.includes(one)) };
}
