/** What callers ask for when they read, and what they get. */
import type { Actor, Values } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** The reads of records and screens, each with the actor's visibility. */
export interface Reads {
  list(actor: Actor, request: ListRequest, sender?: ListSender): Promise<Outcome<Page>>;
  /** The number of the list's records and the sums of these fields, for each group. */
  totals(actor: Actor, request: ListRequest, sums: readonly string[], sender?: ListSender): Promise<Outcome<ListTotals>>;
  /** By id or by the value of a unique text or sequence field. */
  record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<SerializedRecord>>;
  history(actor: Actor, entity: string, id: string): Promise<Outcome<readonly HistoryEntry[]>>;
  /** The record at an instant, from its history: what the actor may read of it today. */
  recordAt(actor: Actor, entity: string, id: string, at: string): Promise<Outcome<VisibleRecord>>;
  /** The values of a dashboard's elements, a report's cells or a form, as the actor may read them. */
  screenData(actor: Actor, screen: string, ask?: ScreenAsk): Promise<Outcome<ScreenValues>>;
}

/** A record as the API shows it: `{id, version, state, createdAt, createdBy, updatedAt, …fields}`, only what the reader may see. */
export type VisibleRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

export interface ListRequest {
  readonly entity: string;
  /** FEEL text over the record, typed before use; refused where it names what the reader may not see. */
  readonly where?: string;
  /** The name of the screen whose own `where` and parameters apply as well. */
  readonly screen?: string;
  /** A dashboard and the title of its number or chart: only the records of which it is made, and with `label` those of one group of the chart. A report has no title; `label` is a JSON array of a cell's labels. */
  readonly dashboard?: string;
  readonly element?: string;
  readonly label?: string;
  /** With a record's screen: the title of one of its related lists, and the record whose list it is. */
  readonly list?: string;
  readonly of?: string;
  /** Of people: only those who may stand in a field `User with role R`. */
  readonly withRole?: string;
  /** `loans.item`, a field of a record to create: the message of the rule that refuses a choice for it is returned as `_refused`. */
  readonly choiceFor?: string;
  /** Filters: path (dotted JSON keys) to value, "" for records that have none; `.from` and `.to` after a path are inclusive bounds. */
  readonly equals?: Readonly<Record<string, string>>;
  readonly search?: string;
  /** Dotted JSON keys, `-` first for descending. */
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly after?: string;
  /** How many records to leave out at the beginning, instead of `after`. */
  readonly offset?: number;
  /** `bounded`: only up to `largestBoundedCount`. */
  readonly count?: boolean | "bounded";
  /** Dotted JSON key; for dates with a period after it (`startDate.month`). Each record then has its group's label as `_group`. */
  readonly group?: string;
  /** Dotted JSON keys of what to send; absent: all that the reader may see (`item.category` for columns over references). */
  readonly fields?: readonly string[];
}

/** Who sends a list request, for the limits on its condition. */
export interface ListSender {
  /** Whom the limits count where the actor isn't a person: an address. */
  readonly client?: string;
  /** Aborts when nobody waits for the page any more. */
  readonly signal?: AbortSignal;
}

/** A record as the API sends it: `json` is a `VisibleRecord` as the database wrote it. */
export interface SerializedRecord {
  readonly id: string;
  readonly version: number;
  readonly json: string;
}

export interface Page {
  readonly records: readonly SerializedRecord[];
  /** The cursor of the next page. */
  readonly next: string | null;
  readonly count: number | null;
  /** There are more records than a bounded `count`. */
  readonly atLeast?: true;
  /** No record contains the words of the search; these contain similar ones. */
  readonly similar?: true;
}

/** The totals of a list over all its pages; `sums` are decimal texts by dotted key, null where nothing may be read. `notKnown`: how many records a sum leaves out, because their value is empty or the reader may not read it. */
export interface ListTotals {
  readonly count: number;
  readonly sums: Readonly<Record<string, string | null>>;
  readonly notKnown: Readonly<Record<string, number>>;
  /** In the order of their labels, the records without a value last; null where there are too many groups. */
  readonly groups: readonly (Omit<ListTotals, "groups"> & { readonly label: string | null })[] | null;
}

export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
  /** True where it was a person whom the reader may not know; `by` null without it is the product itself. */
  readonly bySomebody?: true;
  /** Whom a deputy decided for. */
  readonly inPlaceOf?: { readonly id: string; readonly name: string } | null;
  readonly action: string;
  /** `secret`: it was written; what it was and is stays out. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly secret?: true }[];
  /** The specification's version that ran. */
  readonly specification: string;
}

/** Where a value is null because `notKnown` records have none or the reader may not read it: the value of the others. */
interface Known {
  readonly value: string | null;
  readonly known?: string;
  readonly notKnown?: number;
}

/** `why`: the reader may read none of the records of which the value is made, so that there is no value. */
export type ShownValue =
  | ({ readonly kind: "number"; /** What is not shown, if the value depends on it. */ readonly notShown?: string; readonly why?: string } & Known)
  | { readonly kind: "chart"; readonly points: readonly ({ readonly label: string } & Known)[]; readonly why?: string }
  | { readonly kind: "list"; readonly items: readonly VisibleRecord[]; readonly why?: string };

export type ScreenValues =
  | {
      readonly kind: "dashboard";
      readonly elements: readonly (ShownValue | { readonly kind: "text" })[];
    }
  /** `totals`: of each row, of each column and of everything; none where there are no rows. */
  | { readonly kind: "report"; readonly rows: readonly ReportRow[]; readonly totals: readonly ReportTotal[]; readonly why?: string }
  /** `title` null: the record's own name. `hidden`: names of fields that don't show now. */
  | { readonly kind: "record"; readonly id: string; readonly title: string | null; readonly hidden: readonly string[] }
  /** The first records, and the cursor of the next ones. */
  | { readonly kind: "list" | "board" | "calendar" | "timeline" | "tree"; readonly items: readonly VisibleRecord[]; readonly next: string | null }
  /** `elements`: the values of its numbers, charts and lists, in the document's order. */
  | { readonly kind: "page"; readonly text: string; readonly elements: readonly ShownValue[] }
  /** What it shows is not shown; `notShown` is its name among what is open. */
  | { readonly kind: "open"; readonly notShown: string }
  /** `prefill` by JSON key, in the API's forms. */
  | { readonly kind: "form"; readonly prefill: Values; readonly hidden: readonly string[] };

/** What a record's or form's screen is asked for: the record by its id or the route's parameters, and what the form holds so far. */
export interface ScreenAsk {
  readonly id?: string;
  /** The values of the route's parameters, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly values?: Values;
}

/** Values in the document's order. One is null where a record's value is empty or can't be read; `known` then has the value of the others, and `notKnown` the number of these records. Both are left out where nothing is missing. */
export interface ReportValues {
  readonly values: readonly (string | null)[];
  readonly known?: readonly (string | null)[];
  readonly notKnown?: readonly number[];
}

/** One group: its row keys and column keys, as shown to people. */
export interface ReportRow extends ReportValues {
  readonly row: readonly string[];
  readonly column: readonly string[];
}

/** `row` or `column` null: over all of them. */
export interface ReportTotal extends ReportValues {
  readonly row: readonly string[] | null;
  readonly column: readonly string[] | null;
}
