/** Starts serving a product: one line registers each part of the API. Nothing here depends on which product it is. */
import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import { fromApiAddress } from "@nonet/api";
import { isUnavailable } from "@nonet/engine";
import Fastify, { LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { routeFactors } from "./accounts/factor-routes.ts";
import { routeOwner } from "./accounts/owner-routes.ts";
import { routeOwnSessions } from "./accounts/own-session-routes.ts";
import { routePasswords } from "./accounts/password-routes.ts";
import { routeSecurityLog } from "./accounts/security-log-routes.ts";
import { rewriteOffered, routeOffered } from "./calls/offered-calls.ts";
import { routeOutbox } from "./calls/outbox-routes.ts";
import { rewriteReceived, routeReceived } from "./calls/received-calls.ts";
import { createChangeStream } from "./events/change-stream.ts";
import { routeEvents } from "./events/event-routes.ts";
import { trackPresence } from "./events/presence.ts";
import { routePresence } from "./events/presence-routes.ts";
import { routeFiles } from "./files/file-routes.ts";
import { createSizedImages } from "./files/sized-images.ts";
import { screenFile } from "./files/screen-file.ts";
import { respondToInvalidHttp } from "./sockets/bare-response.ts";
import { collectMethods } from "./static/allowed-methods.ts";
import { errorHandler } from "./http/errors.ts";
import { allowOrigins, checkHosts } from "./http/same-origin.ts";
import { createServerContext, type ServerContext } from "./http/server-context.ts";
import type { Server, ServerOptions } from "./http/server-options.ts";
import { drainOnClose } from "./sockets/drain.ts";
import { cutOffSlowBodies } from "./sockets/slow-bodies.ts";
import { routeNotifications } from "./comments/notification-routes.ts";
import { routeViews } from "./people/view-routes.ts";
import { routeDeputies } from "./people/deputy-routes.ts";
import { routePeople } from "./people/people-routes.ts";
import { routeSession } from "./people/session-routes.ts";
import { routeSingleSignOn } from "./people/single-sign-on-routes.ts";
import { compressResponses } from "./sockets/compression.ts";
import { requireKey } from "./product/own-key.ts";
import { requireOwnAddress } from "./product/own-address.ts";
import { routeProduct } from "./product/product-routes.ts";
import { routeRehearsal } from "./product/rehearsal-routes.ts";
import { routeEntities } from "./records/entity-routes.ts";
import { recordHandlers, routeChanges } from "./records/record-routes.ts";
import { routeLogo } from "./static/logo.ts";
import { routePagePictures } from "./static/page-pictures.ts";
import { routeLinks } from "./static/secret-link-page.ts";
import { secure } from "./static/security-headers.ts";
import { serveStatic } from "./static/static-files.ts";
import { routePreview } from "./studio/preview-routes.ts";
import { routeStudio } from "./studio/studio-routes.ts";
import { serveStudio } from "./studio/studio-page.ts";
import { routeHealth } from "./watch/health-routes.ts";
import { measureServer } from "./watch/metrics.ts";
import { routeMetrics } from "./watch/metrics-route.ts";
import { reportRefused } from "./watch/refused-requests.ts";
import { logRequests } from "./watch/request-log.ts";

const maxBodyBytes = 2_000_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  let address = "";
  const server = createServerContext(options, { listensAt: () => address, observe: reportRefused(options.engine) });
  server.engine.renderScreens((actor, screen, format) => screenFile(server, actor, screen, format));
  const app = makeApp(server);
  const reportBug = (error: unknown): void => (isUnavailable(error) ? undefined : options.onBug?.({ id: "events", method: "GET", path: "/api/events", error }));
  const presence = trackPresence(server.engine.processes);
  const stream = createChangeStream(server.engine, server.disclosed, presence, reportBug);
  const metrics = measureServer(app, server, () => stream.listening);
  await secure(app, server);
  // After the security headers, which are remembered with whatever was set before them.
  logRequests(app, options.log !== undefined);
  if (server.engine.rehearsal) requireOwnAddress(app, server);
  requireKey(app, options);
  checkHosts(app, options);
  allowOrigins(app, server);
  cutOffSlowBodies(app, options.bodyPatience);
  await compressResponses(app);
  app.decorate("secureCookies", options.secureCookies);
  await app.register(fastifyCookie);
  // Every body but a form arrives as bytes: signatures cover them, and each handler parses what it accepts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  await app.register(fastifyMultipart);
  await server.limit.register(app);
  const methodsAt = collectMethods(app, server);
  const drain = drainOnClose(app);
  routeHealth(app, server, drain.hasBegun);
  routeMetrics(app, server, metrics);
  const records = recordHandlers(server);
  const images = createSizedImages();
  routeReceived(app, server);
  routeOffered(app, server);
  routeSession(app, server);
  routeSingleSignOn(app, server);
  routePasswords(app, server);
  routeFactors(app, server);
  routeOwnSessions(app, server);
  routeOwner(app, server);
  routeSecurityLog(app, server);
  routeOutbox(app, server);
  routeLogo(app, server);
  routePagePictures(app, server, images);
  routeProduct(app, server, records);
  routeLinks(app, server);
  routePeople(app, server, records);
  routeDeputies(app, server, records);
  routeViews(app, server, records);
  routeNotifications(app, server);
  routeFiles(app, server, records, images);
  routeEvents(app, server, records, stream);
  routePresence(app, server, presence);
  routeRehearsal(app, server);
  routeStudio(app, server);
  routePreview(app, server);
  serveStudio(app, server);
  routeEntities(app, server, records);
  routeChanges(app, server, records);
  await serveStatic(app, server, methodsAt);
  address = await app.listen({ port: options.port, host: options.host });
  server.engine.servedAt(options.address ?? address);
  options.onListening?.(address);
  return {
    address,
    announce: (event) => stream.announce(event),
    close: async (patience) => {
      await drain.begin(patience);
      stream.close();
      metrics.close();
      await drain.finish(patience);
    },
  };
}

const rewriteDerived = (server: ServerContext, _method: string, url: string): string => fromApiAddress(server.engine.product, url);

function makeApp(server: ServerContext): FastifyInstance {
  const { trustedProxies } = server.options;
  const app = Fastify({
    ...(server.options.log ? { loggerInstance: server.options.log as FastifyBaseLogger } : {}),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    ...(trustedProxies ? { trustProxy: trustedProxies.split(",").map((proxy) => proxy.trim()) } : {}),
    bodyLimit: maxBodyBytes,
    // Idle connections are closed; requests that run are finished (sockets/drain.ts).
    forceCloseConnections: "idle",
    return503OnClosing: false,
    rewriteUrl: ({ method = "GET", url = "/" }) =>
      [rewriteReceived, rewriteOffered, rewriteDerived].reduce((path, rewrite) => (path === url ? rewrite(server, method, url) : path), url),
    clientErrorHandler: (error, socket) => respondToInvalidHttp(error as Error & { code?: string }, socket as never),
    frameworkErrors: (error, request, reply) => void errorHandler(server.options)(error, request as never, reply as never),
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(errorHandler(server.options));
  return app;
}
