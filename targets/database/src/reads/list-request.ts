/** What a list is read by: its record type, filters, search, sort order, page and fields. */
import type { Expression } from "@nonet/feel";
import type { Variables } from "../sql/query.ts";

export interface ListOptions {
  readonly entity: string;
  readonly where?: Expression;
  readonly screenWhere?: Expression;
  /** Values as text by dotted JSON key; "" matches null. */
  readonly equals?: Readonly<Record<string, string>>;
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
