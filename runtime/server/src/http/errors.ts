/** What becomes of a throw: a request that the HTTP layer can't take is the person's, a lost database passes, the rest is our bug. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { problemOf, problemType } from "@nonet/api";
import { isUnavailable, isSchemaChanged } from "@nonet/engine";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type Answer, problem, problemAnswer, sendInOwnWords } from "./response.ts";
import type { ServerOptions } from "./server-options.ts";

export const answerFault =
  (options: ServerOptions) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (reply.sent) return reply;
    return sendInOwnWords(options.engine.product, reply, await answerOfFault(options, error, request));
  };

export const answerOfFault = async (options: ServerOptions, error: unknown, request: FastifyRequest): Promise<Answer> =>
  requestFault(error as FastifyError) ?? (await faultOf(options, request, error));

/** Of a throw behind the HTTP layer: the answer for who asked; a bug of ours is reported besides. */
export const faultOf = async (options: ServerOptions, request: FastifyRequest, error: unknown): Promise<Answer> =>
  databaseFault(error) ?? (await versionFault(options, error)) ?? bug(options, request, error);

/** Fastify's own refusals carry a status below 500. */
function requestFault(error: Partial<FastifyError>): Answer | null {
  const status = error.statusCode;
  if (typeof status !== "number" || status < 400 || status >= 500) return null;
  if (status === 404) return problem("not-found");
  if (status === 413) return problem("too-large");
  if (status === 415) return problem("media-type");
  return problem("malformed", error.code === "FST_ERR_BAD_URL" ? "The address can't be read." : undefined);
}

const databaseFault = (error: unknown): Answer | null => (isUnavailable(error) ? problem("unavailable") : null);

const versionFault = async ({ engine }: ServerOptions, error: unknown): Promise<Answer | null> =>
  isSchemaChanged(error) && (await engine.isOutdated().catch(() => false)) ? problem("outdated") : null;

function bug(options: ServerOptions, request: FastifyRequest, error: unknown): Answer {
  const id = randomUUID();
  options.onBug?.({ id, method: request.method, path: request.url, error });
  return problemAnswer({ ...problemOf("internal"), instance: `urn:uuid:${id}` });
}

/** What isn't even HTTP: answered on the bare connection. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const body = JSON.stringify(problemOf("malformed", error.code === "HPE_HEADER_OVERFLOW" ? "The headers are too large." : "This isn't HTTP as it is spoken here."));
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
}
