/** Statements: what an action, an event, a schedule or the response to a call does to records. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

/** A statement that creates a record. */
export type Creation = Extract<Statement, { readonly kind: "create" }>;

/** A statement runs only if `when` holds; null: always. */
export type Statement = { readonly when: Expression | null; readonly source: Span } &
  /** `target` is a path whose last step is the field to set: `this.handed out at`, `this.item.last loan`. */
  (
    | { readonly kind: "set"; readonly target: Expression; readonly value: Expression }
    /** `as`: the variable that holds the new record, null for none. `asked`: input for the action that creates the record, which isn't stored in its fields. */
    | {
        readonly kind: "create";
        readonly entity: string;
        readonly as: string | null;
        readonly values: readonly { readonly field: string; readonly value: Expression }[];
        readonly asked: readonly { readonly field: string; readonly value: Expression; readonly source: Span }[];
        /** The action whose `(new)` row creates the record; absent: the first row that fits. */
        readonly action?: string;
      }
    /** Names the first of the records for the statements after it. Without any, the change is refused with `else`, or with the built-in code if that is null. */
    | { readonly kind: "find"; readonly of: Expression; readonly as: string; readonly else: string | null }
    /** Statements with a name, under one condition. */
    | { readonly kind: "group"; readonly name: string; readonly body: readonly Statement[] }
    /** Runs `body` for each element of `of`. */
    | { readonly kind: "for each"; readonly variable: string; readonly of: Expression; readonly body: readonly Statement[] }
    /** Runs an action on a record; `asked` is its input. */
    | { readonly kind: "do"; readonly action: string; readonly on: Expression; readonly asked: readonly { readonly field: string; readonly value: Expression }[] }
    /** Deletes a record. */
    | { readonly kind: "delete"; readonly of: Expression }
    /** Sends an email or an HTTP call by its name: one entry in the outbox. */
    | { readonly kind: "send"; readonly call: string; /** The record or records that it is about; absent: `this`. */ readonly for?: Expression }
    /** Erases a field of `this`, also in the history. */
    | { readonly kind: "forget"; readonly field: string }
    /** Creates an account with a password, and makes its person the caller. */
    | { readonly kind: "register"; readonly as: string | null; readonly password: Expression; readonly values: readonly { readonly field: string; readonly value: Expression }[] }
    /** Makes the first of the Users the caller, if the password is theirs; otherwise the change is refused with `else`, or with the built-in code if that is null. */
    | { readonly kind: "sign in"; readonly of: Expression; readonly password: Expression; readonly else: string | null }
    /** Sets the caller's own password. */
    | { readonly kind: "set password"; readonly password: Expression }
    /** Refuses the change with an error code. */
    | { readonly kind: "stop"; readonly code: string }
    /** Runs nothing more, keeps what has been done, and answers with a code. */
    | { readonly kind: "end"; readonly code: string }
  );

/** A statement that runs others. */
export type Nesting = Extract<Statement, { readonly kind: "for each" | "group" }>;

export const isNesting = (statement: Statement): statement is Nesting => statement.kind === "for each" || statement.kind === "group";
