/** What every request's handler works with, and the one way in which handlers are joined to paths. */
import { limitOf } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Credentials, isFromHere } from "./authentication.ts";
import { type RequestContext, type Handler, isDryRun } from "./handler.ts";
import { isKeepable } from "./json-body.ts";
import { answerEarly } from "./optimistic-answer.ts";
import { type Answer, problem, sendInOwnWords, written } from "./response.ts";
import { askingWithLink } from "./secret-link.ts";
import type { ServerContext } from "./server-context.ts";
import { explained } from "./source-sentences.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface RouteOptions {
  /** Sessions begin and end here: a bad token is no reason to refuse, and answers aren't kept. */
  readonly session?: boolean;
  /** The handler itself sees to repeats (its body isn't read yet). */
  readonly ownRepeats?: boolean;
  /** The handler waits for `confirmed`: it is asked while who asks is still being looked up. */
  readonly early?: (params: Readonly<Record<string, string>>) => boolean;
}

export function route(app: FastifyInstance, room: ServerContext, method: Method, url: string, handler: Handler, more: RouteOptions = {}): void {
  app.route({
    method,
    url,
    exposeHeadRoute: method === "GET" && url !== "/api/events",
    handler: async (request, reply) => {
      const answer = await answerTo(room, request, reply, withWhy(room, handler), more);
      return answer === written ? reply : sendInOwnWords(room.engine.product, reply, answer);
    },
  });
}

const withWhy =
  (room: ServerContext, handler: Handler): Handler =>
  async (ask) => {
    const answer = await handler(ask);
    return answer === written ? written : explained(room, ask.actor, answer);
  };

async function answerTo(room: ServerContext, request: FastifyRequest, reply: FastifyReply, handler: Handler, more: RouteOptions): Promise<Answer | typeof written> {
  const writes = request.method !== "GET" && request.method !== "HEAD";
  if (writes && !isFromHere(request)) return problem("other-origin");
  const asking = askingWithLink(room.engine, request);
  const early = asking.recent && more.early?.(request.params as Record<string, string>) ? await answerEarly(room, request, reply, handler, asking.recent, asking.now) : null;
  if (early) return early;
  const found = await asking.now;
  if (!found.ok && !more.session) return (await tooMany(room, request, request.ip)) ?? found.answer;
  const asker: Credentials = found.ok ? found.value : { actor: { kind: "anyone" }, token: undefined, by: "nothing" };
  return answerFor(room, request, { request, reply, asker, actor: asker.actor }, writes ? withKey(room, more, handler) : handler);
}

type Asked = Pick<RequestContext, "request" | "reply" | "asker" | "actor" | "confirmed">;

export async function answerFor(room: ServerContext, request: FastifyRequest, asked: Asked, handler: Handler): Promise<Answer | typeof written> {
  const refused = (await tooMany(room, request, whoIs(asked.actor, request))) ?? unkeepable(request);
  if (refused) return refused;
  return handler({ ...asked, params: request.params as Record<string, string>, query: request.query as Record<string, string | string[]>, idempotencyKey: undefined });
}

const whoIs = (actor: Actor, request: FastifyRequest): string => (actor.kind === "person" ? actor.id : request.ip);

/** A write with an Idempotency-Key is done once. */
const withKey =
  (room: ServerContext, more: RouteOptions, handler: Handler): Handler =>
  async (bare) => {
    const { request, query, actor } = bare;
    const key = more.session ? undefined : request.headers["idempotency-key"];
    if (key === undefined || isDryRun(query)) return handler(bare);
    if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key)) return problem("malformed", "An Idempotency-Key is 1 to 255 printable characters.");
    const ask: RequestContext = { ...bare, idempotencyKey: key };
    if (more.ownRepeats) return handler(ask);
    const body = Buffer.isBuffer(request.body) ? request.body : "";
    return room.once.run(whoIs(actor, request), key, [request.method, request.url, String(request.headers["if-match"] ?? ""), body], async () => {
      const answer = await handler(ask);
      return answer === written ? { status: 204 } : answer;
    });
  };

function tooMany(room: ServerContext, request: FastifyRequest, who: string): Promise<Answer | null> {
  const most = limitOf(room.engine.product, "requests per minute", room.today()) ?? 600;
  return room.limit.take(request, who, most);
}

function unkeepable(request: FastifyRequest): Answer | null {
  const texts = [...Object.values(request.params as Record<string, string>), ...Object.entries(request.query as Record<string, string | string[]>).flat(2)];
  return texts.every(isKeepable) ? null : problem("malformed", "The address has a character that can't be kept.");
}
