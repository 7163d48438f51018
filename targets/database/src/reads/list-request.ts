/** What a list is read by: its record type, filters, search, sort order, page and fields. */
import type { Expression } from "@nonet/feel";
import type { Variables } from "../sql/query.ts";

/** `isDay`: the value is a date, the path a date and time; the bound includes that whole day in the product's time zone. */
export interface Bound {
  readonly path: Expression;
  readonly side: "from" | "to";
  readonly value: string;
  readonly isDay: boolean;
}

export interface ListOptions {
  readonly entity: string;
  /** The reader's own condition. */
  readonly where?: Expression;
  readonly screenWhere?: Expression;
  /** Paths over `this`, as `pathExpression` gives them, and the value as text; "" matches null. */
  readonly equals?: readonly { readonly path: Expression; readonly value: string }[];
  /** Inclusive bounds of ordered values. */
  readonly bounds?: readonly Bound[];
  /** `text`: words, or a list of patterns for `ilike`. */
  readonly search?: { readonly text: string | readonly string[]; readonly paths: readonly Expression[] };
  /** Empty: the entity's own sort, else newest first (default 9). */
  readonly sort?: readonly { readonly expression: Expression; readonly descending: boolean }[];
  readonly limit: number;
  /** The `keys` of the last row of the previous page. */
  readonly after?: readonly (string | null)[];
  /** Dotted JSON keys; absent: all that the reader may see. */
  readonly fields?: readonly string[];
  /** The colour of the first condition that holds is returned as `_highlight`. */
  readonly highlight?: readonly { readonly colour: string; readonly when: Expression }[];
  /** Only people who hold one of these roles. */
  readonly holding?: readonly string[];
  /** Only the records in a list of this record: a related list. */
  readonly inList?: { readonly entity: string; readonly id: string; readonly field: string };
  /** Values for variables that `where`s use besides `me`. */
  readonly variables?: Variables;
}
