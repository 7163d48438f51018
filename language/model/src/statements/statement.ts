/** Statements: what an action, an event, a schedule or a call's answer does to records. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

/** A record that comes into being by an effect. */
export type Creation = Extract<Statement, { readonly kind: "create" }>;

export type Statement = { readonly when: Expression | null; readonly source: Span } &
  /** `target` is a path whose last step is the field to set: `this.handed out at`, `this.item.last loan`. */
  (
    | { readonly kind: "set"; readonly target: Expression; readonly value: Expression }
    /** `asked` is what no field of the record is, and so the action asks for that makes it. */
    | {
        readonly kind: "create";
        readonly entity: string;
        readonly as: string | null;
        readonly values: readonly { readonly field: string; readonly value: Expression }[];
        readonly asked: readonly { readonly field: string; readonly value: Expression; readonly source: Span }[];
      }
    | { readonly kind: "for each"; readonly variable: string; readonly of: Expression; readonly body: readonly Statement[] }
    | { readonly kind: "do"; readonly action: string; readonly on: Expression; readonly asked: readonly { readonly field: string; readonly value: Expression }[] }
    | { readonly kind: "delete"; readonly of: Expression }
    /** An Email call or an HTTP call by name: one outbox entry. */
    | { readonly kind: "send"; readonly call: string }
    | { readonly kind: "forget"; readonly field: string }
    | { readonly kind: "stop"; readonly code: string }
  );
