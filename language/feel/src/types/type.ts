/** The static types of expressions, as plain data. Hosts add nominal `record` types. */

export type Type =
  | { readonly kind: "any" }
  | { readonly kind: "null" }
  /** A value that is not shown, which makes every expression that uses it not shown. `name`: for a field, its name among the open points. */
  | { readonly kind: "open"; readonly name?: string }
  | { readonly kind: "boolean" }
  /**
   * `unit` is a currency code for money, or `%`. Numbers without a unit can be combined with any number. `integer` marks
   * whole numbers. `unitIn` is the path to the field that holds the currency code: relative to the record for a field
   * (`.currency`), and the full path once the field is read (`this.order.currency`; `this.orders[].currency` for each of
   * several). Then `unit` is the code that a condition compares that field with.
   */
  | { readonly kind: "number"; readonly unit?: string; readonly unitIn?: string; readonly integer?: boolean }
  /** `choices`: the only values that can occur; a comparison with any other is reported. `caseless`: compared without letter case, like email addresses. */
  | { readonly kind: "string"; readonly choices?: readonly string[]; readonly caseless?: boolean }
  | { readonly kind: "date" }
  /** `zoned`: with a time zone, as only expressions can have it. */
  | { readonly kind: "time"; readonly zoned?: true }
  /** An instant (`zoned`) or a local date and time. */
  | { readonly kind: "date and time"; readonly zoned: boolean }
  | { readonly kind: "years and months duration" }
  /** `working`: it counts the working days or the working hours of a calendar, or sometimes one and sometimes the other. */
  | { readonly kind: "days and time duration"; readonly working?: Working }
  | { readonly kind: "list"; readonly of: Type }
  | { readonly kind: "range"; readonly of: Type }
  /** `maybe`: the entries that can be null. */
  | { readonly kind: "context"; readonly entries: Readonly<Record<string, Type>>; readonly maybe?: readonly string[] }
  | {
      readonly kind: "function";
      readonly parameters: readonly Parameter[];
      readonly result: Type;
      /** The name of the result: `repair time(severity).days` is the result itself. */
      readonly resultName?: string;
      /** Whether the result can be null though no argument is. */
      readonly nullable?: true;
    }
  /** A host's record (for Nonet: an entity), by its name. Its fields come from `Scope.fieldsOf`. */
  | { readonly kind: "record"; readonly name: string };

export type Working = "days" | "hours" | "days or hours";

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly optional?: boolean;
}

/** A type, and whether the value can be null. */
export interface Typed {
  readonly type: Type;
  readonly nullable: boolean;
  /** For the list of all records that refer to this one by a field: that field. `lines.order.currency` is then this record's `currency`. */
  readonly by?: string;
}
