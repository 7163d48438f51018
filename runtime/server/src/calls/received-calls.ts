/** Calls that other systems make to the product, at any path that a received call of the document names. */
import { receivedCallAt } from "@nonet/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendWithCatalogueWording } from "../http/catalogue-wording.ts";
import { parseJson } from "../http/json-body.ts";
import { asSuccess, type HttpResponse, json, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { areStorable, isStorable } from "../http/storable-text.ts";
import { say } from "@nonet/texts";

/** No document can name this path: its paths begin with a word. */
const prefix = "/-/received";

/** Runs before routing: all paths of received calls lead to one route. */
export function rewriteReceived(server: ServerContext, method: string, url: string): string {
  const path = url.split("?", 1)[0]!;
  return receivedCallAt(server.engine.product, method, path) ? prefix + url : url;
}

export function routeReceived(app: FastifyInstance, server: ServerContext): void {
  app.all(`${prefix}/*`, async (request, reply) => sendWithCatalogueWording(server.engine.product, reply, await receive(server, request)));
}

async function receive(server: ServerContext, request: FastifyRequest): Promise<HttpResponse> {
  const path = request.url.slice(prefix.length).split("?", 1)[0]!;
  const match = receivedCallAt(server.engine.product, request.method, path);
  if (!match) return problem("not-found");
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = readBody(rawBody, request.headers["content-type"] ?? "");
  if (!body.ok) return body.response;
  const query = single(request.query as Record<string, string | string[]>);
  if (!areStorable(match.path, query)) return problem("malformed", say("the-address-contains-a-character-that-cant"));
  const outcome = await server.engine.callReceived(match.call.name, { rawBody, body: body.value, headers: single(request.headers), path: match.path, query });
  if (!outcome.ok) return asSuccess(refusal(outcome.refusal));
  const { status, body: responseBody } = outcome.value;
  return responseBody === undefined ? { status: status ?? 204 } : json(status ?? 200, responseBody);
}

/** A form becomes an object; everything else is tried as JSON. Bodies that aren't JSON are null: the signature covers the raw bytes anyway. */
function readBody(raw: Buffer, type: string): Parsed<unknown> {
  if (raw.length === 0) return parsed(null);
  if (type.includes("application/x-www-form-urlencoded")) {
    const form = Object.fromEntries(new URLSearchParams(raw.toString("utf8")));
    return Object.entries(form).flat().every(isStorable) ? parsed(form) : refused("malformed", say("the-body-contains-a-character-that-cant"));
  }
  const body = parseJson(raw);
  return body.ok || type.includes("json") ? body : parsed(null);
}

/** Repeated headers and parameters joined to one text. */
export const single = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, typeof value === "string" ? value : value.join(", ")]])));
