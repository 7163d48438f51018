/** Starts serving a product: each line joins one part of the API; nothing here depends on which product it is. */
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { rewriteOffered, routeOffered } from "./calls/offered-calls.ts";
import { routeOutbox } from "./calls/outbox-routes.ts";
import { rewriteReceived, routeReceived } from "./calls/received-calls.ts";
import { makeEvents } from "./events/change-stream.ts";
import { routeEvents } from "./events/event-routes.ts";
import { routeFiles } from "./files/file-routes.ts";
import { answerBrokenHttp, answerFault } from "./http/errors.ts";
import { requireOwnAddress } from "./http/own-address.ts";
import { makeRoom, type ServerContext } from "./http/server-context.ts";
import type { Server, ServerOptions } from "./http/server-options.ts";
import { routeKeys } from "./people/api-key-routes.ts";
import { routeDeputies } from "./people/deputy-routes.ts";
import { routePeople } from "./people/people-routes.ts";
import { routeSession } from "./people/session-routes.ts";
import { routeSingleSignOn } from "./people/single-sign-on-routes.ts";
import { routeProduct } from "./product/product-routes.ts";
import { routeRehearsal } from "./product/rehearsal-routes.ts";
import { routeEntities } from "./records/entity-routes.ts";
import { recordHandlers, routeChanges } from "./records/record-routes.ts";
import { routeLogo } from "./static/logo.ts";
import { routeLinks } from "./static/secret-link-page.ts";
import { secure } from "./static/security-headers.ts";
import { serveStatic } from "./static/static-files.ts";

const mostBytes = 2_000_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  let address = "";
  const room = makeRoom(options, () => address);
  const app = makeApp(room);
  const reportBug = (error: unknown): void => options.onBug?.({ id: "events", method: "GET", path: "/api/events", error });
  const events = makeEvents(room.engine, room.shown, reportBug);
  await secure(app, room);
  if (room.engine.rehearsal) requireOwnAddress(app, room);
  await app.register(fastifyCookie);
  // Any other body arrives as bytes: signatures cover them, and each handler says what it takes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  await app.register(fastifyMultipart);
  await room.limit.register(app);
  const records = recordHandlers(room);
  routeReceived(app, room);
  routeOffered(app, room);
  routeSession(app, room);
  routeSingleSignOn(app, room);
  routeKeys(app, room);
  routeOutbox(app, room);
  routeLogo(app, room);
  routeProduct(app, room, records);
  routeLinks(app, room);
  routePeople(app, room, records);
  routeDeputies(app, room, records);
  routeFiles(app, room, records);
  routeEvents(app, room, records, events);
  routeRehearsal(app, room);
  routeEntities(app, room, records);
  routeChanges(app, room);
  await serveStatic(app, room);
  address = await app.listen({ port: options.port, host: options.host });
  options.onListening?.(address);
  return {
    address,
    announce: (event) => events.announce(event),
    close: async () => {
      events.close();
      await app.close();
    },
  };
}

function makeApp(room: ServerContext): FastifyInstance {
  const app = Fastify({
    bodyLimit: mostBytes,
    forceCloseConnections: true,
    rewriteUrl: ({ method = "GET", url = "/" }) => [rewriteReceived, rewriteOffered].reduce((path, rewrite) => (path === url ? rewrite(room, method, url) : path), url),
    clientErrorHandler: (error, socket) => answerBrokenHttp(error as Error & { code?: string }, socket as never),
    frameworkErrors: (error, request, reply) => void answerFault(room.options)(error, request as never, reply as never),
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(answerFault(room.options));
  return app;
}
