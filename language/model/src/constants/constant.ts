/** Points 8 and 9: the error catalogue, constants and limits. */
import type { Expression, Type } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Constant {
  readonly name: string;
  readonly type: Type;
  /** null: not shown. Values in time: the first entry has `from` null, later ones the date they hold from. */
  readonly values: readonly { readonly from: string | null; readonly value: Expression }[] | null;
  /** What the column Unit says; absent where it says nothing. */
  readonly unit?: string;
  readonly meaning: string;
  /** Set for names that limit the product itself. */
  readonly limit: Limit | null;
  readonly source: Span;
}

export type Limit = "requests per minute" | "upload size" | "session length" | "sign-in attempts" | "password length" | "page size" | "export rows" | "list length" | "rounding";
