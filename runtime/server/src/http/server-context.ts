/** What all requests of a server share. */
import type { Actor, Engine } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { type DisclosedRecords, trackDisclosedRecords } from "./disclosed-records.ts";
import { limitRequests, type RequestLimit } from "./rate-limit.ts";
import { rememberResponses, type ResponseMemory } from "./response-memory.ts";
import type { HttpResponse, written } from "./response.ts";
import type { ServerOptions } from "./server-options.ts";

/** Sees each response to a request of the API. `what`: the request without values, where its route doesn't say it. */
export type ResponseObserver = (request: FastifyRequest, actor: Actor, response: HttpResponse | typeof written, what?: string) => Promise<void>;

export interface ServerContext {
  readonly options: ServerOptions;
  readonly engine: Engine;
  readonly limit: RequestLimit;
  readonly responses: ResponseMemory;
  readonly disclosed: DisclosedRecords;
  readonly observe: ResponseObserver;
  /** The product's day as an ISO date; it decides which value of a limit is in force. */
  today(): string;
  /** The address at which the server listens. */
  listensAt(): string;
}

export function createServerContext(options: ServerOptions, { listensAt, observe }: Pick<ServerContext, "listensAt" | "observe">): ServerContext {
  const { engine } = options;
  const dayOf = cachedDay();
  return {
    options,
    engine,
    limit: limitRequests(engine.processes?.takeRequests),
    responses: rememberResponses(engine.processes?.once),
    disclosed: trackDisclosedRecords(),
    listensAt,
    observe,
    today: () => dayOf(engine.product.about.timeZone, engine.rehearsal ? Date.parse(engine.rehearsal.now()) : Date.now()),
  };
}

/** Every request needs the day, so it is computed once a minute: in every time zone, a day begins with a minute. */
function cachedDay(): (timeZone: string, milliseconds: number) => string {
  let cached = { timeZone: "", minute: Number.NaN, day: "" };
  return (timeZone, milliseconds) => {
    const minute = Math.floor(milliseconds / 60_000);
    if (cached.minute !== minute || cached.timeZone !== timeZone) {
      const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
      cached = { timeZone, minute, day: format.format(milliseconds) };
    }
    return cached.day;
  };
}
