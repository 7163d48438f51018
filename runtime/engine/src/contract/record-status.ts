/** How a record stands: what can be done to it and why not, who decides, and what is held up. */
import type { SourceLocation } from "@nonet/model";

export interface AvailableAction extends SourceLocation {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  /** Why not, as far as the person may know. */
  readonly why: string | null;
  /** Target state, for boards. */
  readonly to: string | null;
  /** The transition's name among those at the line. */
  readonly about?: string | undefined;
  /** For an action that several people decide. */
  readonly decision?: DecisionView;
}

export interface PersonRef {
  /** null: somebody whom the reader may not know. */
  readonly id: string | null;
  readonly name: string | null;
}

/** How a decision by several people stands, as far as the reader may know. */
export interface DecisionView extends SourceLocation {
  readonly round: number;
  readonly steps: readonly DecisionStep[];
  /** The step whose turn it is; null: all are through. */
  readonly now: number | null;
  readonly refused: boolean;
  /** Whether those whose turn it is can answer already: it is proposed, something has been said on it, or Who names them. */
  readonly begun: boolean;
  /** Whether it is the reader's turn, in their own or in another's place. */
  readonly turn: boolean;
  readonly decides: boolean;
  /** Why it isn't. */
  readonly why: string | null;
}

export interface DecisionStep extends SourceLocation {
  /** The document's words. */
  readonly who: string;
  readonly need: "any" | "all" | "majority";
  readonly count: number;
  readonly stands: "passed over" | "through" | "now" | "waiting" | "later";
  readonly people: readonly (PersonRef & { readonly said: "yes" | "no" | null; readonly at: string | null; readonly deputy: PersonRef | null })[];
}

/** An automatic transition that a rule stops: it stays due. */
export interface BlockedTransition {
  readonly transition: string;
  readonly since: string;
  readonly why: readonly ({ readonly code: string; readonly rule: string | null } & SourceLocation)[];
}
