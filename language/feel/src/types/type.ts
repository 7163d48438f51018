/** The static types of expressions. Plain data, comparable, printable; hosts add nominal `record` types. */

export type Type =
  | { readonly kind: "any" }
  | { readonly kind: "null" }
  /** A value that is not shown: poisons what uses it. `name`: of a field, by what it is known among what is open. */
  | { readonly kind: "open"; readonly name?: string }
  | { readonly kind: "boolean" }
  /**
   * `unit` is a currency code for money, or `%`; numbers without one mix with any. `integer` marks whole numbers.
   * `unitIn`: where the currency's code stands. In a record's field it is a path from the record (`.currency`); once
   * read, the whole path (`this.order.currency`, `this.orders[].currency` of each of several), and `unit` is what a
   * condition says to stand there.
   */
  | { readonly kind: "number"; readonly unit?: string; readonly unitIn?: string; readonly integer?: boolean }
  /** `choices` where only these values can occur; a comparison with another is a diagnostic. `caseless`: equal without letter case, as addresses of mail are. */
  | { readonly kind: "string"; readonly choices?: readonly string[]; readonly caseless?: boolean }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  /** An instant (`zoned`) or a local date and time. */
  | { readonly kind: "date and time"; readonly zoned: boolean }
  | { readonly kind: "years and months duration" }
  /** `working`: its days are working days; only timers take such a length. */
  | { readonly kind: "days and time duration"; readonly working?: true }
  | { readonly kind: "list"; readonly of: Type }
  | { readonly kind: "range"; readonly of: Type }
  /** `maybe`: the entries that can be null. */
  | { readonly kind: "context"; readonly entries: Readonly<Record<string, Type>>; readonly maybe?: readonly string[] }
  | {
      readonly kind: "function";
      readonly parameters: readonly Parameter[];
      readonly result: Type;
      /** Whether the result can be null though no argument is. */ readonly nullable?: true;
    }
  /** A host's record (for Nonet: an entity), by its name. Its fields come from `Scope.fieldsOf`. */
  | { readonly kind: "record"; readonly name: string };

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly optional?: boolean;
}

/** A type with the knowledge whether null can occur. */
export interface Typed {
  readonly type: Type;
  readonly nullable: boolean;
}
