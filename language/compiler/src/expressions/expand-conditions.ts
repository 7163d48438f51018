/**
 * Replaces `R.CONDITION`, where a condition of point 6 is used like a field, by the condition itself with R for `this`.
 *
 * The variables that the condition binds get names that no document can write, so R's own variables keep their meaning.
 */
import type { Binding, Expression, UnaryTest } from "@nonet/feel";
import { boolean, listOf } from "./field-type.ts";

/** The condition of the entity by its name; undefined for an ordinary field. */
export type ConditionOf = (entity: string, name: string) => Expression | undefined;

export function expandConditions(expression: Expression, conditionOf: ConditionOf): Expression {
  let count = 0;
  const visit = (e: Expression): Expression => {
    const made = settled(e, mapChildren(e, visit));
    if (made.kind !== "path") return made;
    const owner = made.of.type.kind === "list" ? made.of.type.of : made.of.type;
    const condition = owner.kind === "record" ? conditionOf(owner.name, made.field) : undefined;
    if (!condition) return made;
    count++;
    const apart = `#${made.field}#${count}`;
    if (made.of.type.kind !== "list") return instantiate(condition, made.of, apart, made.span);
    const item: Expression = { kind: "variable", name: `item${apart}`, type: owner, nullable: false, span: made.span };
    return {
      kind: "for",
      bindings: [{ name: item.name, of: made.of }],
      result: instantiate(condition, item, apart, made.span),
      type: listOf(boolean),
      nullable: made.of.nullable,
      span: made.span,
    };
  };
  return visit(expression);
}

/** The condition over `record` instead of `this`, all of it at `span`. */
function instantiate(condition: Expression, record: Expression, apart: string, span: Expression["span"]): Expression {
  const visit = (e: Expression, bound: ReadonlySet<string>): Expression => {
    if (e.kind === "variable" && e.name === "this") return record;
    const own = boundBy(e);
    const inside = own.length > 0 ? new Set([...bound, ...own]) : bound;
    const made = mapChildren(e, (child) => visit(child, inside));
    return { ...renamed(made, inside, apart), span };
  };
  return visit(condition, new Set());
}

/** The condition over another record instead of `this`. */
export const overRecord = (condition: Expression, record: Expression): Expression => instantiate(condition, record, "#part", condition.span);

/** `and`, `or` and `not` can be null only if a part of them can. */
function settled(before: Expression, e: Expression): Expression {
  if (e === before || !before.nullable) return e;
  if (e.kind === "binary" && (e.operator === "and" || e.operator === "or")) return { ...e, nullable: e.left.nullable || e.right.nullable };
  if (e.kind === "call" && e.function === "not") return { ...e, nullable: e.arguments.some((one) => one.nullable) };
  return e;
}

function boundBy(e: Expression): readonly string[] {
  if (e.kind === "filter") return [e.item];
  if (e.kind === "for" || e.kind === "quantified") return e.bindings.map((binding) => binding.name);
  return e.kind === "function" ? e.parameters : [];
}

function renamed(e: Expression, bound: ReadonlySet<string>, apart: string): Expression {
  const other = (name: string): string => (bound.has(name) ? name + apart : name);
  if (e.kind === "variable") return { ...e, name: other(e.name) };
  if (e.kind === "filter") return { ...e, item: other(e.item) };
  if (e.kind === "for" || e.kind === "quantified") return { ...e, bindings: e.bindings.map((binding) => ({ ...binding, name: other(binding.name) })) };
  return e.kind === "function" ? { ...e, parameters: e.parameters.map(other) } : e;
}

/** The expression with `map` applied to each of its parts; the expression itself if none of them changes. */
export function mapChildren(e: Expression, map: (child: Expression) => Expression): Expression {
  let changed = false;
  const one = (child: Expression): Expression => {
    const made = map(child);
    if (made !== child) changed = true;
    return made;
  };
  const made = mapped(e, one);
  return changed ? made : e;
}

function mapped(e: Expression, one: (child: Expression) => Expression): Expression {
  const maybe = (child: Expression | null): Expression | null => (child ? one(child) : null);
  const binding = (b: Binding): Binding => ({ ...b, of: one(b.of), ...(b.to ? { to: one(b.to) } : {}) });
  switch (e.kind) {
    case "literal":
    case "variable":
    case "global":
    case "hole":
      return e;
    case "path":
    case "negate":
      return { ...e, of: one(e.of) };
    case "filter":
      return { ...e, of: one(e.of), condition: one(e.condition) };
    case "index":
      return { ...e, of: one(e.of), index: one(e.index) };
    case "binary":
      return { ...e, left: one(e.left), right: one(e.right) };
    case "between":
      return { ...e, value: one(e.value), low: one(e.low), high: one(e.high) };
    case "in":
      return { ...e, value: one(e.value), tests: e.tests.map((test) => mapTest(test, one)) };
    case "if":
      return { ...e, condition: one(e.condition), then: one(e.then), otherwise: one(e.otherwise) };
    case "for":
      return { ...e, bindings: e.bindings.map(binding), result: one(e.result) };
    case "quantified":
      return { ...e, bindings: e.bindings.map(binding), condition: one(e.condition) };
    case "list":
      return { ...e, items: e.items.map(one) };
    case "context":
      return { ...e, entries: e.entries.map((entry) => ({ ...entry, value: one(entry.value) })) };
    case "range":
      return { ...e, low: maybe(e.low), high: maybe(e.high) };
    case "call":
      return { ...e, arguments: e.arguments.map(one) };
    case "apply":
      return { ...e, function: one(e.function), arguments: e.arguments.map(one) };
    case "function":
      return { ...e, body: one(e.body) };
    case "instance of":
      return { ...e, value: one(e.value) };
  }
}

function mapTest(test: UnaryTest, one: (child: Expression) => Expression): UnaryTest {
  switch (test.kind) {
    case "any":
      return test;
    case "not":
      return { ...test, tests: test.tests.map((inner) => mapTest(inner, one)) };
    case "compare":
      return { ...test, value: one(test.value) };
    case "member":
      return { ...test, of: one(test.of) };
    case "condition":
      return { ...test, condition: one(test.condition) };
  }
}
