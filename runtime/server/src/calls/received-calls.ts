/** Calls that others make to the product: any path that a received call of the document names, whatever else it looks like. */
import { receivedCallAt } from "@nonet/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isKeepable, parseJson } from "../http/json-body.ts";
import { type Answer, json, problem, refusal, sendInOwnWords } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

/** No document can name this: its paths begin with a word. */
const prefix = "/-/received";

/** Run before routing: a path that a received call names is led to the one route for all of them. */
export function rewriteReceived(room: ServerContext, method: string, url: string): string {
  const path = url.split("?", 1)[0]!;
  return receivedCallAt(room.engine.product, method, path) ? prefix + url : url;
}

export function routeReceived(app: FastifyInstance, room: ServerContext): void {
  app.all(`${prefix}/*`, async (request, reply) => sendInOwnWords(room.engine.product, reply, await receive(room, request)));
}

async function receive(room: ServerContext, request: FastifyRequest): Promise<Answer> {
  const path = request.url.slice(prefix.length).split("?", 1)[0]!;
  const match = receivedCallAt(room.engine.product, request.method, path);
  if (!match) return problem("not-found");
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = readReceived(rawBody, request.headers["content-type"] ?? "");
  if ("answer" in body) return body.answer;
  const query = single(request.query as Record<string, string | string[]>);
  if (![...Object.entries(query), ...Object.entries(match.path)].flat().every(isKeepable)) return problem("malformed", "The address has a character that can't be kept.");
  const done = await room.engine.callReceived(match.call.name, { rawBody, body: body.value, headers: single(request.headers), path: match.path, query });
  if (!done.ok) return refusal(done.refusal);
  const { status, body: told } = done.value;
  return told === undefined ? { status: status ?? 204 } : json(status ?? 200, told);
}

/** JSON where it says so or looks so, a form as an object, else null: the signature covers the raw bytes anyway. */
function readReceived(raw: Buffer, type: string): { readonly value: unknown } | { readonly answer: Answer } {
  if (raw.length === 0) return { value: null };
  if (type.includes("application/x-www-form-urlencoded")) {
    const value = Object.fromEntries(new URLSearchParams(raw.toString("utf8")));
    return Object.entries(value).flat().every(isKeepable) ? { value } : { answer: problem("malformed") };
  }
  const read = parseJson(raw);
  if (read.ok) return { value: read.value };
  return type.includes("json") ? { answer: read.answer } : { value: null };
}

export const single = (values: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([k, v]) => (v === undefined ? [] : [[k, typeof v === "string" ? v : v.join(", ")]])));
