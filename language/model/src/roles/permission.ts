/** Point 6: roles and what they may do. What no grant allows is refused. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Condition } from "../expressions/condition.ts";

export interface Permissions {
  /** True where point 6 is written; where it is open only the Owner may do anything. */
  readonly written: boolean;
  readonly roles: readonly Role[];
  /** Who a record's own person is: a condition over `this` and `me`, by entity. */
  readonly own: readonly { readonly entity: string; readonly condition: Expression; readonly source: Span }[];
  readonly named: readonly { readonly name: string; readonly entity: string; readonly condition: Expression; readonly source: Span }[];
  /** Fields with a matrix row of their own: for them only grants that name the field count, not their entity's whole-record grants. */
  readonly fieldRows: readonly { readonly entity: string; readonly field: string; readonly source: Span }[];
  /** Entities whose matrix has a row `Entity: history`; absent: none. */
  readonly historyRows?: readonly string[];
  readonly grants: readonly Grant[];
  readonly never: readonly Grant[];
  /** Rows `Screen "…"`: these roles alone see the screen, whatever `For` says besides. */
  readonly screens: readonly { readonly screen: string; readonly role: string; readonly source: Span }[];
}

export interface Role {
  readonly name: string;
  /** Every role that it includes, itself first, transitively. */
  readonly includes: readonly string[];
  readonly text: string;
  /** What it was called in the version before. */
  readonly was?: string;
  readonly source: Span;
}

export type Verb = "create" | "read" | "update" | "delete" | "history";

/**
 * One grant: whoever holds `role` may `verb` the records of `entity` for which every condition holds.
 * `own`, `while` and named conditions are already lowered into `where` (a boolean expression over `this` and `me`).
 */
export interface Grant {
  /** A role's name, `anyone` or `everyone` or `bearer`. Roles that include it have it too: resolved by the reader through `Role.includes`. */
  readonly role: string;
  readonly entity: string;
  /** A verb, or an action's name. */
  readonly verb: Verb | { readonly action: string };
  /** null: the whole record (all fields that have no row of their own); else these fields only. A row `Entity: field` makes a grant with that one field. */
  readonly fields: readonly string[] | null;
  readonly where: Condition | null;
  /** Of a `create` that the right to an action of a `(new)` row brings: the action. */
  readonly by?: string;
  /** The cell's words, for sentences: `update own while requested`. */
  readonly text: string;
  readonly source: Span;
}
