/** Calls that the product offers beyond the derived API: any path that an offered call of the document names. */
import { limitOf, offeredCallAt, type OfferedMatch, overrideBuiltIn, type Problem, problemOf, problemType } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askingOf, isFromHere } from "../http/authentication.ts";
import { answerOfFault } from "../http/errors.ts";
import { isKeepable, readJson } from "../http/json-body.ts";
import { type Answer, inOwnWords, json, problem, problemAnswer, refusal, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { confirmedCodes } from "../requests/write-options.ts";
import { single } from "./received-calls.ts";

/** No document can name this: its paths begin with a word. */
const prefix = "/-/offered";

/** Run before routing: a path that an offered call names is led to the one route for all of them. */
export function rewriteOffered(room: ServerContext, method: string, url: string): string {
  return offeredCallAt(room.engine.product, method, url.split("?", 1)[0]!) ? prefix + url : url;
}

export function routeOffered(app: FastifyInstance, room: ServerContext): void {
  const errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.sent ? reply : send(reply, await worded(room, matchOf(room, request), await answerOfFault(room.options, error, request)));
  app.all(`${prefix}/*`, { errorHandler }, async (request, reply) => {
    const match = matchOf(room, request);
    return send(reply, await worded(room, match, match ? await offer(room, request, match) : problem("not-found")));
  });
}

const matchOf = (room: ServerContext, request: FastifyRequest): OfferedMatch | undefined =>
  offeredCallAt(room.engine.product, request.method, request.url.slice(prefix.length).split("?", 1)[0]!);

/** Whoever refuses, the HTTP layer too, does so in the envelope. */
const worded = async (room: ServerContext, match: OfferedMatch | undefined, answer: Answer): Promise<Answer> => {
  if (!match || answer.type !== problemType) return inOwnWords(room.engine.product, answer);
  const said = await inEnvelope(room, match, answer.body as Problem);
  return { ...said, headers: { ...said.headers, ...answer.headers } };
};

async function offer(room: ServerContext, request: FastifyRequest, match: OfferedMatch): Promise<Answer> {
  const actor = await whoAsks(room, request, match);
  if ("problem" in actor) return problemAnswer(actor.problem);
  const who = actor.actor.kind === "person" ? actor.actor.id : request.ip;
  const most = limitOf(room.engine.product, "requests per minute", room.today()) ?? 600;
  const tooMany = await room.limit.take(request, who, most);
  if (tooMany) return tooMany;
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || request.method === "GET") return perform(room, request, match, actor.actor);
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) return problem("malformed", "An Idempotency-Key is 1 to 255 printable characters.");
  return room.once.run(who, key, [request.method, request.url, "", Buffer.isBuffer(request.body) ? request.body : ""], () => perform(room, request, match, actor.actor));
}

async function perform(room: ServerContext, request: FastifyRequest, match: OfferedMatch, actor: Actor): Promise<Answer> {
  const query = single(request.query as Record<string, string | string[]>);
  if (![...Object.entries(query), ...Object.entries(match.path)].flat().every(isKeepable)) return problem("malformed", "The address has a character that can't be kept.");
  const body = readJson(request);
  if (!body.ok) return body.answer;
  const { authorization: _, cookie: __, ...headers } = single(request.headers);
  const confirm = takesItself(match, "confirm") ? [] : confirmedCodes(query["confirm"]);
  const done = await room.engine.callOffered(actor, match.call.name, { body: body.value ?? null, headers, path: match.path, query, confirm });
  if (!done.ok) return refusal(done.refusal);
  const { status, body: told } = done.value;
  return told === undefined || status === 204 ? { status: status ?? 204 } : json(status ?? 200, told);
}

/** Whether the document has given the word a meaning of its own. */
const takesItself = ({ does }: OfferedMatch, key: string): boolean => does.takes.some((t) => t.field.key === key);

/** A refusal as the document's envelope says it, else as problem details. */
async function inEnvelope(room: ServerContext, match: OfferedMatch, refused: Problem): Promise<Answer> {
  const said = overrideBuiltIn(room.engine.product, refused);
  const errors = said.errors.map(({ code, detail, field }) => ({ code, message: detail, field }));
  const body = await room.engine.envelope(match.call.name, { status: said.status, code: said.code, message: said.detail, field: errors[0]?.field ?? null, errors });
  const plain = problemAnswer(said);
  return body === undefined ? plain : { ...json(said.status, body), headers: plain.headers ?? {} };
}

/** By the way that the call names; the product's own pages, which send their cookie, may call it too. */
async function whoAsks(room: ServerContext, request: FastifyRequest, { does }: OfferedMatch): Promise<{ readonly actor: Actor } | { readonly problem: Problem }> {
  if (request.method !== "GET" && !isFromHere(request) && request.cookies && Object.keys(request.cookies).length > 0) return { problem: problemOf("other-origin") };
  const by = does.signedInBy;
  if (by.kind === "header") {
    const given = request.headers[by.header.toLowerCase()];
    const text = Array.isArray(given) ? given[0] : given;
    if (text === undefined || text === "") return fromCookie(room, request);
    const token = by.prefix === "" || text.toLowerCase().startsWith(by.prefix.toLowerCase()) ? text.slice(by.prefix.length).trim() : "";
    const actor = /^[\x21-\x7e]{1,500}$/.test(token) ? await room.engine.people.actorOf(token) : null;
    return actor?.kind === "person" ? { actor } : { problem: problemOf("not-signed-in", `The key in ${by.header} names nobody: it may have been deleted or have ended.`) };
  }
  const found = await askingOf(room.engine, request).now;
  return found.ok ? { actor: found.value.actor } : { problem: found.answer.body as Problem };
}

/** Whatever stands in Authorization is no way in where another header is. */
async function fromCookie(room: ServerContext, request: FastifyRequest): Promise<{ readonly actor: Actor } | { readonly problem: Problem }> {
  const { authorization: _, ...headers } = request.headers;
  const found = await askingOf(room.engine, { headers, cookies: request.cookies, socket: request.socket } as FastifyRequest).now;
  return found.ok ? { actor: found.value.actor } : { problem: found.answer.body as Problem };
}
