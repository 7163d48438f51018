/**
 * The pipeline of every request to the API: one line per step, each step in its own file.
 *
 * The order is part of the design. Nothing is read from the database for a page of another site, a rate limit needs to
 * know whose requests it counts, and an idempotency key covers everything that a handler does, explanations included.
 */
import type { Actor, RecordAhead } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { malformedPosition, positionAfter, positionHeader, readingOf } from "../positions/reading-position.ts";
import { anonymous, type Credentials } from "./authentication.ts";
import { sendWithCatalogueWording } from "./catalogue-wording.ts";
import { checkRateLimit, clientKey } from "./check-rate-limit.ts";
import { type Handler, isDryRun, requestContext, type RouteOptions } from "./handler.ts";
import { runOnce } from "./idempotency.ts";
import { respondOptimistically } from "./optimistic-response.ts";
import { inLanguageOf, useLanguageOf } from "../languages/request-language.ts";
import { type HttpResponse, problem, written } from "./response.ts";
import { checkOrigin, isFromAllowedOrigin, isRead } from "./same-origin.ts";
import { authenticateWithLink } from "./secret-link.ts";
import type { ServerContext } from "./server-context.ts";
import { responseWithSentences } from "./source-sentences.ts";
import { checkCharacters } from "./storable-text.ts";
import { say } from "@nonet/texts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface Exchange {
  readonly server: ServerContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly handler: Handler;
  readonly options: RouteOptions;
  readonly ahead?: RecordAhead | undefined;
}

export function route(app: FastifyInstance, server: ServerContext, method: Method, url: string, handler: Handler, options: RouteOptions = {}): void {
  app.route({
    method,
    url,
    exposeHeadRoute: method === "GET" && !url.endsWith("/events"),
    handler: async (request, reply) => {
      return inLanguageOf(server.engine.product, request, async () => {
        const response = await traced(server, request, () => respond({ server, request, reply, handler, options }));
        // The catalogue's wording comes last, so that it also covers what the steps themselves refuse.
        return response === written ? reply : sendWithCatalogueWording(server.engine.product, reply, response);
      });
    },
  });
}

/** As a span by the pattern of the route. Whose trace it belongs to is taken from a proxy only: others could fill the traces. */
function traced(server: ServerContext, request: FastifyRequest, work: () => Promise<HttpResponse | typeof written>): ReturnType<typeof work> {
  const { trace, trustedProxies } = server.options;
  if (!trace) return work();
  const path = request.routeOptions.url ?? "";
  const parent = trustedProxies ? request.headers["traceparent"] : undefined;
  const attributes = { "http.request.method": request.method, "http.route": path, "nonet.request.id": request.id };
  return trace({ name: `${request.method} ${path}`, kind: "server", attributes, parent: typeof parent === "string" ? parent : undefined }, async (span) => {
    const response = await work();
    if (response !== written) span.set({ "http.response.status_code": response.status });
    if (response !== written && response.status >= 500) span.fail();
    return response;
  });
}

/** Steps 1 to 3: from the bare request to its actor. */
async function respond(exchange: Exchange): Promise<HttpResponse | typeof written> {
  const { server, request, options } = exchange;
  // First, because a page of another site must not make use of the session's cookie.
  const crossOrigin = isFromAllowedOrigin(server, request) ? null : checkOrigin(request);
  if (crossOrigin) return crossOrigin;
  const authentication = authenticateWithLink(server.engine, request);
  // In the same write to the database as the question who is signed in.
  const ahead = readAhead(exchange);
  // While the actor is being confirmed, a read already runs for the actor that the token had last time.
  const optimistic = options.optimistic?.(request.params as Record<string, string>)
    ? await respondOptimistically(authentication, (credentials, confirmed) => handleAs(exchange, credentials, confirmed))
    : null;
  if (optimistic) return optimistic;
  const credentials = await authentication.now;
  if (credentials.ok) return handleAs({ ...exchange, ahead }, credentials.value);
  // Guessed tokens count against their address.
  return options.session ? handleAs(exchange, anonymous) : ((await checkRateLimit(server, request, request.ip)) ?? credentials.response);
}

function readAhead({ server: { engine }, request, options }: Exchange): RecordAhead | undefined {
  const about = options.about?.(request.params as Record<string, string>);
  const entity = about && engine.product.entities.find((e) => e.path === about.path);
  return about && entity ? engine.readAhead(entity.name, about.id) : undefined;
}

/** Steps 4 to 8: from the actor to the response. */
async function handleAs(
  { server, request, reply, handler, options, ahead }: Exchange,
  credentials: Credentials,
  confirmed?: () => Promise<void>,
): Promise<HttpResponse | typeof written> {
  const { actor } = credentials;
  if (actor.kind === "person") useLanguageOf(server.engine.product, actor.language);
  // Before any work for the request; after authentication, because people are counted by who they are.
  const refused = (await checkRateLimit(server, request, clientKey(actor, request))) ?? checkCharacters(request) ?? checkReadOnly(actor, request, options);
  if (refused) {
    await server.observe(request, actor, refused);
    return refused;
  }
  const reading = options.fromReplica ? readingOf(server.engine, request) : null;
  if (reading === "malformed") return problem("malformed", malformedPosition);
  const context = requestContext({ request, reply, credentials, reads: reading?.reads ?? server.engine, ahead }, confirmed);
  // Around the handler and the explanation: a repeat gets the first response as it was sent.
  const response = await runOnce(server, context, options, async (keyed) => {
    const answer = await handler(keyed);
    return answer === written ? written : responseWithSentences(server, actor, answer);
  });
  if (response === written) return written;
  await server.observe(request, actor, response);
  const hasCommitted = options.keyMemory?.(context.params) === "engine" && response.status < 300 && !context.dryRun;
  const position = await positionAfter(server.engine, request, { reading, hasCommitted });
  return position === null ? response : { ...response, headers: { ...response.headers, [positionHeader]: position } };
}

/** API keys that only read, and Owners who look at the product as somebody else, reach no route that writes. Routes of sessions and accounts have checks of their own. */
function checkReadOnly(actor: Actor, request: FastifyRequest, { session, reads, dryRun }: RouteOptions): HttpResponse | null {
  if (actor.kind !== "person" || !actor.readOnly || session || reads || isRead(request)) return null;
  if (dryRun && isDryRun(request.query as Readonly<Record<string, unknown>>)) return null;
  return problem("read-only-access", actor.supportBy ? say("you-are-looking-at-the-product-as") : say("this-api-key-can-only-read"));
}
