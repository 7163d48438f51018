/**
 * Idempotency keys. The key is inserted at the beginning of the transaction: of two equal requests at once the second waits
 * there for the first, and is then answered as the first was.
 *
 * The answer is stored with the key: the record as the actor read it then, or the refusal. Plain secret keys aren't stored.
 */
import { createHash } from "node:crypto";
import { system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";
import type { Connection } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome, Refusal, RefusalKind } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import type { ChangeRequest } from "./change-request.ts";
import { type FirstAnswer, type Performed, repeatedChange } from "./performed.ts";
import { say } from "@nonet/texts";

type Request = Pick<ChangeRequest, "change" | "options">;

/** What `nonet.idempotency.answer` holds; `record` is JSON text, so that its keys keep their order. */
interface Stored {
  readonly id: string;
  readonly entity: string;
  readonly record?: string;
  /** Without the texts of its errors, which are in `details`. */
  readonly refusal?: Refusal;
  readonly details?: readonly string[];
}

const forgotten = "This request was refused before. The reason has been erased since.";

const hashOf = (change: NonNullable<Request["change"]>): string => createHash("sha256").update(JSON.stringify(change)).digest("hex");

/** Null where the request is the first with its key, or has none. */
export async function claimIdempotencyKey(connection: Connection, actor: Actor, { change, options }: Request): Promise<Outcome<Performed> | null> {
  const key = options?.idempotencyKey;
  if (!key || !change) return null;
  const hash = hashOf(change);
  if (await connection.row(system.claimIdempotencyKey(key, actorKey(actor), hash))) return null;
  const first = await connection.row(system.idempotent(key, actorKey(actor)));
  if (first?.["body_hash"] !== hash) return refuse("conflict", problem("idempotency-key-reused", say("this-idempotency-key-was-used-for-another")));
  const { id, entity, record, refusal, details } = first["answer"] as Stored;
  if (refusal) return { ok: false, refusal: { ...refusal, errors: refusal.errors.map((error, i) => ({ ...error, detail: details?.[i] ?? forgotten })), repeats: true } };
  const answer: FirstAnswer = { record: record === undefined ? null : (JSON.parse(record) as FirstAnswer["record"]) };
  return { ok: true, value: repeatedChange(entity, id, answer) };
}

/** Reads the answer once more with the key's row: what the actor gets after the commit may already be another version. */
export async function storeIdempotentAnswer(
  context: ChangeContext,
  { change, options, entity, answer }: Request & Pick<ChangeRequest, "entity" | "answer">,
  id: string,
): Promise<void> {
  if (!options?.idempotencyKey || !change) return;
  const record: unknown = answer && (await context.connection.row(answer(id)))?.["record"];
  const stored: Stored = { id, entity, ...(record ? { record: JSON.stringify(record) } : {}) };
  await context.connection.later(system.answerIdempotencyKey(options.idempotencyKey, actorKey(context.actor), stored));
}

/** Refusals that say nothing about the request itself, or that the actor answers with the same request (default 100). */
const passing: ReadonlySet<RefusalKind> = new Set(["not signed in", "warning", "not shown", "too many", "unavailable", "call failed"]);

/** A refusal is remembered like any other answer. Its transaction has been rolled back, and the key with it. */
export async function storeIdempotentRefusal(
  connection: Connection,
  actor: Actor,
  { change, options, entity }: Request & Pick<ChangeRequest, "entity">,
  refusal: Refusal,
): Promise<void> {
  if (!options?.idempotencyKey || !change || options.dryRun || refusal.repeats || passing.has(refusal.kind)) return;
  if (refusal.errors.some(({ code }) => code === "idempotency-key-reused")) return;
  const errors = refusal.errors.map((error) => ({ ...error, detail: "" }));
  const stored: Stored = { id: "id" in change ? change.id : "", entity, refusal: { ...refusal, errors }, details: refusal.errors.map(({ detail }) => detail) };
  await connection.rows(system.rememberRefusal(options.idempotencyKey, actorKey(actor), hashOf(change), stored));
}

const actorKey = (actor: Actor): string => personOf(actor) ?? actor.kind;
