/** What every request's handler works with, and the one way in which handlers are joined to paths. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, Engine } from "@nonet/engine";
import { limitOf } from "@nonet/api";
import { isDeepStrictEqual } from "node:util";
import { problem, written, type Answer, type Parsed } from "./answer.ts";
import { answerOnce, type Once } from "./answer-once.ts";
import { isFromHere, type Asker } from "./asker.ts";
import { askingWithLink } from "./link-holder.ts";
import { explained } from "./explained.ts";
import { sendInOwnWords } from "./in-own-words.ts";
import { limitRequests, type RequestLimit } from "./limit-requests.ts";
import { isKeepable } from "./read-body.ts";
import type { ServerOptions } from "./server-options.ts";
import { rememberShown, type ShownIds } from "./shown-ids.ts";

export interface Room {
  readonly options: ServerOptions;
  readonly engine: Engine;
  readonly limit: RequestLimit;
  readonly once: Once;
  readonly shown: ShownIds;
  /** ISO date: which value of a limit is in force. */
  today(): string;
}

export interface Ask {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Where it is answered for whom the token named the last time: comes when it is known to name the same person still, and fails else. What follows from an answer is done behind it. */
  readonly confirmed?: () => Promise<void>;
  /** Set where it may be handed on to the engine. */
  readonly idempotencyKey: string | undefined;
}

export type Handler = (ask: Ask) => Promise<Answer | typeof written>;

export function makeRoom(options: ServerOptions): Room {
  const { engine } = options;
  const day = rememberDay();
  return {
    options,
    engine,
    limit: limitRequests(),
    once: answerOnce(),
    shown: rememberShown(),
    today: () => day(engine.product.about.timeZone, engine.rehearsal ? Date.parse(engine.rehearsal.now()) : Date.now()),
  };
}

/** Limits change with the product's day, as everything else does. Every request asks, so it is worked out once a minute: days begin with a minute in every zone. */
function rememberDay(): (timeZone: string, milliseconds: number) => string {
  let known = { timeZone: "", minute: Number.NaN, day: "" };
  return (timeZone, milliseconds) => {
    const minute = Math.floor(milliseconds / 60_000);
    if (known.minute !== minute || known.timeZone !== timeZone) {
      const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
      known = { timeZone, minute, day: format.format(milliseconds) };
    }
    return known.day;
  };
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface RouteOptions {
  /** Sessions begin and end here: a bad token is no reason to refuse, and answers aren't kept. */
  readonly session?: boolean;
  /** The handler itself sees to repeats (its body isn't read yet). */
  readonly ownRepeats?: boolean;
  /** The handler waits for `confirmed`: it is asked while who asks is still being looked up. */
  readonly early?: (params: Readonly<Record<string, string>>) => boolean;
}

export function route(app: FastifyInstance, room: Room, method: Method, url: string, handler: Handler, more: RouteOptions = {}): void {
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
  (room: Room, handler: Handler): Handler =>
  async (ask) => {
    const answer = await handler(ask);
    return answer === written ? written : explained(room, ask.actor, answer);
  };

async function answerTo(room: Room, request: FastifyRequest, reply: FastifyReply, handler: Handler, more: RouteOptions): Promise<Answer | typeof written> {
  const writes = request.method !== "GET" && request.method !== "HEAD";
  if (writes && !isFromHere(request)) return problem("other-origin");
  const asking = askingWithLink(room.engine, request);
  const early = asking.recent && more.early?.(request.params as Record<string, string>) ? await answerEarly(room, request, reply, handler, asking.recent, asking.now) : null;
  if (early) return early;
  const found = await asking.now;
  if (!found.ok && !more.session) return tooMany(room, request.ip) ?? found.answer;
  const asker: Asker = found.ok ? found.value : { actor: { kind: "anyone" }, token: undefined, by: "nothing" };
  return answerFor(room, request, { request, reply, asker, actor: asker.actor }, writes ? withKey(room, more, handler) : handler);
}

type Asked = Pick<Ask, "request" | "reply" | "asker" | "actor" | "confirmed">;

async function answerFor(room: Room, request: FastifyRequest, asked: Asked, handler: Handler): Promise<Answer | typeof written> {
  const refused = tooMany(room, whoIs(asked.actor, request)) ?? unkeepable(request);
  if (refused) return refused;
  return handler({ ...asked, params: request.params as Record<string, string>, query: request.query as Record<string, string | string[]>, idempotencyKey: undefined });
}

const whoIs = (actor: Actor, request: FastifyRequest): string => (actor.kind === "person" ? actor.id : request.ip);

/** A write with an Idempotency-Key is done once. */
const withKey =
  (room: Room, more: RouteOptions, handler: Handler): Handler =>
  async (bare) => {
    const { request, query, actor } = bare;
    const key = more.session ? undefined : request.headers["idempotency-key"];
    if (key === undefined || isDryRun(query)) return handler(bare);
    if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key)) return problem("malformed", "An Idempotency-Key is 1 to 255 printable characters.");
    const ask: Ask = { ...bare, idempotencyKey: key };
    if (more.ownRepeats) return handler(ask);
    const body = Buffer.isBuffer(request.body) ? request.body : "";
    return room.once.run(whoIs(actor, request), key, [request.method, request.url, String(request.headers["if-match"] ?? ""), body], async () => {
      const answer = await handler(ask);
      return answer === written ? { status: 204 } : answer;
    });
  };

/** The answer for whom the token named the last time, where it names the same person with the same roles still; null else. */
async function answerEarly(
  room: Room,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
  recent: Asker,
  now: Promise<Parsed<Asker>>,
): Promise<Answer | typeof written | null> {
  const confirming = now.then((found) => {
    if (!found.ok || !isDeepStrictEqual(found.value.actor, recent.actor)) throw new Error("Another asks by now.");
  });
  const isConfirmed = confirming.then(
    () => true,
    () => false,
  );
  const answer = answerFor(room, request, { request, reply, asker: recent, actor: recent.actor, confirmed: () => confirming }, handler);
  const [settled] = await Promise.allSettled([answer, isConfirmed]);
  if (!(await isConfirmed)) return null;
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

export const isDryRun = (query: Ask["query"]): boolean => query.dryRun === "true";

function tooMany(room: Room, who: string): Answer | null {
  const most = limitOf(room.engine.product, "requests per minute", room.today()) ?? 600;
  return room.limit.take(who, most);
}

function unkeepable(request: FastifyRequest): Answer | null {
  const texts = [...Object.values(request.params as Record<string, string>), ...Object.entries(request.query as Record<string, string | string[]>).flat(2)];
  return texts.every(isKeepable) ? null : problem("malformed", "The address has a character that can't be kept.");
}
