/**
 * Infers the unit of an amount whose currency is in another field: the path to that field, or a code or another path if a
 * condition around the amount implies it (`currency = "EUR" and amount > 100 EUR`, `payments[currency = this.currency].amount`).
 */
import { type Bound, type Frame, type Reader, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import type { Assumption } from "../types/assumption.ts";
import { elementOf } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { eachElement, type Unit, withUnits } from "../types/units.ts";

/** The limit on equal paths and on nested steps: `parent = this` makes an infinite number of paths equal. */
const maxSteps = 20;

/** Functions that return elements of their first list. */
const returningElementsOfFirst: ReadonlySet<string> = new Set(["distinct values", "reverse", "sort", "sublist", "remove"]);

/** The type of a field that is read from `of`, with the full path of its unit. */
export function unitSource(r: Reader, of: Expression, type: Type): Type {
  const number = elementOf(elementOf(type));
  if (number.kind !== "number" || !number.unitIn?.startsWith(".")) return type;
  const unit = unitAt(r, of, number.unitIn, r.assumption);
  return withUnits(type, () => unit);
}

/** The type with the unit that follows from the current assumptions. */
export function inferUnit(r: Reader, type: Type): Type {
  if (r.assumption === null || type.kind !== "number" || type.unitIn === undefined || type.unitIn.startsWith(".")) return type;
  return withUnits(type, (path) => resolveUnit(r, path, r.assumption));
}

function unitAt(r: Reader, of: Expression, rest: string, assumption: Assumption | null): Unit {
  const whole = wholeOf(r, of, rest, 0);
  if (whole) return unitAt(r, whole.of, whole.rest, assumption);
  const path = baseOf(r, of) + rest;
  const unit = resolveUnit(r, path, assumption);
  return unit.unit === undefined && unit.unitIn === path ? (unitFromFilters(r, of, rest, assumption, 0) ?? unit) : unit;
}

/** Where the path leads back to the record that the list belongs to (`lines.order.currency`): that record, and the rest of the path. */
function wholeOf(r: Reader, of: Expression, rest: string, steps: number): { readonly of: Expression; readonly rest: string } | null {
  if (steps > maxSteps) return null;
  switch (of.kind) {
    case "filter":
    case "index":
      return wholeOf(r, of.of, rest, steps + 1);
    case "call":
      return returningElementsOfFirst.has(of.function) && of.arguments[0] ? wholeOf(r, of.arguments[0], rest, steps + 1) : null;
    case "variable": {
      const bound = bindingOf(r, of.name);
      const list = bound?.of ?? bound?.is;
      return list ? wholeOf(r, list, rest, steps + 1) : null;
    }
    case "path": {
      const by = of.of.type.kind === "record" ? r.scope.fieldsOf(of.of.type.name)?.get(of.field)?.by : undefined;
      return by !== undefined && rest.startsWith(`.${by}.`) ? { of: of.of, rest: rest.slice(by.length + 1) } : null;
    }
    default:
      return null;
  }
}

/** The unit that follows from the filters on the way to the value; undefined if none does. */
function unitFromFilters(r: Reader, of: Expression, rest: string, assumption: Assumption | null, steps: number): Unit | undefined {
  if (steps > maxSteps) return undefined;
  const inner = (next: Expression, path = rest): Unit | undefined => unitFromFilters(r, next, path, assumption, steps + 1);
  switch (of.kind) {
    case "filter": {
      const path = of.item + rest;
      const unit = resolveUnit(r, path, { condition: of.condition, truth: true, outer: assumption });
      if (!unit.unitIn!.startsWith(`${of.item}.`)) return unit;
      return unit.unit === undefined ? inner(of.of) : { unit: unit.unit, unitIn: baseOf(r, of.of) + rest };
    }
    case "index":
      return inner(of.of);
    case "path":
      return inner(of.of, `.${of.field}${rest}`);
    case "call":
      return returningElementsOfFirst.has(of.function) && of.arguments[0] ? inner(of.arguments[0]) : undefined;
    case "variable": {
      const bound = bindingOf(r, of.name);
      const list = bound?.of ?? bound?.is;
      return list && inner(list);
    }
    default:
      return undefined;
  }
}

function bindingOf(r: Reader, name: string): Bound | undefined {
  for (let i = r.frames.length - 1; i >= 0; i--) {
    const frame = r.frames[i]!;
    if (frame.kind === "names") for (const bound of frame.names.values()) if (bound.name === name) return bound;
  }
  return undefined;
}

/** A text that identifies a value: its path, or else its text in the document. */
export function baseOf(r: Reader, of: Expression): string {
  return pathOf(of, (inner, steps) => {
    const value = inner.kind === "variable" && steps < maxSteps ? bindingOf(r, inner.name)?.is : undefined;
    if (value) return value;
    if (inner.kind === "variable") return inner.name;
    const written = textOf(r, inner.span).replace(/\s+/g, " ");
    return inner.type.kind === "list" ? written + eachElement : written;
  })!;
}

/** The path of a value, as in `unitIn`; undefined if it has none. `otherwise` gives a text or another expression for a part that is not a path. */
export function pathOf(
  of: Expression,
  otherwise: (inner: Expression, steps: number) => string | Expression | undefined = (inner) => (inner.kind === "variable" ? inner.name : undefined),
  steps = 0,
): string | undefined {
  const inner = (next: Expression): string | undefined => pathOf(next, otherwise, steps + 1);
  switch (of.kind) {
    case "global":
      return of.type.kind === "list" ? of.name + eachElement : of.name;
    case "path": {
      const base = inner(of.of);
      return base === undefined ? undefined : `${base}.${of.field}${of.type.kind === "list" && !of.listed ? eachElement : ""}`;
    }
    case "filter":
      return inner(of.of);
    case "call":
      if (returningElementsOfFirst.has(of.function) && of.arguments[0]) return inner(of.arguments[0]);
  }
  const found = otherwise(of, steps);
  return found === undefined || typeof found === "string" ? found : inner(found);
}

interface Equality {
  readonly left: Expression;
  readonly right: Expression;
  readonly equal: boolean;
}

/** Collects what a condition with the result `truth` implies to be equal, or not to be. */
function collectEqualities(condition: Expression, truth: boolean, into: Equality[]): void {
  if (condition.kind === "call" && condition.function === "not" && condition.arguments[0]) collectEqualities(condition.arguments[0], !truth, into);
  if (condition.kind !== "binary") return;
  const { operator, left, right } = condition;
  if (operator === (truth ? "and" : "or")) {
    collectEqualities(left, truth, into);
    collectEqualities(right, truth, into);
  } else if (operator === "=" || operator === "!=") into.push({ left, right, equal: (operator === "=") === truth });
}

/** The unit in the field at the path: its currency code if the assumptions imply it, and otherwise one path for all equal fields. */
function resolveUnit(r: Reader, path: string, assumption: Assumption | null): Unit {
  const equalities: Equality[] = [];
  for (let one = assumption; one !== null; one = one.outer) collectEqualities(one.condition, one.truth, equalities);
  if (equalities.length === 0) return { unitIn: path };
  const paths = [path];
  const excluded = new Set<string>();
  let choices: readonly string[] | undefined;
  for (let i = 0; i < paths.length && i < maxSteps; i++) {
    for (const { left, right, equal } of equalities) {
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (!isPath(one)) continue;
        const at = baseOf(r, one);
        const isSamePath = paths[i] === at;
        if (!isSamePath && !(equal && paths[i]!.startsWith(`${at}.`))) continue;
        if (isSamePath && one.type.kind === "string" && one.type.choices) choices = one.type.choices;
        const code = isSamePath && other.kind === "literal" && typeof other.value === "string" ? other.value : undefined;
        if (code !== undefined && equal) return { unit: code, unitIn: path };
        if (code !== undefined) excluded.add(code);
        const same = equal && isPath(other) ? baseOf(r, other) + paths[i]!.slice(at.length) : undefined;
        if (same !== undefined && !paths.includes(same)) paths.push(same);
      }
    }
  }
  const remaining = choices?.filter((choice) => !excluded.has(choice));
  if (remaining?.length === 1) return { unit: remaining[0]!, unitIn: path };
  return { unitIn: paths.reduce((a, b) => (isOuter(r, b, a) ? b : a)) };
}

const isPath = (expression: Expression): boolean =>
  expression.kind === "variable" || (expression.kind === "path" && expression.type.kind !== "list" && !expression.listed) || expression.kind === "index";

/** Whether path `a` is preferred to `b`: a variable with a wider scope comes first, then the shorter text. */
function isOuter(r: Reader, a: string, b: string): boolean {
  const order = depthOf(r, a) - depthOf(r, b) || a.length - b.length || (a < b ? -1 : 1);
  return order < 0;
}

function depthOf(r: Reader, path: string): number {
  const name = /^[^.[]*/.exec(path)![0];
  if (name.startsWith("item#")) return r.frames.findIndex((frame) => frame.kind === "item" && frame.variable === name) + 1 || r.frames.length + 1;
  return r.frames.findIndex((frame: Frame) => frame.kind === "names" && [...frame.names.values()].some((bound) => bound.name === name)) + 1;
}
