/**
 * `Nonet-Position`: what a client has seen of the database, so that its reads may come from a replica and never miss its
 * own changes. The client keeps the latest one that it got, because only it knows in which order its responses arrived.
 */
import { isSuccess } from "@nonet/api";
import type { Reading } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import type { RequestContext, RouteOptions } from "./handler.ts";
import { type HttpResponse, problem, written } from "./response.ts";
import { isRead } from "./same-origin.ts";
import type { ServerContext } from "./server-context.ts";

export const positionHeader = "nonet-position";

/** Null: the primary reads. Without the header it does, because nobody knows what the client has written. */
export function readingOf({ engine }: ServerContext, request: FastifyRequest): Reading | null | HttpResponse {
  const sent = request.headers[positionHeader];
  if (!engine.replicas || sent === undefined) return null;
  return engine.replicas.reading(String(sent)) ?? problem("malformed", "Nonet-Position is the value of an earlier response's Nonet-Position, or `latest`.");
}

export const isReading = (reading: Reading | null | HttpResponse): reading is Reading => reading !== null && "reads" in reading;

/** After a read, what it has shown; after a write, a position that has it. Without one, the client keeps what it has. */
export async function withPosition(
  server: ServerContext,
  context: RequestContext,
  { reading, options }: Answered,
  response: HttpResponse | typeof written,
): Promise<typeof response> {
  const { replicas } = server.engine;
  if (!replicas || response === written) return response;
  const position = reading
    ? reading.position()
    : isRead(context.request)
      ? null
      : hasCommitted(context, options, response)
        ? replicas.written()
        : await replicas.latest().catch(() => null);
  return position === null ? response : { ...response, headers: { ...response.headers, [positionHeader]: position } };
}

interface Answered {
  readonly reading: Reading | null;
  readonly options: RouteOptions;
}

/** A change of one record, made by this request: the position came with its commit. A repeat may have been committed by another process. */
const hasCommitted = ({ request, params, dryRun }: RequestContext, options: RouteOptions, { status }: HttpResponse): boolean =>
  options.keyMemory?.(params) === "engine" && isSuccess(status) && !dryRun && request.headers["idempotency-key"] === undefined;
