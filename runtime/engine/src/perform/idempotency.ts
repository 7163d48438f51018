import { createHash } from "node:crypto";
import { system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { Connection } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome, PerformOptions } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import type { Performed } from "./performed.ts";

export const actorKey = (actor: Actor): string => personOf(actor) ?? actor.kind;

export const hashOf = (change: Change): string => createHash("sha256").update(JSON.stringify(change)).digest("hex");

export async function repeatedAnswer(connection: Connection, actor: Actor, change: Change, options: PerformOptions): Promise<Outcome<Performed> | null> {
  if (!options.idempotencyKey) return null;
  const row = await connection.row(system.idempotent(options.idempotencyKey, actorKey(actor)));
  if (!row) return null;
  if (row["body_hash"] !== hashOf(change)) return refuse("conflict", problem("idempotency-key-reused", "This Idempotency-Key was used for another request; choose a new one."));
  return { ok: true, value: { id: row["answer"].id, entity: row["answer"].entity, changed: [], after: null, plainSecrets: {}, repeated: true } };
}
