/**
 * In what an amount is whose currency another field says: in what stands at that field's path, unless a condition
 * that holds here says more (`currency = "EUR" and amount > 100 EUR`, `payments[currency = this.currency].amount`).
 */
import { type Bound, type Frame, type Reader, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import type { Known } from "../types/known-unit.ts";
import { elementOf } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { each, type Unit, withUnits } from "../types/units.ts";

/** More paths to one field than this aren't looked for: `parent = this` makes any number. */
const most = 20;

/** Those that give elements of their first list. */
const ofFirst: ReadonlySet<string> = new Set(["distinct values", "reverse", "sort", "sublist", "remove"]);

/** The type of what is read from `of`, its field's unit now said from the outside. */
export function unitSource(r: Reader, of: Expression, type: Type): Type {
  const number = elementOf(elementOf(type));
  if (number.kind !== "number" || !number.unitIn?.startsWith(".")) return type;
  const unit = unitFrom(r, of, number.unitIn, r.known);
  return withUnits(type, () => unit);
}

/** The type with what is known here of its unit. */
export function inferUnit(r: Reader, type: Type): Type {
  if (r.known === null || type.kind !== "number" || type.unitIn === undefined || type.unitIn.startsWith(".")) return type;
  return withUnits(type, (path) => resolve(r, path, r.known));
}

function unitFrom(r: Reader, of: Expression, rest: string, known: Known | null): Unit {
  const path = baseOf(r, of) + rest;
  const said = resolve(r, path, known);
  return said.unit === undefined && said.unitIn === path ? (fromElements(r, of, rest, known, 0) ?? said) : said;
}

/** What the filters that the value went through say. */
function fromElements(r: Reader, of: Expression, rest: string, known: Known | null, steps: number): Unit | undefined {
  if (steps > most) return undefined;
  const inner = (next: Expression, path = rest): Unit | undefined => fromElements(r, next, path, known, steps + 1);
  switch (of.kind) {
    case "filter": {
      const path = of.item + rest;
      const said = resolve(r, path, { condition: of.condition, truth: true, outer: known });
      if (!said.unitIn!.startsWith(`${of.item}.`)) return said;
      return said.unit === undefined ? inner(of.of) : { unit: said.unit, unitIn: baseOf(r, of.of) + rest };
    }
    case "index":
      return inner(of.of);
    case "path":
      return inner(of.of, `.${of.field}${rest}`);
    case "call":
      return ofFirst.has(of.function) && of.arguments[0] ? inner(of.arguments[0]) : undefined;
    case "variable": {
      const bound = boundAs(r, of.name);
      const list = bound?.of ?? bound?.is;
      return list && inner(list);
    }
    default:
      return undefined;
  }
}

function boundAs(r: Reader, name: string): Bound | undefined {
  for (let i = r.frames.length - 1; i >= 0; i--) {
    const frame = r.frames[i]!;
    if (frame.kind === "names") for (const bound of frame.names.values()) if (bound.name === name) return bound;
  }
  return undefined;
}

/** A text that is the same wherever the value is: its path, else the words that it is written in. */
export function baseOf(r: Reader, of: Expression): string {
  return pathOf(of, (inner, steps) => {
    const value = inner.kind === "variable" && steps < most ? boundAs(r, inner.name)?.is : undefined;
    if (value) return value;
    if (inner.kind === "variable") return inner.name;
    const written = textOf(r, inner.span).replace(/\s+/g, " ");
    return inner.type.kind === "list" ? written + each : written;
  })!;
}

/** The path by which a value is reached, as units say it; undefined where it has none. `otherwise`: what stands for what is no path, a text or another expression. */
export function pathOf(
  of: Expression,
  otherwise: (inner: Expression, steps: number) => string | Expression | undefined = (inner) => (inner.kind === "variable" ? inner.name : undefined),
  steps = 0,
): string | undefined {
  const inner = (next: Expression): string | undefined => pathOf(next, otherwise, steps + 1);
  switch (of.kind) {
    case "global":
      return of.type.kind === "list" ? of.name + each : of.name;
    case "path": {
      const base = inner(of.of);
      return base === undefined ? undefined : `${base}.${of.field}${of.type.kind === "list" && !of.listed ? each : ""}`;
    }
    case "filter":
      return inner(of.of);
    case "call":
      if (ofFirst.has(of.function) && of.arguments[0]) return inner(of.arguments[0]);
  }
  const found = otherwise(of, steps);
  return found === undefined || typeof found === "string" ? found : inner(found);
}

interface Claim {
  readonly left: Expression;
  readonly right: Expression;
  readonly equal: boolean;
}

/** What a condition that came out as `truth` says to be equal, and what not. */
function claimsOf(condition: Expression, truth: boolean, into: Claim[]): void {
  if (condition.kind === "call" && condition.function === "not" && condition.arguments[0]) claimsOf(condition.arguments[0], !truth, into);
  if (condition.kind !== "binary") return;
  const { operator, left, right } = condition;
  if (operator === (truth ? "and" : "or")) {
    claimsOf(left, truth, into);
    claimsOf(right, truth, into);
  } else if (operator === "=" || operator === "!=") into.push({ left, right, equal: (operator === "=") === truth });
}

/** The unit at the path: a currency's code where it is known to be this one, else one path for all that are known to be equal. */
function resolve(r: Reader, path: string, known: Known | null): Unit {
  const claims: Claim[] = [];
  for (let one = known; one !== null; one = one.outer) claimsOf(one.condition, one.truth, claims);
  if (claims.length === 0) return { unitIn: path };
  const paths = [path];
  const never = new Set<string>();
  let choices: readonly string[] | undefined;
  for (let i = 0; i < paths.length && i < most; i++) {
    for (const { left, right, equal } of claims) {
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (!isPlace(one)) continue;
        const at = baseOf(r, one);
        const here = paths[i] === at;
        if (!here && !(equal && paths[i]!.startsWith(`${at}.`))) continue;
        if (here && one.type.kind === "string" && one.type.choices) choices = one.type.choices;
        const code = here && other.kind === "literal" && typeof other.value === "string" ? other.value : undefined;
        if (code !== undefined && equal) return { unit: code, unitIn: path };
        if (code !== undefined) never.add(code);
        const same = equal && isPlace(other) ? baseOf(r, other) + paths[i]!.slice(at.length) : undefined;
        if (same !== undefined && !paths.includes(same)) paths.push(same);
      }
    }
  }
  const left = choices?.filter((choice) => !never.has(choice));
  if (left?.length === 1) return { unit: left[0]!, unitIn: path };
  return { unitIn: paths.reduce((a, b) => (isOuter(r, b, a) ? b : a)) };
}

const isPlace = (expression: Expression): boolean =>
  expression.kind === "variable" || (expression.kind === "path" && expression.type.kind !== "list" && !expression.listed) || expression.kind === "index";

/** What an outer name says is meant longer than what an inner one says; else the shorter text. */
function isOuter(r: Reader, a: string, b: string): boolean {
  const by = depthOf(r, a) - depthOf(r, b) || a.length - b.length || (a < b ? -1 : 1);
  return by < 0;
}

function depthOf(r: Reader, path: string): number {
  const name = /^[^.[]*/.exec(path)![0];
  if (name.startsWith("item#")) return r.frames.findIndex((frame) => frame.kind === "item" && frame.variable === name) + 1 || r.frames.length + 1;
  return r.frames.findIndex((frame: Frame) => frame.kind === "names" && [...frame.names.values()].some((bound) => bound.name === name)) + 1;
}
