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
  /** Of several matching records the one at this index, oldest first, or the last one: `the second Loan`. */
  readonly pick?: number | "last";
  /** The record of this entity that the example spoke of last: `it`. */
  readonly isSpokenOf?: true;
  /** The record to which a field of another one refers: `the item of the Loan`. */
  readonly through?: { readonly record: RecordPhrase; readonly field: string };
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
  /** Nobody who is signed in, or the product itself. Then the role and the name are null. */
  readonly is?: "anyone" | "system";
  /** The person to whom a field of a record refers: `its borrower`; the field can also be a secret link: `the bearer of its link`. Then the role and the name are null. */
  readonly by?: { readonly record: RecordPhrase; readonly field: string };
}

/** What somebody may or may not do, as `… can approve the Loan` checks it. */
export type Deed =
  | { readonly kind: "create"; readonly entity: string; readonly action: string | null }
  | { readonly kind: "change"; readonly record: RecordPhrase; readonly field: string | null }
  | { readonly kind: "delete"; readonly record: RecordPhrase }
  | { readonly kind: "open"; readonly screen: string }
  /** `vote`: a vote on the action other than yes. */
  | { readonly kind: "act"; readonly action: string; readonly record: RecordPhrase; readonly vote?: "no" | "abstain" };

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
        /** The codes of the warnings that the person confirms. */
        readonly confirm?: readonly string[];
      }
    | { readonly kind: "change"; readonly by: Actor; readonly record: RecordPhrase; readonly values: readonly Given[]; readonly confirm?: readonly string[] }
    | { readonly kind: "delete"; readonly by: Actor; readonly record: RecordPhrase; readonly confirm?: readonly string[] }
    /** A person runs an action; `asked` is its input. */
    | {
        readonly kind: "act";
        readonly by: Actor;
        readonly action: string;
        readonly record: RecordPhrase;
        readonly asked: readonly Given[];
        /** A vote on an action that several people decide, other than yes; `asked` is then the input of the action that a refusal runs. */
        readonly vote?: "no" | "abstain";
        readonly confirm?: readonly string[];
      }
    /** Several people act at the same moment, each on a connection of their own. */
    | { readonly kind: "together"; readonly steps: readonly Step[] }
    /** Somebody registers; `role` is null for the role that registering gives. */
    | { readonly kind: "register"; readonly name: string; readonly role: string | null; readonly values: readonly Given[] }
    | { readonly kind: "sign in"; readonly by: Actor }
    /** A person opens a screen or a record. */
    | { readonly kind: "open"; readonly by: Actor; readonly screen: string | null; readonly record: RecordPhrase | null }
    /** Somebody calls an endpoint that the product offers. `credential`: the record whose secret key the caller sends. */
    | { readonly kind: "call"; readonly by: Actor; readonly credential?: RecordPhrase; readonly call: string; readonly content: Expression | null }
    /** Another system sends a request that the product receives; its signature is not checked. */
    | { readonly kind: "receive"; readonly call: string; readonly content: Expression | null }
    /** A person imports records, each from the values of its fields. */
    | { readonly kind: "import"; readonly by: Actor; readonly entity: string; readonly rows: readonly (readonly Given[])[] }
    /** Moves the clock forward. `working`: the duration is in working days or hours. */
    | { readonly kind: "pass"; readonly duration: Expression; readonly working: boolean }
    /** The HTTP status and the JSON body with which the other system responds to a call; without a status it doesn't respond. */
    | { readonly kind: "answer"; readonly call: string; readonly status: number | null; readonly body: Expression | null }
    /** Expects that the step before was refused with this code, null for any, at the field with this JSON key, absent for any; `warning`: by a warning that nobody confirmed. A step that isn't followed by `refused` must succeed. */
    | { readonly kind: "refused"; readonly code: string | null; readonly field?: string; readonly warning?: true }
    /** Expects that the step before succeeded. */
    | { readonly kind: "accepted" }
    /** Expects that of the steps that happened together, so many were refused with this code (null for any), or accepted. */
    | { readonly kind: "of them"; readonly count: number; readonly outcome: "refused" | "accepted"; readonly code: string | null }
    /** Expects a state, or with `not` any other state. */
    | { readonly kind: "is"; readonly record: RecordPhrase; readonly state: string; readonly not?: true }
    /** Expects the value of a field, or with `not` any other value. */
    | { readonly kind: "holds"; readonly record: RecordPhrase; readonly field: string; readonly value: Given["value"]; readonly not?: true }
    /** Expects so many matching records, of those that the person can read if one is named. */
    | { readonly kind: "count"; readonly by: Actor | null; readonly record: RecordPhrase; readonly count: number; readonly orMore: boolean }
    /** Expects that a person may or may not do something now. Nothing is changed. */
    | { readonly kind: "may"; readonly by: Actor; readonly deed: Deed; readonly can: boolean }
    /** Expects that an expression is true, or that it has a value. */
    | { readonly kind: "equals"; readonly left: Expression; readonly right: Expression; readonly not?: true }
    /** Expects that a screen, or the named number of a dashboard, shows something to a person; null for whoever acted last. */
    | { readonly kind: "shows"; readonly by: Actor | null; readonly screen: string; readonly element: string | null; readonly what: Shown; readonly can: boolean }
    /** Expects that a person can or can't read a record, or one of its fields. */
    | { readonly kind: "sees"; readonly by: Actor; readonly record: RecordPhrase; readonly field: string | null; readonly can: boolean }
    /** Expects that a call was sent or wasn't; `to` is the receiver of a mail, null for any. */
    | {
        readonly kind: "sent";
        /** null for any mail. */
        readonly call: string | null;
        readonly sent: boolean;
        /** `every`: everyone with that role. */
        readonly to: string | Actor | { readonly every: string } | null;
        /** How often exactly; null for at least once. */
        readonly times: number | null;
        /** Texts that its content has, each in the part that `of` names (`subject`, or a key of the body), or anywhere. */
        readonly with: readonly { readonly of: string | null; readonly text: string }[];
      }
  );

/** What a screen shows: a text, a record, or a number of records. */
export type Shown =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "record"; readonly record: RecordPhrase }
  | { readonly kind: "count"; readonly record: RecordPhrase; readonly count: number };
