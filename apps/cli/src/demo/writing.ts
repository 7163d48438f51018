/** What fills in forms knows: the day, what was refused and chosen before, and what the document says. */
import type { Agreement } from "./agreements.ts";
import type { Chance } from "./chance.ts";
import type { Period } from "./plausible-value.ts";

export interface Writing {
  readonly chance: Chance;
  /** The rehearsal's date, as ISO. */
  readonly today: string;
  /** What the document's examples call records, by entity. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** How many values of each field were made. */
  readonly counts: Map<string, number>;
  /** Patterns that refusals named, by entity and key. */
  readonly patterns: Map<string, string>;
  /** The records that a person could choose from this day, by person and list. */
  readonly choices: Map<string, readonly Choice[]>;
  /** Those of the form that is filled in, by the key of the field. */
  readonly refused: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** The records that were refused this day, by entity and by the key of the field. */
  readonly refusals: Map<string, Map<string, Set<unknown>>>;
  /** By person and entity: where somebody had nothing to do this day. */
  readonly idle: Set<string>;
  /** What this form held when it was refused, without the fields that the refusal named. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** The people who may decide something. */
  readonly deciders: ReadonlySet<string>;
  /** What the document's rules want to be the same. */
  readonly agreements: readonly Agreement[];
  /** How often the same record was refused before. */
  readonly attempt: number;
  /** The dates of the whole whose part is filled in. */
  readonly within?: Period;
  /** The whole itself, as far as it is filled in. */
  readonly whole?: Whole;
}

/** A record to choose from, with its own numbers and references. */
export interface Choice extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly shownAs: string | null;
}

/** The record whose part is filled in. */
export interface Whole {
  readonly entity: string;
  /** The key of its list of these parts. */
  readonly list: string;
  readonly values: Readonly<Record<string, unknown>>;
}
