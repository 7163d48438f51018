/**
 * One change under way inside its transaction: who acts, what it has touched so far, and what is wrong with it.
 * Every step of `perform` takes it first and adds to it; nothing outside reads it.
 */
import { lockQuery, wholeRecordQuery, type Reader, type Variables } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Row } from "./connection.ts";
import type { Actor, FieldError, Refusal } from "./engine.ts";

export interface Work {
  readonly connection: Connection;
  readonly product: Product;
  readonly actor: Actor;
  readonly reader: Reader;
  readonly confirm: readonly string[];
  readonly touched: Map<string, Touched>;
  readonly errors: FieldError[];
  readonly warnings: FieldError[];
  readonly outbox: OutboxDraft[];
  /** How deep effects run actions that run actions. */
  depth: number;
}

export interface Touched {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
  /** As it was before the change, with the system's sight; null for a new one. */
  readonly before: Row | null;
  /** What was done to it, in order: `create`, `update`, action names. */
  readonly actions: string[];
  asked: Readonly<Record<string, unknown>> | null;
  /** What it is after the change; set before it is judged. */
  after: Row | null;
}

export interface OutboxDraft {
  readonly id: string;
  readonly call: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What is not shown and keeps it from leaving, with its line. */
  readonly notShown: { readonly what: string; readonly line: number | null } | null;
}

/** Ends the change with a refusal; caught by `perform` alone, which rolls back. */
export class Stopped extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("stopped");
    this.refusal = refusal;
  }
}

export function stop(refused: { readonly refusal: Refusal }): never {
  throw new Stopped(refused.refusal);
}

export const readerOf = (actor: Actor): Reader => (actor.kind === "person" ? { kind: "person", id: actor.id, roles: actor.roles, owner: actor.owner } : actor);
export const personOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.id : null);

export function beginWork(connection: Connection, product: Product, actor: Actor, confirm: readonly string[]): Work {
  return { connection, product, actor, reader: readerOf(actor), confirm, touched: new Map(), errors: [], warnings: [], outbox: [], depth: 0 };
}

/** Notes a write to come, keeping what the record was; call it before the first write. */
export async function touch(work: Work, entity: string, id: string, action: string, created = false): Promise<Touched> {
  const known = work.touched.get(id);
  if (known) {
    if (!known.actions.includes(action)) known.actions.push(action);
    return known;
  }
  if (!created) await work.connection.rows(lockQuery(work.product, entity, id));
  const before = created ? null : await whole(work, entity, id);
  const touched: Touched = { entity, id, kind: created ? "created" : "changed", before, actions: [action], asked: null, after: null };
  work.touched.set(id, touched);
  return touched;
}

/** The record with the system's sight; null where it isn't there. */
export async function whole(work: Pick<Work, "connection" | "product">, entity: string, id: string): Promise<Row | null> {
  const row = await work.connection.row(wholeRecordQuery(work.product, entity, [id]));
  return (row?.["record"] as Row | undefined) ?? null;
}

/** The variables an expression about this touched record may use. */
export function variablesOf(work: Work, touched: Touched | undefined, others?: Readonly<Record<string, unknown>>): Variables {
  return { me: personOf(work.actor), old: touched?.before ?? null, asked: touched?.asked ?? null, ...(others ? { others } : {}) };
}
