/** The possible outcomes of a condition in one case, null aside, derived from choices, bounds and literals only. */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";
import type { Field } from "@nonet/model";
import { type Interval, orderOf, type Place } from "../../tables/intervals.ts";
import { isOwnField, type ValueCase } from "./value-cases.ts";

export interface Outcome {
  readonly holds: boolean;
  readonly fails: boolean;
}

export interface Scene {
  readonly fields: readonly Field[];
  readonly world: ValueCase;
  /** Constants with one literal value, by folded name. */
  readonly constants: ReadonlyMap<string, Expression>;
  /** Fields that are surely empty. */
  readonly empty?: ReadonlySet<string>;
}

/** From `low` to `high`; an unbounded end is exclusive. */
interface Range {
  readonly low: Place;
  readonly high: Place;
  readonly open: boolean;
}

const either: Outcome = { holds: true, fails: true };
const anything: Range = { low: -Infinity, high: Infinity, open: true };
const surely = (holds: boolean): Outcome => ({ holds, fails: !holds });
const opposite = ({ holds, fails }: Outcome): Outcome => ({ holds: fails, fails: holds });
const all = (of: readonly Outcome[]): Outcome => ({ holds: of.every((v) => v.holds), fails: of.some((v) => v.fails) });
const any = (of: readonly Outcome[]): Outcome => opposite(all(of.map(opposite)));

export function outcomeOf(e: Expression, scene: Scene): Outcome {
  switch (e.kind) {
    case "literal":
      return typeof e.value === "boolean" ? surely(e.value) : either;
    case "path": {
      const stretch = intervalOf(e, scene);
      return stretch?.kind === "text" && e.type.kind === "boolean" ? surely(stretch.text === "true") : either;
    }
    case "call":
      return e.function === "not" && e.arguments.length === 1 ? opposite(outcomeOf(e.arguments[0]!, scene)) : either;
    case "between":
      return all([compare(">=", e.value, e.low, scene), compare("<=", e.value, e.high, scene)]);
    case "in":
      return any(e.tests.map((test) => testOutcome(e.value, test, scene)));
    case "binary": {
      if (e.operator === "and" || e.operator === "or") return (e.operator === "and" ? all : any)([outcomeOf(e.left, scene), outcomeOf(e.right, scene)]);
      return compare(e.operator, e.left, e.right, scene);
    }
    default:
      return either;
  }
}

function testOutcome(value: Expression, test: UnaryTest, scene: Scene): Outcome {
  switch (test.kind) {
    case "any":
      return surely(true);
    case "not":
      return opposite(any(test.tests.map((t) => testOutcome(value, t, scene))));
    case "compare":
      return compare(test.operator, value, test.value, scene);
    case "member":
      return memberOutcome(value, test.of, scene);
    case "condition":
      return either;
  }
}

function memberOutcome(value: Expression, of: Expression, scene: Scene): Outcome {
  if (of.kind === "list") return any(of.items.map((item) => memberOutcome(value, item, scene)));
  if (of.kind !== "range") return of.kind === "literal" ? compare("=", value, of, scene) : either;
  return all([...(of.low ? [compare(of.lowClosed ? ">=" : ">", value, of.low, scene)] : []), ...(of.high ? [compare(of.highClosed ? "<=" : "<", value, of.high, scene)] : [])]);
}

function compare(operator: string, left: Expression, right: Expression, scene: Scene): Outcome {
  if (isNull(right) || isNull(left)) return againstNull(operator, isNull(right) ? left : right, scene);
  if (operator !== "!=" && [left, right].some((side) => isEmpty(side, scene) && side.type.kind !== "list")) return surely(false);
  const texts = [textOf(left, scene), textOf(right, scene)];
  if (texts[0] !== null && texts[1] !== null) return operator === "=" ? surely(texts[0] === texts[1]) : operator === "!=" ? surely(texts[0] !== texts[1]) : either;
  return left.type.kind === right.type.kind ? ordered(operator, rangeOf(left, scene), rangeOf(right, scene)) : either;
}

const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;

/** A field that is surely empty, or a path over one. */
function isEmpty(e: Expression, scene: Scene): boolean {
  if (!scene.empty || e.kind !== "path") return false;
  return isOwnField(e) ? scene.empty.has(e.field) : isEmpty((e as Extract<Expression, { kind: "path" }>).of, scene);
}

/** A required field is never null; nothing is known of other fields. */
function againstNull(operator: string, e: Expression, scene: Scene): Outcome {
  if (isEmpty(e, scene) && (operator === "=" || operator === "!=")) return surely(operator === "=");
  const { fields } = scene;
  if (isNull(e) && (operator === "=" || operator === "!=")) return surely(operator === "=");
  if (e.kind !== "path" && !e.nullable && (operator === "=" || operator === "!=")) return surely(operator === "!=");
  const field = isOwnField(e) ? fields.find((f) => f.name === e.field) : undefined;
  if (field?.required !== true || field.computed || field.type.kind === "sequence") return either;
  return operator === "=" ? surely(false) : operator === "!=" ? surely(true) : either;
}

/** The value of a text, choice or boolean, if it is known. */
function textOf(e: Expression, scene: Scene): string | null {
  if (e.kind === "literal" && (e.type.kind === "string" || e.type.kind === "boolean")) return String(e.value);
  const stretch = intervalOf(e, scene);
  return stretch?.kind === "text" && stretch.text !== null && (e.type.kind === "boolean" || (e.type.kind === "string" && e.type.choices)) ? stretch.text : null;
}

const intervalOf = (e: Expression, { world }: Scene): Interval | undefined => (isOwnField(e) ? world.get(e.field) : undefined);

function ordered(operator: string, a: Range, b: Range): Outcome {
  const meets = (x: Range, y: Range): boolean => x.low === y.high && !x.open && !y.open;
  const less = a.low < b.high;
  const more = a.high > b.low;
  const same = (less && more) || meets(a, b) || meets(b, a);
  const point = !a.open && !b.open && a.low === a.high && b.low === b.high && a.low === b.low;
  switch (operator) {
    case "<":
      return { holds: less, fails: more || same };
    case "<=":
      return { holds: less || same, fails: more };
    case ">":
      return { holds: more, fails: less || same };
    case ">=":
      return { holds: more || same, fails: less };
    case "=":
      return { holds: same, fails: !point };
    case "!=":
      return { holds: !point, fails: same };
    default:
      return either;
  }
}

function rangeOf(e: Expression, scene: Scene): Range {
  const constant = e.kind === "global" ? scene.constants.get(fold(e.name)) : undefined;
  if (constant) return rangeOf(constant, scene);
  const at = orderOf(e);
  if (at !== null) return { low: at, high: at, open: false };
  const stretch = intervalOf(e, scene);
  if (stretch?.kind === "order") return { low: stretch.low, high: stretch.high, open: stretch.low !== stretch.high };
  if (e.type.kind !== "number") return anything;
  if (e.kind === "call" && e.function === "count" && e.arguments[0] && isEmpty(e.arguments[0], scene)) return { low: 0n, high: 0n, open: false };
  if (e.kind === "call" && e.function === "count") return { low: 0n, high: Infinity, open: false };
  if (e.kind === "negate") {
    const of = rangeOf(e.of, scene);
    return { low: -of.high, high: -of.low, open: of.open };
  }
  if (e.kind !== "binary" || (e.operator !== "+" && e.operator !== "-")) return anything;
  const [left, right] = [rangeOf(e.left, scene), rangeOf(e.operator === "+" ? e.right : ({ ...e.right, kind: "negate", of: e.right } as Expression), scene)];
  return { low: plus(left.low, right.low), high: plus(left.high, right.high), open: left.open || right.open };
}

const plus = (a: Place, b: Place): Place => (typeof a === "number" ? a : typeof b === "number" ? b : a + b);
