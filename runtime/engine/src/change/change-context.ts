/**
 * One change under way inside its transaction: who acts, what it has touched so far, and what is wrong with it.
 * Every step of `perform` takes it first and adds to it; nothing outside reads it.
 */
import type { Reader, Variables } from "@nonet/database";
import type { Product, Rule, SourceLocation } from "@nonet/model";
import type { Connection, Row, Transaction } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { stop } from "../refusals/stop.ts";
import { personOf, readerOf } from "./actor-reader.ts";
import type { CachedConnection } from "./cached-reads.ts";
import { shownConnection } from "./not-shown-connection.ts";
import type { PendingDecision } from "./pending-decisions.ts";
import { newRetryState, type RetryState } from "./retry-state.ts";

export interface ChangeContext {
  readonly connection: CachedConnection;
  readonly product: Product;
  readonly actor: Actor;
  /** With whose sight refusals are told. */
  reader: Reader;
  readonly confirm: readonly string[];
  readonly changed: Map<string, ChangedRecord>;
  readonly errors: FieldError[];
  readonly warnings: Warning[];
  readonly outbox: OutboxDraft[];
  /** What calls asked before the commit have answered, over all runs of this change. */
  readonly retry: RetryState;
  /** Nothing will be kept, so nothing outside is asked. */
  readonly dryRun: boolean;
  /** In whose place a vote was cast, by record. */
  readonly inPlaceOf: Map<string, string>;
  /** Decisions looked at after a change, with what the change was then. */
  readonly checkedDecisions: Map<string, string>;
  /** What `forget` took out, by record: keys that the history doesn't keep. */
  readonly forgotten: Map<string, Set<string>>;
  /** Where a part stands in what was sent, by its id: `lines/2`. */
  readonly paths: Map<string, string>;
  /** Secret keys by record, to be shown once to whoever made it. */
  readonly plainSecrets: Map<string, Readonly<Record<string, string>>>;
  /** By record, how many of its actions have been judged for themselves already: what follows isn't measured by their rules again. */
  checkedActions?: Map<string, number>;
  /** What records that the change only reaches were before it. */
  readonly previous: Map<string, Row | null>;
  /** In which decisions each touched person stood before the change. */
  readonly pendingDecisions: Map<string, readonly PendingDecision[]>;
  /** Records whose personal fields were taken out: what stands there instead is the product's own, and isn't measured as a field's value. */
  readonly erased: Set<string>;
  /** The moment that the change writes; null before a record is locked. */
  at: string | null;
  /** How deep effects run actions that run actions. */
  depth: number;
}

export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
  /** As it was before the change, with the system's sight; null for a new one. */
  readonly before: Row | null;
  /** What was done to it, in order: `create`, `update`, action names. */
  readonly actions: string[];
  input: Readonly<Record<string, unknown>> | null;
  /** The same for each time that an action was done to it, for rules that are judged on that action. */
  readonly inputsByAction: Map<string, Readonly<Record<string, unknown>>[]>;
  /** What it is after the change; set before it is judged. */
  after: Row | null;
  /** JSON keys of the secrets written (secret-changes.ts). */
  secrets?: Set<string>;
}

/** What can be confirmed, with the rule and the record that it is about: of one judgement after another the last one speaks. */
export interface Warning {
  readonly rule: Rule;
  readonly id: string;
  readonly told: FieldError;
}

export interface OutboxDraft {
  readonly id: string;
  readonly call: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What is not shown and keeps it from leaving, with its line. */
  readonly notShown: ({ readonly what: string } & SourceLocation) | null;
}

export function beginChange(
  connection: Connection | Transaction,
  product: Product,
  actor: Actor,
  confirm: readonly string[],
  memory: RetryState = newRetryState(),
  dryRun = false,
): ChangeContext {
  return {
    connection: shownConnection(connection, product, stop),
    product,
    actor,
    reader: readerOf(actor),
    confirm,
    changed: new Map(),
    errors: [],
    warnings: [],
    outbox: [],
    retry: memory,
    dryRun,
    inPlaceOf: new Map(),
    checkedDecisions: new Map(),
    forgotten: new Map(),
    paths: new Map(),
    plainSecrets: new Map(),
    previous: new Map(),
    pendingDecisions: new Map(),
    erased: new Set(),
    at: null,
    depth: 0,
  };
}

/** The variables an expression about this touched record may use. */
export function variablesOf(context: ChangeContext, touched: ChangedRecord | undefined, others?: Readonly<Record<string, unknown>>): Variables {
  return { me: personOf(context.actor), old: touched?.before ?? null, asked: touched?.input ?? null, ...(others ? { others } : {}) };
}
