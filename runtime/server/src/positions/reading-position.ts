/**
 * `Nonet-Position`: what a client has seen of the database, so that its reads may come from a replica and never miss its
 * own changes. The client keeps the latest one that it got, because only it knows in which order its responses arrived.
 */
import type { Engine, Reading } from "@nonet/engine";
import type { FastifyRequest } from "fastify";

export const positionHeader = "nonet-position";
export const malformedPosition = "Nonet-Position is the value of an earlier response's Nonet-Position, or `latest`.";

/** Null: the primary reads. Without the header it does, because nobody knows what the client has written. */
export function readingOf({ replicas }: Engine, request: FastifyRequest): Reading | null | "malformed" {
  const sent = request.headers[positionHeader];
  return replicas && sent !== undefined ? (replicas.reading(String(sent)) ?? "malformed") : null;
}

interface Answered {
  readonly reading: Reading | null;
  /** A change of one record that this request has committed: the position came with the commit. */
  readonly hasCommitted: boolean;
}

/** After a read, what it has shown; after a write, a position that has it. Null: the client keeps what it has. */
export async function positionAfter({ replicas }: Engine, { method, headers }: FastifyRequest, { reading, hasCommitted }: Answered): Promise<string | null> {
  if (!replicas) return null;
  if (reading) return reading.position();
  if (method === "GET" || method === "HEAD") return null;
  // A repeat may have been committed by another process.
  return hasCommitted && headers["idempotency-key"] === undefined ? replicas.written() : replicas.latest().catch(() => null);
}
