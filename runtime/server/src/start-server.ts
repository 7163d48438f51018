/** Starts serving a product: each line joins one part of the API; nothing here depends on which product it is. */
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { makeEvents } from "./events.ts";
import { routeLinks } from "./link-holder.ts";
import { answerBrokenHttp, answerFault } from "./faults.ts";
import { rewriteOffered, routeOffered } from "./offered-calls.ts";
import { rewriteReceived, routeReceived } from "./received-calls.ts";
import { makeRoom, type Room } from "./room.ts";
import { routeEntities } from "./routes-entities.ts";
import { routeEvents } from "./routes-events.ts";
import { routeFiles } from "./routes-files.ts";
import { routeKeys } from "./routes-keys.ts";
import { routeLogo } from "./routes-logo.ts";
import { routeOutbox } from "./routes-outbox.ts";
import { routeDeputies } from "./routes-deputies.ts";
import { routePeople } from "./routes-people.ts";
import { routeProduct } from "./routes-product.ts";
import { recordHandlers, routeChanges } from "./routes-records.ts";
import { routeRehearsal } from "./routes-rehearsal.ts";
import { routeSession } from "./routes-session.ts";
import { routeSingleSignOn } from "./routes-single-sign-on.ts";
import { secure } from "./security-headers.ts";
import type { Server, ServerOptions } from "./server-options.ts";
import { serveStatic } from "./static-files.ts";

const mostBytes = 2_000_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  const room = makeRoom(options);
  const app = makeApp(room);
  const reportBug = (error: unknown): void => options.onBug?.({ id: "events", method: "GET", path: "/api/events", error });
  const events = makeEvents(room.engine, room.shown, reportBug);
  await secure(app, room);
  await app.register(fastifyCookie);
  // Any other body arrives as bytes: signatures cover them, and each handler says what it takes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  await app.register(fastifyMultipart);
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
  const address = await app.listen({ port: options.port, host: options.host });
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

function makeApp(room: Room): FastifyInstance {
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
