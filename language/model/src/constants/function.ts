/** Point 9: what expressions can call by name: functions, decision tables and calendars. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Span } from "@nonet/source";

/** `net price(gross: money) = gross / 1.19`. An expression calls it with an `apply` of the `global` with this name. */
export interface NamedFunction {
  readonly name: string;
  /** In order. `nullable`: the argument may be null. */
  readonly parameters: readonly { readonly name: string; readonly type: Type; readonly nullable: boolean }[];
  readonly result: Type;
  /** True if the result can be null. */
  readonly nullable: boolean;
  /** Parameters are variables. The body can use other functions, tables and constants, but no record. */
  readonly body: Expression;
  readonly source: Span;
}

/** Which of the rows that match give the result (DMN 1.5, section 8.2.10). */
export type HitPolicy = "first" | "unique" | "any" | "most specific" | "collect" | "collect sum" | "collect min" | "collect max" | "collect count";

/** A decision table. It is called like a function, with its inputs in the order of the columns. */
export interface DecisionTable {
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly type: Type }[];
  /** The result columns: the table gives the value of a single column, or a context of several. */
  readonly results: readonly { readonly name: string; readonly type: Type }[];
  readonly hitPolicy: HitPolicy;
  /**
   * In the order of the document. `tests` has the tests of each input (`any` for `-`), `results` an expression for each
   * result column. A cell that is not shown is a `hole` with its name. Both can use the inputs as variables.
   */
  readonly rows: readonly { readonly tests: readonly (readonly UnaryTest[])[]; readonly results: readonly Expression[]; readonly source: Span }[];
  readonly source: Span;
}

/**
 * When people work. An expression calls `working days`, `working time`, `next working day` or `plus working` (`due on +
 * 3 working days`) with an `apply` of the `global` with that name. The last argument is the `global` of the calendar or a
 * text that names one, unless the default calendar is used. A duration that names its calendar is an `apply` of `in calendar`.
 */
export interface Calendar {
  /** null for the calendar without a name, which is the default. */
  readonly name: string | null;
  /** Working hours, in the order of the week. Weekday 1 is Monday. Times are HH:MM in the time zone of the product; `to` can be "24:00". Without hours in the document, days are whole: 00:00 to 24:00. */
  readonly hours: readonly { readonly weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7; readonly from: string; readonly to: string }[];
  readonly holidays: readonly Holidays[];
  /** What of it is not shown, among the names of `Product.notShown`; then nothing can be counted in it. Absent if everything is shown. */
  readonly open?: string;
  readonly source: Span;
}

export type Holidays =
  /** Dates in ISO 8601, each with the name of the holiday. */
  | { readonly kind: "dates"; readonly dates: readonly { readonly date: string; readonly name: string }[]; readonly source: Span }
  /** `every Closed day by date where location = "Berlin"`: the date in the field `by` of each record of `entity` for which `where`, over `this`, holds; null for all. */
  | { readonly kind: "records"; readonly entity: string; readonly by: string; readonly where: Expression | null; readonly source: Span };

/** The type of a calendar as an argument: a record type whose name no entity can have. */
export const calendarType = { kind: "record", name: "(calendar)" } as const;
