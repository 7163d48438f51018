/** Examples: each runs in an empty product that has only its initial records. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Example {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly source: Span;
}

/** A reference to a record in an example, by the text that stands for it, a unique field, a title from an earlier step, or a value that only one record has. */
export interface RecordPhrase {
  readonly entity: string;
  /** The name in quotation marks; null if the phrase only names the entity. */
  readonly name: string | null;
  /** Values that the record must have: `the Loan of "Ada"` is `[{ field: "borrower", … }]`. */
  readonly having: readonly Given[];
}

/** A value of a field: an expression without a record in scope, or one or several records. */
export interface Given {
  readonly field: string;
  readonly value:
    | { readonly kind: "expression"; readonly expression: Expression }
    | { readonly kind: "record"; readonly record: RecordPhrase }
    | { readonly kind: "records"; readonly records: readonly RecordPhrase[] };
}

/** A person: `Borrower "Bo"` (created if there is nobody with this name), `"Bo"` (`role` is null) or `a Buyer` (`name` is null). */
export interface Actor {
  readonly role: string | null;
  readonly name: string | null;
}

export type Step = { readonly source: Span } &
  /** Sets the clock to an instant. */
  (
    | { readonly kind: "clock"; readonly at: Expression }
    /** Creates a record directly, without checking rules. `title` is its name in the example, `state` its state (null for the initial state), `parts` its parts by the name of the owner's list. */
    | {
        readonly kind: "given";
        readonly entity: string;
        readonly title: string | null;
        readonly values: readonly Given[];
        readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
        readonly state: string | null;
      }
    /** A person creates a record. */
    | {
        readonly kind: "create";
        readonly by: Actor;
        readonly entity: string;
        /** The action of a `(new)` row; null if the step names none. */
        readonly action: string | null;
        readonly title: string | null;
        readonly values: readonly Given[];
        readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
      }
    | { readonly kind: "change"; readonly by: Actor; readonly record: RecordPhrase; readonly values: readonly Given[] }
    | { readonly kind: "delete"; readonly by: Actor; readonly record: RecordPhrase }
    /** A person runs an action; `asked` is its input. */
    | { readonly kind: "act"; readonly by: Actor; readonly action: string; readonly record: RecordPhrase; readonly asked: readonly Given[] }
    /** Moves the clock forward. `working`: the duration is in working days or hours. */
    | { readonly kind: "pass"; readonly duration: Expression; readonly working: boolean }
    /** The HTTP status and the JSON body with which the other system responds to a call. */
    | { readonly kind: "answer"; readonly call: string; readonly status: number; readonly body: Expression | null }
    /** Expects that the step before was refused with this code. A step that isn't followed by `refused` must succeed. */
    | { readonly kind: "refused"; readonly code: string }
    /** Expects a state. */
    | { readonly kind: "is"; readonly record: RecordPhrase; readonly state: string }
    /** Expects the value of a field. */
    | { readonly kind: "holds"; readonly record: RecordPhrase; readonly field: string; readonly value: Given["value"] }
    /** Expects that a person can or can't read a record, or one of its fields. */
    | { readonly kind: "sees"; readonly by: Actor; readonly record: RecordPhrase; readonly field: string | null; readonly can: boolean }
    /** Expects that a call was sent or wasn't; `to` is the receiver of a mail, null for any. */
    | { readonly kind: "sent"; readonly call: string; readonly sent: boolean; readonly to: string | null }
  );
