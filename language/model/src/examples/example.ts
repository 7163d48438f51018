/** Point 11: examples, each a story that is run in an empty product with its initial records. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Example {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly source: Span;
}

/** A record as an example names it: by what it is shown as, a unique field, the title it was given, or a value that only one record holds. */
export interface RecordPhrase {
  readonly entity: string;
  readonly name: string | null;
  /** Further values that the record must hold: `the Loan of "Ada"` is `[{ field: "borrower", … }]`. */
  readonly having: readonly Given[];
}

/** A value of a field: an expression without a record in scope, a record by its name, or several of them. */
export interface Given {
  readonly field: string;
  readonly value:
    | { readonly kind: "expression"; readonly expression: Expression }
    | { readonly kind: "record"; readonly record: RecordPhrase }
    | { readonly kind: "records"; readonly records: readonly RecordPhrase[] };
}

/** A person: `Borrower "Bo"` (made where nobody is called so), `"Bo"`, `a Buyer` (name null). */
export interface Actor {
  readonly role: string | null;
  readonly name: string | null;
}

export type Step = { readonly source: Span } & (
  | { readonly kind: "clock"; readonly at: Expression }
  /** Made directly, in the state named; rules are not asked. `parts`: by the whole's list. */
  | {
      readonly kind: "given";
      readonly entity: string;
      readonly title: string | null;
      readonly values: readonly Given[];
      readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
      readonly state: string | null;
    }
  | {
      readonly kind: "create";
      readonly by: Actor;
      readonly entity: string;
      /** By an action of the machine's `(new)` rows; null where the step only says that it is created. */
      readonly action: string | null;
      readonly title: string | null;
      readonly values: readonly Given[];
      readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
    }
  | { readonly kind: "change"; readonly by: Actor; readonly record: RecordPhrase; readonly values: readonly Given[] }
  | { readonly kind: "delete"; readonly by: Actor; readonly record: RecordPhrase }
  | { readonly kind: "act"; readonly by: Actor; readonly action: string; readonly record: RecordPhrase; readonly asked: readonly Given[] }
  /** `working`: counted in days or hours of the calendar, as a timer counts them. */
  | { readonly kind: "pass"; readonly duration: Expression; readonly working: boolean }
  | { readonly kind: "answer"; readonly call: string; readonly status: number; readonly body: Expression | null }
  /** The step before was refused with this code. Where no `refused` follows an attempt, it must have succeeded. */
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "is"; readonly record: RecordPhrase; readonly state: string }
  | { readonly kind: "holds"; readonly record: RecordPhrase; readonly field: string; readonly value: Given["value"] }
  | { readonly kind: "sees"; readonly by: Actor; readonly record: RecordPhrase; readonly field: string | null; readonly can: boolean }
  | { readonly kind: "sent"; readonly call: string; readonly sent: boolean; readonly to: string | null }
);
