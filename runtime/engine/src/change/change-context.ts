/**
 * One change under way inside its transaction: who acts, what it has touched so far, and what is wrong with it.
 * Every step of `perform` takes it first and adds to it; nothing outside reads it.
 */
import { predictRecord, lockQuery, type Query, type Reader, updateQueries, type Variables, wholeRecordQuery } from "@nonet/database";
import type { Product, Rule, SourceLocation } from "@nonet/model";
import type { Connection, Row, Transaction } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { ownerOf, type OwnerRef } from "../input/parts.ts";
import { stop } from "../refusals/stop.ts";
import type { CachedConnection } from "./cached-reads.ts";
import { shownConnection } from "./not-shown-connection.ts";
import { type PendingDecision, pendingDecisionsOf } from "./pending-decisions.ts";
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

export function readerOf(actor: Actor): Reader {
  const link = actor.kind !== "system" && actor.link ? { link: actor.link } : {};
  return actor.kind === "person"
    ? { kind: "person", id: actor.id, roles: actor.roles, owner: actor.owner, ...(actor.standsFor?.length ? { represents: actor.standsFor } : {}), ...link }
    : { kind: actor.kind, ...link };
}
export const personOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.id : null);

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

/** Notes a write to come, keeping what the record was; call it before the first write. */
export async function lockForWrite(context: ChangeContext, entity: string, id: string, action: string, created = false): Promise<ChangedRecord> {
  const known = context.changed.get(id);
  if (known) {
    if (!known.actions.includes(action)) known.actions.push(action);
    return known;
  }
  const locked = created ? null : await lock(context, entity, id);
  if (entity === "User" && !created) context.pendingDecisions.set(id, await pendingDecisionsOf(context.connection, context.product, id));
  await rememberOwners(context, ownerOf(context.product, entity, locked));
  // Its parts may have been written already.
  const before = created ? null : (context.previous.get(id) ?? locked);
  const touched: ChangedRecord = { entity, id, kind: created ? "created" : "changed", before, actions: [action], input: null, inputsByAction: new Map(), after: null };
  context.changed.set(id, touched);
  return touched;
}

/** What the wholes of a part are, before the part is written: it stands in them. */
export async function rememberOwners(context: ChangeContext, named: OwnerRef | null): Promise<void> {
  if (!named || context.changed.has(named.id) || context.previous.has(named.id)) return;
  const before = await readAsSystem(context, named.owner.name, named.id);
  context.previous.set(named.id, before);
  await rememberOwners(context, ownerOf(context.product, named.owner.name, before));
}

/** Locks it and gives what it is; asked for again, that is known. */
async function lock(context: ChangeContext, entity: string, id: string): Promise<Row | null> {
  const row = await context.connection.row(lockQuery(context.product, entity, id));
  const record = row?.["record"] as Row | undefined;
  context.at ??= (row?.["at"] as string | undefined) ?? null;
  if (record) context.connection.remember(wholeRecordQuery(context.product, entity, [id]), [{ record }]);
  return record ?? null;
}

/** Locks a record and keeps what it was, without saying that anything is done to it. */
export async function lockRecord(context: ChangeContext, entity: string, id: string): Promise<ChangedRecord> {
  const known = context.changed.get(id);
  if (known) return known;
  const touched = await lockForWrite(context, entity, id, "update");
  touched.actions.length = 0;
  return touched;
}

/** The record with the system's sight; null where it isn't there. */
export async function readAsSystem(context: { readonly connection: Connection; readonly product: Product }, entity: string, id: string): Promise<Row | null> {
  const row = await context.connection.row(wholeRecordQuery(context.product, entity, [id]));
  return (row?.["record"] as Row | undefined) ?? null;
}

/** The variables an expression about this touched record may use. */
export function variablesOf(context: ChangeContext, touched: ChangedRecord | undefined, others?: Readonly<Record<string, unknown>>): Variables {
  return { me: personOf(context.actor), old: touched?.before ?? null, asked: touched?.input ?? null, ...(others ? { others } : {}) };
}

/** Writes without waiting: what comes behind sees it, and the commit answers for it. */
export async function sendAll(context: ChangeContext, queries: readonly Query[]): Promise<void> {
  for (const query of queries) await context.connection.later(query);
}

/** Writes fields without waiting. What the record is then isn't asked for where it is known. */
export async function writeFields(context: ChangeContext, entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const question = wholeRecordQuery(context.product, entity, [id]);
  const before = (await context.connection.recall(question))?.[0]?.["record"] as Row | undefined;
  const queries = updateQueries(context.product, entity, id, values);
  await sendAll(context, queries);
  const after = before && context.at !== null && queries.length === 1 ? predictRecord(context.product, entity, before, values, context.at) : null;
  if (after) context.connection.remember(question, [{ record: after }]);
}
