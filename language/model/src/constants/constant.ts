/** Point 9: constants and the limits of the product. */
import type { Expression, Type } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Constant {
  readonly name: string;
  readonly type: Type;
  /**
   * The values over time, in order of their dates. `from` is the date (ISO 8601) from which a value applies, null for
   * the first. `values` is null if the constant is not shown.
   */
  readonly values: readonly { readonly from: string | null; readonly value: Expression }[] | null;
  /** The text of the column Unit; absent if the cell is empty. */
  readonly unit?: string;
  /** The text of the column Meaning, "" if the cell is empty. */
  readonly meaning: string;
  /** The limit of the product that this constant sets; null for any other constant. */
  readonly limit: Limit | null;
  readonly source: Span;
}

/** Names of constants that limit the product itself. */
export type Limit =
  | "requests per minute"
  | "upload size"
  | "session length"
  | "session idle time"
  | "sign-in attempts"
  | "password length"
  | "weak passwords"
  | "page size"
  | "export rows"
  | "list length"
  | "rounding";
