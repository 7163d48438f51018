/** Point 9: what can be called by name in any expression: functions, decision tables, calendars. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Span } from "@nonet/source";

/**
 * `net price(gross: money) = gross / 1.19`. Expressions call it as `apply` of the `global` of its name.
 * `body` sees its parameters as variables, other functions, tables and constants; no record.
 */
export interface NamedFunction {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type; readonly nullable: boolean }[];
  readonly result: Type;
  readonly nullable: boolean;
  readonly body: Expression;
  readonly source: Span;
}

export type HitPolicy = "first" | "unique" | "any" | "most specific" | "collect" | "collect sum" | "collect min" | "collect max" | "collect count";

/** Called like a function, with its inputs in the order of its columns. One result column gives its value, several a context. */
export interface DecisionTable {
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly type: Type }[];
  readonly results: readonly { readonly name: string; readonly type: Type }[];
  readonly hitPolicy: HitPolicy;
  /** `tests` one per input (`any` for `-`), `results` one per result; an open cell is a hole that names it. Both see the inputs as variables. */
  readonly rows: readonly { readonly tests: readonly (readonly UnaryTest[])[]; readonly results: readonly Expression[]; readonly source: Span }[];
  readonly source: Span;
}

/**
 * When people work. Expressions call `working days`, `working time`, `next working day` as `apply` of the `global`
 * of that name; the calendar, where one is named, is the last argument: a `global` of its name.
 */
export interface Calendar {
  /** null: the one calendar, unnamed. */
  readonly name: string | null;
  /** In the order of the week, 1 is Monday; HH:MM in the product's zone, `to` may be "24:00". */
  readonly hours: readonly { readonly weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7; readonly from: string; readonly to: string }[];
  readonly holidays: readonly Holidays[];
  readonly source: Span;
}

export type Holidays =
  | { readonly kind: "dates"; readonly dates: readonly { readonly date: string; readonly name: string }[]; readonly source: Span }
  /** `every Closed day by date`: the field `by` of every record of `entity`. */
  | { readonly kind: "records"; readonly entity: string; readonly by: string; readonly source: Span };

/** The type of a calendar as an argument: a record that no entity can be called. */
export const calendarType = { kind: "record", name: "(calendar)" } as const;
