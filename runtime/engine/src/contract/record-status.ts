/** The status of a record for a reader: available actions, decisions, blocked transitions. */
import type { SourceLocation } from "@nonet/model";

export interface AvailableAction extends SourceLocation {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  /** Why not, as far as the reader may know. */
  readonly why: string | null;
  /** The target state, for boards. */
  readonly to: string | null;
  /** Which of several transitions at the line. */
  readonly about?: string | undefined;
  /** What the document asks the person before the action runs (`ACTION confirms: …`), about this record. */
  readonly question?: string;
  /** For an action that several people decide. */
  readonly decision?: DecisionView;
}

export interface PersonRef {
  /** Null for a person whom the reader may not read. */
  readonly id: string | null;
  readonly name: string | null;
}

/** The state of a decision by several people, as far as the reader may know. */
export interface DecisionView extends SourceLocation {
  readonly round: number;
  readonly steps: readonly DecisionStep[];
  /** The current step; null: all are complete. */
  readonly now: number | null;
  readonly refused: boolean;
  /** Whether the people of the current step can vote: it was proposed, somebody has voted, or Who names them. */
  readonly begun: boolean;
  /** Whether the reader can vote now, for themselves or as a deputy. */
  readonly turn: boolean;
  readonly decides: boolean;
  /** What the last yes gave for the action: it counts, so those who have said yes before see it. Null for others, and where nothing was given. */
  readonly given: { readonly by: PersonRef; readonly values: Readonly<Record<string, unknown>> } | null;
  /** Why they can't. */
  readonly why: string | null;
}

export interface DecisionStep extends SourceLocation {
  /** In the document's words. */
  readonly who: string;
  readonly need: "any" | "all" | "majority";
  readonly count: number;
  /** Whether a voter can abstain. */
  readonly abstentions: boolean;
  readonly stands: "passed over" | "through" | "now" | "waiting" | "later";
  readonly people: readonly (PersonRef & { readonly said: "yes" | "no" | "abstain" | null; readonly at: string | null; readonly deputy: PersonRef | null })[];
}

/** An action of a screen that creates a record; `action` null: whatever creates one of the screen's own entity. Its line where it isn't allowed. */
export interface CreationState extends Partial<SourceLocation> {
  readonly entity: string;
  readonly action: string | null;
  readonly allowed: boolean;
  readonly why: string | null;
  readonly about?: string | undefined;
}

/** Editing or deleting a record, for a reader who is permitted to. Its line where it isn't possible now. */
export interface PossibleChange extends Partial<SourceLocation> {
  readonly change: "update" | "delete";
  readonly allowed: boolean;
  readonly why: string | null;
  readonly about?: string | undefined;
}

/** An automatic transition that a rule blocks; it stays due. */
export interface BlockedTransition {
  readonly transition: string;
  readonly since: string;
  readonly why: readonly ({ readonly code: string; readonly rule: string | null } & SourceLocation)[];
}
