/** The operators on two values: arithmetic, and comparisons, which give null if the values can't be compared. */
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { add, divide, multiply, power, subtract } from "../values/arithmetic.ts";
import { compare, equal } from "../values/compare.ts";
import type { Runtime } from "../values/environment.ts";
import { isList, RangeValue, type Value } from "../values/value.ts";

/** Comparisons of two dates by the number of days between them. */
export const dateTests: Readonly<Partial<Record<BinaryOperator, (difference: number) => boolean>>> = {
  "=": (by) => by === 0,
  "!=": (by) => by !== 0,
  "<": (by) => by < 0,
  "<=": (by) => by <= 0,
  ">": (by) => by > 0,
  ">=": (by) => by >= 0,
};

export type Operate = (a: Value, b: Value, run: Runtime) => Value;

export const isCaseless = (node: Expression): boolean => node.type.kind === "string" && node.type.caseless === true;
/** Converts each letter by itself, like the database: a letter at the end of a word is not special. */
const lowerCase = (text: string): string =>
  /^\p{ASCII}*$/u.test(text) ? text.toLowerCase() : Array.from(text, (letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");

export const lowerCased = (value: Value): Value =>
  typeof value === "string"
    ? lowerCase(value)
    : isList(value)
      ? value.map((each) => lowerCased(each))
      : value instanceof RangeValue
        ? new RangeValue(
            value.low === undefined ? undefined : lowerCased(value.low),
            value.high === undefined ? undefined : lowerCased(value.high),
            value.lowClosed,
            value.highClosed,
          )
        : value;
export const caseless =
  (operate: Operate): Operate =>
  (a, b, run) =>
    operate(lowerCased(a), lowerCased(b), run);

const ordered =
  (holds: (order: number) => boolean): Operate =>
  (a, b) => {
    const order = compare(a, b);
    return order === null ? null : holds(order);
  };

export const operators: Readonly<Record<Exclude<BinaryOperator, "and" | "or">, Operate>> = {
  "+": add,
  "-": subtract,
  "*": multiply,
  "/": divide,
  "**": power,
  "=": equal,
  "!=": (a, b) => {
    const same = equal(a, b);
    return same === null ? null : !same;
  },
  "<": ordered((order) => order < 0),
  "<=": ordered((order) => order <= 0),
  ">": ordered((order) => order > 0),
  ">=": ordered((order) => order >= 0),
};
