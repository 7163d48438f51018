/**
 * Idempotency keys. The key is inserted at the beginning of the transaction: of two equal requests at once the second waits
 * there for the first, and is then answered with the same record.
 */
import { createHash } from "node:crypto";
import { system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";
import type { Connection } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import type { ChangeRequest } from "./change-request.ts";
import { type Performed, repeatedChange } from "./performed.ts";

type Request = Pick<ChangeRequest, "change" | "options">;

/** Null where the request is the first with its key, or has none. */
export async function claimIdempotencyKey(connection: Connection, actor: Actor, { change, options }: Request): Promise<Outcome<Performed> | null> {
  const key = options?.idempotencyKey;
  if (!key || !change) return null;
  const hash = createHash("sha256").update(JSON.stringify(change)).digest("hex");
  if (await connection.row(system.claimIdempotencyKey(key, actorKey(actor), hash))) return null;
  const first = await connection.row(system.idempotent(key, actorKey(actor)));
  if (first?.["body_hash"] !== hash)
    return refuse("conflict", problem("idempotency-key-reused", "This Idempotency-Key was used for another request. Send a new key with each request."));
  return { ok: true, value: repeatedChange(first["answer"].entity, first["answer"].id) };
}

export async function storeIdempotentAnswer(context: ChangeContext, { change, options, entity }: Request & Pick<ChangeRequest, "entity">, id: string): Promise<void> {
  if (options?.idempotencyKey && change) await context.connection.later(system.answerIdempotencyKey(options.idempotencyKey, actorKey(context.actor), { id, entity }));
}

const actorKey = (actor: Actor): string => personOf(actor) ?? actor.kind;
