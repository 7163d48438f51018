/** Point 4: states, transitions, and the statements they run. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Field } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Statement } from "../statements/statement.ts";

/** One machine on one entity. The state is stored in the column `state`, or in `field` for a further machine. */
export interface Machine {
  readonly entity: string;
  /** `state` for the first one. */
  readonly field: string;
  readonly states: readonly State[];
  readonly startsAs: readonly { readonly state: string; readonly when: Expression | null }[];
  readonly endsAs: readonly string[];
  readonly transitions: readonly Transition[];
  readonly actions: readonly Action[];
  readonly source: Span;
}

export interface State {
  readonly name: string;
  /** What it was called before: `- approved: was accepted`. Records that stand there move with it. */
  readonly was?: readonly string[];
  readonly source: Span;
}

/** What a person (or another statement) can do: a name with what it asks for. One action may have several transitions. */
export interface Action {
  readonly name: string;
  /** `kebab-case`: the URL segment. */
  readonly path: string;
  /** The asked fields, in order. A field named only is the entity's own (`own`), stored on it as well. */
  readonly asks: readonly { readonly field: Field; readonly own: boolean }[];
  readonly decision: Decision | null;
  /** True where only the system runs it: no row has people in Who. */
  readonly systemOnly: boolean;
  readonly source: Span;
}

export interface Transition {
  /** One row for each From and each trigger; `null` is (new). */
  readonly from: string | null;
  /** `null` is (deleted). */
  readonly to: string | null;
  readonly trigger: Trigger;
  /** Who may; empty: point 6 says. */
  readonly who: readonly Who[];
  readonly guard: Condition | null;
  /** The catalogue's code of the guard's refusal. */
  readonly guardElse: string | null;
  readonly then: readonly Statement[];
  /** Position in the table, for order. */
  readonly row: number;
  /** A cell of the row is not shown, and this names it among the open things: the guard hangs on it, so the row is never taken. */
  readonly open?: string;
  readonly source: Span;
}

export type Trigger =
  | { readonly kind: "action"; readonly action: string }
  /** `delay` after entering the state, or after `past` (a date or instant over `this`). `working`: in days or hours of the calendar. */
  | { readonly kind: "after"; readonly delay: Expression; readonly working: boolean; readonly past: Expression | null }
  | { readonly kind: "at"; readonly moment: Expression }
  | { readonly kind: "when"; readonly condition: Expression };

export interface Who {
  /** A role's name, `system`, `anyone`, `everyone`. */
  readonly role: string;
  readonly own: boolean;
  readonly where: Condition | null;
}

export interface Decision {
  /** In order; `count` for `any 2 of`. */
  readonly steps: readonly {
    readonly need: "any" | "all" | "majority";
    readonly count: number;
    readonly of: { readonly role: string } | { readonly list: Expression };
    readonly source: Span;
  }[];
  /** Fields of `this` that name people who never decide on it. */
  readonly notBy: readonly string[];
  /** `as`: the action that a refusal is; null: the refusal stands, and the action can't happen until the decision starts again. */
  readonly refusedBy: { readonly need: "any" | "majority"; readonly as: string | null } | null;
  readonly remindedAfter: { readonly delay: Expression; readonly working: boolean } | null;
  readonly lapses: { readonly after: Expression; readonly working: boolean; readonly as: string } | null;
  readonly startsAgainWhenChanges: readonly string[];
  readonly source: Span;
}
