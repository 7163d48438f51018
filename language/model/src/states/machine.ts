/** Point 4: state machines of entities, with their states, actions, transitions and decisions. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Field } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Template } from "../expressions/template.ts";
import type { Statement } from "../statements/statement.ts";
import type { StateColour } from "./state-colour.ts";

/** One state machine of one entity. An entity can have several machines, each with its own field for the current state. */
export interface Machine {
  /** The name of the entity. */
  readonly entity: string;
  /** The name of the field that stores the current state: `state` for the first machine of an entity. */
  readonly field: string;
  /** In the order of the document. */
  readonly states: readonly State[];
  /** The possible initial states, in order. A record takes the first one whose condition over `this` holds; `when` is null for one without a condition. */
  readonly startsAs: readonly { readonly state: string; readonly when: Expression | null }[];
  /** The names of the final states. */
  readonly endsAs: readonly string[];
  /** In the order of the table; see `Transition.row`. */
  readonly transitions: readonly Transition[];
  readonly actions: readonly Action[];
  readonly source: Span;
}

export interface State {
  readonly name: string;
  /** Former names, from `- approved: was accepted`: an upgrade moves records in these states to this one. Absent if there are none. */
  readonly was?: readonly string[];
  /** The colour that `Colours` gives the state. Absent: its meaning for the work decides (default 170). */
  readonly colour?: StateColour;
  readonly source: Span;
}

/** What a person or a statement can do with a record: a name and its input. An action can have several transitions. */
export interface Action {
  readonly name: string;
  /** The URL segment, in `kebab-case`. */
  readonly path: string;
  /** The question that a person confirms before the action runs; null: the interface decides. */
  readonly confirms: Template | null;
  /** The input fields, in order. `own`: the field is one of the entity's fields, and the input is also stored in the record. */
  readonly asks: readonly { readonly field: Field; readonly own: boolean }[];
  /** The decision that must be reached before the transition happens; null if the actor alone decides. */
  readonly decision: Decision | null;
  /** True if no transition names people in Who, so that only the system runs the action. */
  readonly systemOnly: boolean;
  readonly source: Span;
}

/** One way from one state to another. A row of the table becomes one transition for each state in From and each trigger. */
export interface Transition {
  /** The name of the state before; null for `(new)`: the transition creates the record. */
  readonly from: string | null;
  /** The name of the state after; null for `(deleted)`: the transition deletes the record. */
  readonly to: string | null;
  /** Set if the record leaves the state and enters it again: `STATE again`. */
  readonly again?: true;
  readonly trigger: Trigger;
  /** Who may run the transition; empty if the permissions of point 6 apply. */
  readonly who: readonly Who[];
  /** A condition over `this` and the input that must hold; null if there is none. */
  readonly guard: Condition | null;
  /** The code in the error catalogue for a guard that doesn't hold; null for the built-in code. */
  readonly guardElse: string | null;
  /** The effects, in the order in which they run. */
  readonly then: readonly Statement[];
  /** The position of the row in the table, from 0. Transitions of the same row have the same number. */
  readonly row: number;
  /** Set if a cell of the row is not shown: its name among the open points. The guard depends on that cell, so the transition never happens. */
  readonly open?: string;
  readonly source: Span;
}

export type Trigger =
  | { readonly kind: "action"; readonly action: string }
  /** Runs `delay` (a duration) after the record enters the state, or after the date or instant `past` over `this`. `working`: `delay` is in working days or hours. */
  | { readonly kind: "after"; readonly delay: Expression; readonly working: boolean; readonly past: Expression | null }
  /** Runs at a date or instant over `this`. */
  | { readonly kind: "at"; readonly moment: Expression }
  /** Runs as soon as the condition over `this` holds. */
  | { readonly kind: "when"; readonly condition: Expression };

/** One entry of the column Who. */
export interface Who {
  /** The name of a role, or `system`, `anyone` or `everyone`. */
  readonly role: string;
  /** True if only the person who owns the record (`own` in point 6) may run it. */
  readonly own: boolean;
  /** A further condition over `this` and `me`; null if there is none. */
  readonly where: Condition | null;
  /** The entry in the cell. */
  readonly source?: Span;
}

/** A decision by several people. */
export interface Decision {
  /** The steps, in order: each must be approved before the next one begins. */
  readonly steps: readonly DecisionStep[];
  /** People who are excluded from voting: the words of the document, and the list of Users over `this`. */
  readonly notBy: readonly { readonly name: string; readonly people: Expression }[];
  /**
   * How the decision is rejected; null if rejections only count as missing approvals. `as`: the action that a rejection
   * runs, or null: the action stays blocked until the decision starts again.
   */
  readonly refusedBy: { readonly need: "any" | "majority"; readonly as: string | null } | null;
  /** How long after the start of a step voters are reminded; `working`: in working days or hours. Null for no reminder. */
  readonly remindedAfter: { readonly delay: Expression; readonly working: boolean } | null;
  /** How long after its start the decision expires, and the action that runs then; null for none: its votes are discarded. Null if it never expires. */
  readonly lapses: { readonly after: Expression; readonly working: boolean; readonly as: string | null } | null;
  /** Names of fields: if one of them changes, all votes are discarded. */
  readonly startsAgainWhenChanges: readonly string[];
  readonly source: Span;
}

/** One step of a decision. */
export interface DecisionStep {
  readonly need: "any" | "all" | "majority";
  /** How many people must approve with `any`: 2 for `any 2 of`. */
  readonly count: number;
  /** The voters: the people of all entries. */
  readonly of: readonly Deciders[];
  /** The step applies only while this condition over `this` holds; null: always. */
  readonly when: Expression | null;
  /** People who must be among those who approve: `including a Manager`. */
  readonly including: readonly { readonly count: number; readonly of: Deciders }[];
  /** How many votes, abstentions included, a majority needs; null: it is a majority of all voters. */
  readonly quorum: Expression | null;
  /** Voters can abstain. */
  readonly abstentions: boolean;
  /** What happens at a tie of a majority: the step is refused, or a person decides; null: it waits. */
  readonly tie: "refused" | { readonly by: Expression } | null;
  readonly source: Span;
}

/** All people with a role, or the people in a list over `this`. */
export type Deciders = { readonly role: string } | { readonly list: Expression };
