/** What the host provides for the evaluation of an expression. */
import type { DateValue } from "./temporal.ts";
import type { Value } from "./value.ts";

export interface Environment {
  /** The value of a variable of the host: `this`, `me`, `asked`. */
  variable(name: string): Value;
  /** The value of a global: a constant, all records of an entity, or a function. */
  global(name: string): Value;
  /** The value of a field of a host's record. */
  field(record: Value, name: string): Value;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /** The time zone of the product, as an IANA name. */
  readonly zone: string;
  /** The day on which values that change over time must be valid; today if absent. */
  readonly validOn?: DateValue;
}

/** The differences between Nonet and the standard. */
export interface Dialect {
  /** The sum of an empty list. */
  readonly sumOfNothing: "zero" | "null";
  /** The time zone that determines the date and time of an instant, and in which days are added to it. */
  readonly instants: "product zone" | "own zone";
  /** The range of dates. With `years 1 to 9999`, times and durations are truncated to microseconds. */
  readonly reach: "years 1 to 9999" | "unbounded";
}

export const nonet: Dialect = { sumOfNothing: "zero", instants: "product zone", reach: "years 1 to 9999" };
export const standard: Dialect = { sumOfNothing: "null", instants: "own zone", reach: "unbounded" };

export interface Runtime {
  readonly environment: Environment;
  readonly dialect: Dialect;
}
