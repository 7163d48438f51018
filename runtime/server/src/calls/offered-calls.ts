/** Calls that the product offers beyond the derived API, at any path that an offered call of the document names. */
import { type OfferedMatch, offeredCallAt, overrideBuiltIn, type Problem, problemType } from "@nonet/api";
import { isNesting, type Statement } from "@nonet/model";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withCatalogueWording } from "../http/catalogue-wording.ts";
import { checkRateLimit, clientKey } from "../http/check-rate-limit.ts";
import { errorResponse } from "../http/errors.ts";
import { confirmedCodes } from "../http/handler.ts";
import { idempotencyKey } from "../http/idempotency.ts";
import { readJson } from "../http/json-body.ts";
import { asSuccess, type HttpResponse, json, problem, problemResponse, refusal, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { areStorable } from "../http/storable-text.ts";
import { authenticateOffered, type Caller } from "./offered-call-authentication.ts";
import { single } from "./received-calls.ts";
import { say } from "@nonet/texts";

/** No document can name this path: its paths begin with a word. */
const prefix = "/-/offered";

/** Runs before routing: all paths of offered calls lead to one route. */
export function rewriteOffered(server: ServerContext, method: string, url: string): string {
  return offeredCallAt(server.engine.product, method, url.split("?", 1)[0]!) ? prefix + url : url;
}

export function routeOffered(app: FastifyInstance, server: ServerContext): void {
  const errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.sent ? reply : send(reply, await inOwnForm(server, matchOf(server, request), await errorResponse(server.options, error, request)));
  app.all(`${prefix}/*`, { errorHandler }, async (request, reply) => {
    const match = matchOf(server, request);
    return send(reply, await inOwnForm(server, match, match ? await respond(server, request, match) : problem("not-found")));
  });
}

const matchOf = (server: ServerContext, request: FastifyRequest): OfferedMatch | undefined =>
  offeredCallAt(server.engine.product, request.method, request.url.slice(prefix.length).split("?", 1)[0]!);

/** The steps of http/route.ts, but for the call's own authentication and envelope. */
async function respond(server: ServerContext, request: FastifyRequest, match: OfferedMatch): Promise<HttpResponse> {
  const authenticated = await authenticateOffered(server, request, match);
  if (!authenticated.ok) return authenticated.response;
  const caller = authenticated.value;
  const reported = async (response: HttpResponse): Promise<HttpResponse> => {
    await server.observe(request, caller.actor, response, `call ${match.call.name}`);
    return response;
  };
  const client = caller.credential ?? clientKey(caller.actor, request);
  const limited = await checkRateLimit(server, request, client);
  if (limited) return limited;
  // A response with a token isn't stored, so it can't be repeated.
  const key = request.method === "GET" || givesToken(match) ? null : idempotencyKey(request.headers["idempotency-key"]);
  if (key === null) return reported(await callOffered(server, request, match, caller));
  if (typeof key !== "string") return key;
  const parts = [request.method, request.url, "", Buffer.isBuffer(request.body) ? request.body : ""];
  return reported(await server.responses.run({ client, key, parts }, () => callOffered(server, request, match, caller)));
}

async function callOffered(server: ServerContext, request: FastifyRequest, match: OfferedMatch, { actor, credential, token }: Caller): Promise<HttpResponse> {
  const query = single(request.query as Record<string, string | string[]>);
  if (!areStorable(match.path, query)) return problem("malformed", say("the-address-contains-a-character-that-cant"));
  const body = readJson(request);
  if (!body.ok) return body.response;
  const { authorization: _, cookie: __, ...headers } = single(request.headers);
  const confirm = definesParameter(match, "confirm") ? [] : confirmedCodes(query["confirm"]);
  const outcome = await server.engine.callOffered(actor, match.call.name, {
    body: body.value ?? null,
    headers,
    path: match.path,
    query,
    confirm,
    source: request.ip,
    ...(token ? { token } : {}),
    ...(credential ? { credential } : {}),
  });
  if (!outcome.ok) return refusal(outcome.refusal);
  const { status, body: responseBody } = outcome.value;
  return responseBody === undefined || status === 204 ? { status: status ?? 204 } : json(status ?? 200, responseBody);
}

const givesToken = ({ does }: OfferedMatch): boolean => signsIn(does.then) || readsToken(does.answers.body);

const signsIn = (then: readonly Statement[]): boolean =>
  then.some((s) => s.kind === "register" || s.kind === "sign in" || s.kind === "set password" || (isNesting(s) && signsIn(s.body)));

const readsToken = (node: unknown): boolean =>
  node !== null && typeof node === "object" && (("kind" in node && node.kind === "variable" && "name" in node && node.name === "my token") || Object.values(node).some(readsToken));

/** Whether the document gives the parameter a meaning of its own. */
const definesParameter = ({ does }: OfferedMatch, key: string): boolean => does.takes.some((t) => t.field.key === key);

/** Every error is sent in the call's envelope, also one that the HTTP layer raises. */
async function inOwnForm(server: ServerContext, match: OfferedMatch | undefined, response: HttpResponse): Promise<HttpResponse> {
  if (!match || response.type !== problemType) return withCatalogueWording(server.engine.product, response);
  const enveloped = await inEnvelope(server, match, response.body as Problem);
  return { ...enveloped, headers: { ...enveloped.headers, ...response.headers } };
}

/** As problem details where the document defines no envelope. */
async function inEnvelope(server: ServerContext, match: OfferedMatch, error: Problem): Promise<HttpResponse> {
  const problemDetails = overrideBuiltIn(server.engine.product, error);
  const { status, code, detail } = problemDetails;
  const errors = problemDetails.errors.map((e) => ({ code: e.code, message: e.detail, field: e.field }));
  const body = await server.engine.envelope(match.call.name, { status, code, message: detail, field: errors[0]?.field ?? null, errors });
  const response = problemResponse(problemDetails);
  return body === undefined ? asSuccess(response) : { ...json(status, body), headers: response.headers ?? {} };
}
