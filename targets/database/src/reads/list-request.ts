/** What a list is read by: its record type, filters, search, sort order, page and fields. */
import type { Expression } from "@nonet/feel";
import type { Template } from "@nonet/model";
import type { Variables } from "../sql/query.ts";

/** `isDay`: the value is a date, the path a date and time; the bound includes that whole day in the product's time zone. */
export interface Bound {
  readonly path: Expression;
  readonly side: "from" | "to";
  readonly value: string;
  readonly isDay: boolean;
}

/** `text`: words, or a list of them. `similar`: whether each of them may be misspelt; absent: none. */
export interface Search {
  readonly text: string | readonly string[];
  readonly paths: readonly Expression[];
  readonly similar?: readonly boolean[];
}

/** `period`: dates are grouped by it. */
export interface ListGroup {
  readonly expression: Expression;
  readonly period: Period | null;
  readonly descending: boolean;
}

export type Period = "day" | "week" | "month" | "quarter" | "year";

export interface ListOptions {
  readonly entity: string;
  /** The reader's own condition. */
  readonly where?: Expression;
  readonly screenWhere?: Expression;
  /** The conditions of a number of a dashboard, which the reader's visibility restricts; `item` stands for the record. */
  readonly among?: readonly { readonly item: string; readonly condition: Expression }[];
  /** Only the records of these groups of a chart or a report: `""` is the group without a value. */
  readonly labelled?: readonly { readonly group: ListGroup; readonly label: string }[];
  /** Paths over `this`, as `pathExpression` gives them, and the value as text; "" matches null. */
  readonly equals?: readonly { readonly path: Expression; readonly value: string }[];
  /** Paths that have one of these values. */
  readonly oneOf?: readonly { readonly path: Expression; readonly values: readonly string[] }[];
  /** Paths that have a value. */
  readonly present?: readonly Expression[];
  /** Inclusive bounds of ordered values. */
  readonly bounds?: readonly Bound[];
  readonly search?: Search;
  /** Texts that contain these words. */
  readonly containing?: readonly Search[];
  /** Equal values of it follow each other; each row has its group's label as `_group`. */
  readonly group?: ListGroup;
  /** Empty: the entity's own sort, else newest first (default 9). */
  readonly sort?: readonly { readonly expression: Expression; readonly descending: boolean }[];
  readonly limit: number;
  /** How many records to leave out at the beginning. */
  readonly skip?: number;
  /** The `keys` of the last row of the previous page. */
  readonly after?: readonly (string | null)[];
  /** Dotted JSON keys; absent: all that the reader may see. */
  readonly fields?: readonly string[];
  /** The colour of the first condition that holds is returned as `_highlight`. */
  readonly highlight?: readonly { readonly colour: string; readonly when: Expression }[];
  /** Whether the reader may update each record, it isn't locked and a field of it can be changed now, is returned as `_editable`; it is left out where that holds for all of them. */
  readonly editable?: boolean;
  /** The message of the first condition that holds is returned as `_refused`. */
  readonly refusals?: readonly { readonly when: Expression; readonly message: Template }[];
  /** Only people who hold one of these roles. */
  readonly holding?: readonly string[];
  /** Only the records in a list of this record: a related list. */
  readonly inList?: { readonly entity: string; readonly id: string; readonly field: string };
  /** Values for variables that `where`s use besides `me`. */
  readonly variables?: Variables;
}
