/** What running an expression needs from its host. */
import type { Value } from "./value.ts";

export interface Environment {
  /** The value of a variable that the host bound: `this`, `me`, `asked`. */
  variable(name: string): Value;
  /** The value of a global: a constant, an extent, a function. */
  global(name: string): Value;
  /** A field of a host's record. */
  field(record: Value, name: string): Value;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the product's zone. */
  readonly zone: string;
}

/** Where an implementation may differ from the standard. */
export interface Dialect {
  readonly sumOfNothing: "zero" | "null";
  /** Whose clock tells an instant's date and hour, and carries on when days are added to it. */
  readonly instants: "product zone" | "own zone";
  /** Which dates there are; where they end, durations are kept to the microsecond. */
  readonly reach: "years 1 to 9999" | "unbounded";
}

export const nonet: Dialect = { sumOfNothing: "zero", instants: "product zone", reach: "years 1 to 9999" };
export const standard: Dialect = { sumOfNothing: "null", instants: "own zone", reach: "unbounded" };

export interface Runtime {
  readonly environment: Environment;
  readonly dialect: Dialect;
}
