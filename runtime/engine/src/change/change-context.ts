/**
 * The context of one change inside its transaction: who acts, which records it has changed, which errors it has found.
 * Every step takes it as its first parameter and adds to it; nothing outside the transaction reads it.
 */
import type { Reader, Variables } from "@nonet/database";
import type { Product, Rule, SourceLocation, Statement } from "@nonet/model";
import type { Connection, Row, Transaction } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Refusal } from "../contract/outcome.ts";
import { personOf, readerOf } from "./actor-reader.ts";
import type { CachedConnection } from "./cached-reads.ts";
import type { LocalRun } from "./local-run.ts";
import { notShownConnection } from "./not-shown-connection.ts";
import type { PendingDecision } from "./pending-decisions.ts";
import { newRetryState, type RetryState } from "./retry-state.ts";
import type { StatementScope } from "./statement-scope.ts";

export interface ChangeContext {
  readonly connection: CachedConnection;
  readonly product: Product;
  /** A call that registers its caller or signs them in goes on as that person. */
  actor: Actor;
  /** Refusals disclose only what this reader may read. */
  reader: Reader;
  /** Codes of the warnings that the actor confirms. */
  readonly confirm: readonly string[];
  /** Nothing is committed, so no synchronous call is sent. */
  readonly dryRun: boolean;
  /** The records that the change has written so far, by id. */
  readonly changed: Map<string, ChangedRecord>;
  /** The change inserts an initial record: only its fields and its uniqueness are checked. */
  isInitial: boolean;
  /** Errors that don't end the change at once, so that all of them are reported together (`report`). */
  readonly errors: FieldError[];
  readonly warnings: Warning[];
  readonly outbox: OutboxDraft[];
  /** What survives when the change runs again: answers of synchronous calls, ids, records to read first. */
  readonly retry: RetryState;
  /** Where the part that is being saved stands in the request (`lines/2`); empty outside of parts (`atPath`). */
  path: string;
  /** The same path by the part's id, for rules that are checked after all parts are saved. */
  readonly paths: Map<string, string>;
  /** The person for whom a deputy has voted, by record. */
  readonly inPlaceOf: Map<string, string>;
  /** Decisions that were checked after a change, with the state of the change at that time. */
  readonly checkedDecisions: Map<string, string>;
  /** By record, how many of its actions have been checked: rules don't check them again for what follows from them. */
  checkedActions?: Map<string, number>;
  /** JSON keys that `forget` has emptied, by record: the history leaves them out. */
  readonly forgotten: Map<string, Set<string>>;
  /** New secret keys in plain text by record, to be shown to the actor once. */
  readonly plainSecrets: Map<string, Readonly<Record<string, string>>>;
  /** What records that the change affects without writing them were before it. */
  readonly previous: Map<string, Row | null>;
  /** The pending decisions in which each changed person took part before the change. */
  readonly pendingDecisions: Map<string, readonly PendingDecision[]>;
  /** Records whose personal fields were erased: the replacement values aren't held to the fields' constraints. */
  readonly erased: Set<string>;
  /** The moment that the change writes as `updated at`; null before a record is locked. */
  at: string | null;
  /** The answer of an `end with` in the action that the actor runs: what has been done is kept. */
  ended?: Refusal;
  /** How deep actions run actions by their effects. */
  depth: number;
  /** Effects run actions, and actions run effects: actions find the interpreter of statements here instead of importing it. */
  readonly runStatements: RunStatements;
  /** The message that leaves now, whose text is made now (`as of sending`). */
  leaving?: string;
  /** Set where the change runs on values at hand, before anything is sent. */
  readonly local?: LocalRun;
  /** Runs the statements about the caller's account; set by an offered call. */
  account?: RunAccountStatement;
}

/** Returns the scope in which the person who has registered or signed in is the caller. */
export type RunAccountStatement = (
  context: ChangeContext,
  scope: StatementScope,
  statement: Extract<Statement, { kind: "register" | "sign in" | "set password" }>,
) => Promise<StatementScope>;

/** Runs statements in order and returns the scope with the names that they have bound. */
export type RunStatements = (context: ChangeContext, scope: StatementScope, statements: readonly Statement[]) => Promise<StatementScope>;

export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
  /** The whole record before the change; null for a new one. */
  readonly before: Row | null;
  /** What was done to it, in order: `create`, `update`, names of actions. */
  readonly actions: string[];
  /** The input of the action that runs. */
  input: Readonly<Record<string, unknown>> | null;
  /** The input of each run of an action, for rules that apply on that action. */
  readonly inputsByAction: Map<string, Readonly<Record<string, unknown>>[]>;
  /** The whole record after the change; set before the rules are checked. */
  after: Row | null;
  /** Machines whose state the record has left and entered again (`STATE again`) since its events were last checked. */
  entered?: Set<string>;
  /** JSON keys of the secrets that were written (secret-changes.ts). */
  secrets?: Set<string>;
}

/** A violated rule that can be confirmed. Where a rule is checked more than once, the last check counts. */
export interface Warning {
  readonly rule: Rule;
  readonly id: string;
  readonly error: FieldError;
}

export interface OutboxDraft {
  readonly id: string;
  readonly call: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The name in the document that is not shown and keeps the message from being sent, with its line. */
  readonly notShown: ({ readonly what: string } & SourceLocation) | null;
  /** The seconds after which it leaves; absent: at once. */
  readonly afterSeconds?: number;
}

export interface ChangeOptions {
  readonly confirm?: readonly string[];
  readonly retry?: RetryState;
  readonly dryRun?: boolean;
  readonly runStatements?: RunStatements;
  readonly local?: LocalRun;
}

export function beginChange(connection: Connection | Transaction, product: Product, actor: Actor, options: ChangeOptions = {}): ChangeContext {
  return {
    connection: notShownConnection(connection, product),
    product,
    actor,
    reader: readerOf(actor),
    confirm: options.confirm ?? [],
    dryRun: options.dryRun ?? false,
    changed: new Map(),
    isInitial: false,
    errors: [],
    warnings: [],
    outbox: [],
    retry: options.retry ?? newRetryState(),
    path: "",
    paths: new Map(),
    inPlaceOf: new Map(),
    checkedDecisions: new Map(),
    forgotten: new Map(),
    plainSecrets: new Map(),
    previous: new Map(),
    pendingDecisions: new Map(),
    erased: new Set(),
    at: null,
    depth: 0,
    runStatements: options.runStatements ?? noStatements,
    ...(options.local ? { local: options.local } : {}),
  };
}

/** For contexts that only ask (which actions are available) or insert a record as it is. */
const noStatements: RunStatements = () => Promise.reject(new Error("This context was begun without an interpreter of statements."));

/** The variables that an expression about this changed record may use. */
export function variablesOf(context: ChangeContext, record: ChangedRecord | undefined, others?: Readonly<Record<string, unknown>>): Variables {
  return { me: personOf(context.actor), old: record?.before ?? null, asked: record?.input ?? null, ...(others ? { others } : {}) };
}
