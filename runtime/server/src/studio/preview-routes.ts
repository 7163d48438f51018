/**
 * Passes requests under `/-/preview` on to the preview of a version, for those who may use the studio. The preview listens on
 * this machine only and refuses whatever doesn't come this way, so it needs neither an address nor a port of its own.
 */
import { request as requestTo, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem, send } from "../http/response.ts";
import { checkOrigin } from "../http/same-origin.ts";
import { authenticateWithLink } from "../http/secret-link.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { PreviewPlace } from "../http/server-options.ts";
import { previewBase, previewKey } from "./preview-address.ts";
import { refuseStudio } from "./studio-access.ts";

export function routePreview(app: FastifyInstance, server: ServerContext): void {
  const preview = server.options.studio?.host.preview;
  if (!preview) return;
  void app.register(async (scope) => {
    // Bodies are passed on as they arrive.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const refused = checkOrigin(request) ?? (await refuseReader(server, request));
      if (refused) return send(reply, refused);
      const place = preview.place();
      return place ? passOn(request, reply, place) : send(reply, problem("not-found", "There is no preview. Open it in the studio."));
    };
    for (const url of [previewBase, `${previewBase}/*`]) scope.route({ method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], url, handler });
  });
}

async function refuseReader(server: ServerContext, request: FastifyRequest): Promise<ReturnType<typeof problem> | null> {
  const credentials = await authenticateWithLink(server.engine, request).now;
  return credentials.ok ? refuseStudio(server, credentials.value) : problem("not-signed-in");
}

function passOn(request: FastifyRequest, reply: FastifyReply, place: PreviewPlace): FastifyReply {
  reply.hijack();
  const path = request.url.slice(previewBase.length);
  const sent = requestTo({
    host: "127.0.0.1",
    port: place.port,
    method: request.method,
    path: path.startsWith("/") ? path : `/${path}`,
    headers: headersTo(request.headers, place),
  });
  sent.on("response", (response) => {
    reply.raw.writeHead(response.statusCode ?? 502, headersFrom(response));
    response.pipe(reply.raw);
  });
  sent.on("error", () => {
    if (!reply.raw.headersSent) reply.raw.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
    reply.raw.end("The preview has ended. Open it again in the studio.");
  });
  reply.raw.on("close", () => sent.destroy());
  const body = request.body as IncomingMessage | undefined;
  if (body) body.pipe(sent);
  else sent.end();
  return reply;
}

/** Headers of one connection, and who is signed in to the product: both are no business of the preview. */
const keptBack: readonly string[] = ["host", "connection", "keep-alive", "transfer-encoding", "authorization", "cookie", "origin"];

const without = (headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

function headersTo(headers: IncomingHttpHeaders, { port, key }: PreviewPlace): OutgoingHttpHeaders {
  const own = `127.0.0.1:${port}`;
  const cookies = (headers.cookie ?? "").split(/;\s*/).filter((one) => one.startsWith(cookiePrefix));
  return {
    ...without(headers, keptBack),
    host: own,
    [previewKey]: key,
    ...(headers.origin === undefined ? {} : { origin: `http://${own}` }),
    ...(cookies.length === 0 ? {} : { cookie: cookies.map((one) => one.slice(cookiePrefix.length)).join("; ") }),
  };
}

/** Keeps the preview's cookies apart from the product's, which has the same host. */
const cookiePrefix = "nonet_preview_";

function headersFrom({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { location, "set-cookie": cookies } = headers;
  return {
    ...without(headers, ["connection", "keep-alive", "transfer-encoding"]),
    ...(location?.startsWith("/") ? { location: previewBase + location } : {}),
    ...(cookies ? { "set-cookie": cookies.map((one) => `${cookiePrefix}${one.replace(/;\s*path=\/(?=;|$)/i, `; Path=${previewBase}`)}`) } : {}),
  };
}
