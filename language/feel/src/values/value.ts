/** The values of expressions at run time. */
import { Decimal as Base } from "decimal.js";
import { DateTimeValue, DateValue, DaysValue, MonthsValue, TimeValue } from "./temporal.ts";

/** Decimals with 34 digits, rounded half to even (IEEE 754 decimal128, as DMN 1.5 requires in section 10.3.2.3.1). */
export const Decimal = Base.clone({ precision: 34, rounding: Base.ROUND_HALF_EVEN, maxE: 6144, minE: -6176, toExpNeg: -7000, toExpPos: 7000 });
export type Decimal = Base;

/** Decimals for sums of many numbers, which are exact until they are rounded once at the end, so that the order doesn't matter. */
export const Wide = Base.clone({ precision: 400, rounding: Base.ROUND_HALF_EVEN, maxE: 6144, minE: -6176, toExpNeg: -7000, toExpPos: 7000 });

/** A wide decimal rounded to 34 digits. */
export const narrow = (value: Base): Decimal => new Decimal(value).plus(0);

/** The value of something that is not shown. Anything computed from it is not shown either. */
export const NOT_SHOWN: unique symbol = Symbol("not shown");

/** A record of the host: any object that isn't one of the values below. Two records are equal if `record` and `id` are. */
export interface HostRecord {
  readonly record: string;
  readonly id: string;
}

export type ContextValue = ReadonlyMap<string, Value>;

export type Value =
  | null
  | boolean
  | string
  | Decimal
  | DateValue
  | TimeValue
  | DateTimeValue
  | MonthsValue
  | DaysValue
  | RangeValue
  | FunctionValue
  | ContextValue
  | HostRecord
  | typeof NOT_SHOWN
  | readonly Value[];

/** An omitted end is undefined; an end whose expression gave null is null. */
export class RangeValue {
  readonly low: Value | undefined;
  readonly high: Value | undefined;
  readonly lowClosed: boolean;
  readonly highClosed: boolean;
  constructor(low: Value | undefined, high: Value | undefined, lowClosed: boolean, highClosed: boolean) {
    this.low = low;
    this.high = high;
    this.lowClosed = lowClosed;
    this.highClosed = highClosed;
  }
}

export class FunctionValue {
  readonly parameters: readonly string[];
  readonly call: (args: readonly Value[]) => Value;
  constructor(parameters: readonly string[], call: (args: readonly Value[]) => Value) {
    this.parameters = parameters;
    this.call = call;
  }
}

export type Kind =
  | "null"
  | "boolean"
  | "string"
  | "number"
  | "date"
  | "time"
  | "date and time"
  | "months"
  | "days"
  | "list"
  | "context"
  | "range"
  | "function"
  | "record"
  | "not shown";

export function kindOf(value: Value): Kind {
  if (value === null || value === undefined) return "null";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "symbol":
      return "not shown";
    default:
  }
  if (value instanceof Decimal) return "number";
  if (Array.isArray(value)) return "list";
  if (value instanceof DateValue) return "date";
  if (value instanceof DateTimeValue) return "date and time";
  if (value instanceof DaysValue) return "days";
  if (value instanceof Map) return "context";
  if (value instanceof TimeValue) return "time";
  if (value instanceof MonthsValue) return "months";
  if (value instanceof RangeValue) return "range";
  if (value instanceof FunctionValue) return "function";
  return "record";
}

export function isDecimal(value: Value | undefined): value is Decimal {
  return value instanceof Decimal;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isContext(value: Value | undefined): value is ContextValue {
  return value instanceof Map;
}

/** Converts a list of one element to that element, where a single value is needed (DMN 1.5, section 10.3.2.9.4). */
export function single(value: Value): Value {
  return isList(value) && value.length === 1 ? value[0]! : value;
}

/** Converts a single value to a list, where a list is needed; null stays null. */
export function asList(value: Value): readonly Value[] | null {
  return isList(value) ? value : value === null ? null : [value];
}

export const integerOf = (value: number): Decimal => new Decimal(value);
