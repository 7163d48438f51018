/** What is known about a record after a transition: its state, and the fields that the effects set to a value known in advance. */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";
import { isNesting, type Machine, type Statement, type Transition } from "@nonet/model";
import { ownerOf, variablesIn } from "../../trees/walk.ts";
import { isSameExpression } from "../../trees/same-expression.ts";
import { isOwnField } from "./value-cases.ts";

/** By the name of the field. */
export type Known = ReadonlyMap<string, Expression>;

export interface AfterEffects {
  /** Null if the effects may move the record on. */
  readonly states: readonly string[] | null;
  readonly known: Known;
}

/** `events`: the statements that the entity runs by itself. */
export function afterEffects({ entity, field }: Machine, { to, then }: Transition, events: readonly Statement[]): AfterEffects {
  const known = new Map<string, Expression>();
  for (const s of then) {
    const target = s.kind === "set" && s.target.kind === "path" ? s.target : null;
    if (s.kind === "set" && target && isOwnField(target) && s.when === null && isFixed(s.value)) known.set(target.field, s.value);
    else for (const name of setBy([s], entity)) known.delete(name);
  }
  for (const name of setBy(events, entity)) known.delete(name);
  const movesOn = runsActions([...then, ...events]);
  if (movesOn) known.clear();
  return { states: to !== null && field === "state" && !movesOn ? [to] : null, known };
}

/** A value that is the same before and after the effects. */
function isFixed(value: Expression): boolean {
  const variables = variablesIn([value]);
  return variables !== null && [...variables].every((name) => name === fold("me") || name === fold("asked"));
}

const setBy = (statements: readonly Statement[], entity: string): readonly string[] =>
  statements.flatMap((s) => {
    if (isNesting(s)) return setBy(s.body, entity);
    return s.kind === "set" && s.target.kind === "path" && ownerOf(s.target) === entity ? [s.target.field] : [];
  });

const runsActions = (statements: readonly Statement[]): boolean => statements.some((s) => s.kind === "do" || (isNesting(s) && runsActions(s.body)));

/** The condition with the known values in place of the fields. Comparisons of equal values are decided, and counts that include the record are at least 1. */
export function withKnown(e: Expression, known: Known, includes: (list: Expression) => boolean): Expression {
  const inner = (one: Expression): Expression => withKnown(one, known, includes);
  if (isOwnField(e)) return known.get(e.field) ?? e;
  switch (e.kind) {
    case "binary": {
      const [left, right] = [inner(e.left), inner(e.right)];
      const isEquality = e.operator === "=" || e.operator === "!=";
      const isChanged = left !== e.left || right !== e.right;
      if (isEquality && isChanged && isSameExpression(left, right)) return { ...e, kind: "literal", value: e.operator === "=" } as Expression;
      return { ...e, left, right };
    }
    case "between":
      return { ...e, value: inner(e.value), low: inner(e.low), high: inner(e.high) };
    case "in":
      return { ...e, value: inner(e.value), tests: e.tests.map((test) => testWith(test, inner)) };
    case "call": {
      const [of] = e.arguments;
      if (e.function === "count" && of && includes(of)) return { ...e, kind: "binary", operator: "+", left: { ...e, kind: "literal", value: "1", nullable: false }, right: e };
      return { ...e, arguments: e.arguments.map(inner) };
    }
    default:
      return e;
  }
}

function testWith(test: UnaryTest, inner: (e: Expression) => Expression): UnaryTest {
  switch (test.kind) {
    case "not":
      return { ...test, tests: test.tests.map((one) => testWith(one, inner)) };
    case "compare":
      return { ...test, value: inner(test.value) };
    case "member":
      return { ...test, of: test.of.kind === "list" ? { ...test.of, items: test.of.items.map(inner) } : test.of };
    default:
      return test;
  }
}

/** The condition on the elements of a list, as a condition on the record itself. Elements and record are compared field by field. */
export const asOwn = (e: Expression, item: string): Expression => renamed(e, item) as Expression;

function renamed(node: unknown, item: string): unknown {
  if (Array.isArray(node)) return node.map((one) => renamed(one, item));
  if (node === null || typeof node !== "object") return node;
  const parts = node as Readonly<Record<string, unknown>>;
  if (parts["kind"] === "variable" && parts["name"] === item) return { ...parts, name: "this" };
  const made = Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, key === "type" || key === "span" ? value : renamed(value, item)]));
  if (made["kind"] !== "binary" || (made["operator"] !== "=" && made["operator"] !== "!=")) return made;
  const isSame = isSameExpression(made["left"] as Expression, made["right"] as Expression);
  return isSame ? { ...made, kind: "literal", value: made["operator"] === "=" } : made;
}
