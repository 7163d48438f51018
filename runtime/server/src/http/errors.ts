/** Turns thrown errors into responses: an invalid request is the client's, a lost database is temporary, everything else is a bug of ours. */
import { problemOf } from "@nonet/api";
import { dataErrorText, isDataError, isDiskFull, isSchemaChanged, isUnavailable } from "@nonet/engine";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { sendWithCatalogueWording } from "./catalogue-wording.ts";
import { type HttpResponse, problem, problemResponse } from "./response.ts";
import { isRead } from "./same-origin.ts";
import type { ServerOptions } from "./server-options.ts";
import { say } from "@nonet/texts";

export const errorHandler =
  (options: ServerOptions) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (reply.sent) return reply;
    return sendWithCatalogueWording(options.engine.product, reply, await errorResponse(options, error, request));
  };

export const errorResponse = async (options: ServerOptions, error: unknown, request: FastifyRequest): Promise<HttpResponse> =>
  invalidRequest(error as FastifyError) ?? (await unexpectedErrorResponse(options, request, error));

/** For errors thrown behind the HTTP layer; bugs are reported. */
export const unexpectedErrorResponse = async (options: ServerOptions, request: FastifyRequest, error: unknown): Promise<HttpResponse> =>
  databaseLost(error) ?? (await versionOutdated(options, error)) ?? dataError(options, request, error) ?? bug(options, request, error);

/** Fastify's own errors carry a status below 500. */
function invalidRequest(error: Partial<FastifyError>): HttpResponse | null {
  const status = error.statusCode;
  if (typeof status !== "number" || status < 400 || status >= 500) return null;
  if (status === 404) return problem("not-found");
  if (status === 413) return problem("too-large");
  if (status === 415) return problem("media-type");
  return problem("malformed", error.code === "FST_ERR_BAD_URL" ? say("the-address-isnt-a-valid-url") : undefined);
}

const databaseLost = (error: unknown): HttpResponse | null =>
  isUnavailable(error) ? problem("unavailable", isDiskFull(error) ? say("the-servers-disk-is-full-so-nothing") : undefined) : null;

const versionOutdated = async ({ engine }: ServerOptions, error: unknown): Promise<HttpResponse | null> =>
  isSchemaChanged(error) && (await engine.isOutdated().catch(() => false)) ? problem("outdated") : null;

/** What was sent exceeds what PostgreSQL can process. Whether some statement of ours should have prevented it can be found by its place, so that is logged without the values. */
function dataError({ onDataError }: ServerOptions, request: FastifyRequest, error: unknown): HttpResponse | null {
  if (!isDataError(error)) return null;
  onDataError?.({ method: request.method, path: request.routeOptions.url ?? "(page)", state: String((error as { code?: unknown }).code) });
  return problem(isRead(request) ? "malformed" : "invalid-value", dataErrorText(error));
}

function bug(options: ServerOptions, request: FastifyRequest, error: unknown): HttpResponse {
  // The id under which the request is logged.
  const { id } = request;
  options.onBug?.({ id, method: request.method, path: request.routeOptions.url ?? "(page)", error });
  return problemResponse({ ...problemOf("internal"), instance: `urn:uuid:${id}` });
}
