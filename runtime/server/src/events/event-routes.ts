/** `GET /api/events` opens the stream of changes. If the product has an entity Event, requests for anything but a stream get its list. */
import { entityAtPath } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import { isId } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { clientKey } from "../http/check-rate-limit.ts";
import { readerKey } from "../http/disclosed-records.ts";
import type { Handler, RequestContext } from "../http/handler.ts";
import { problem, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import type { ChangeStream } from "./change-stream.ts";
import { say } from "@nonet/texts";

/** Default 72. A browser opens one stream for each page. */
const maxStreams = 5_000;
const maxOfPerson = 20;
const maxOfAddress = 100;

export function routeEvents(app: FastifyInstance, server: ServerContext, records: RecordHandlers, stream: ChangeStream): void {
  const events: Handler = async (context) => {
    if (stream.listening >= maxStreams) return problem("unavailable", say("too-many-clients-are-listening-to-events"));
    const client = clientKey(context.actor, context.request);
    const most = context.actor.kind === "person" ? maxOfPerson : maxOfAddress;
    if (stream.listeningAs(client) >= most) return problem("too-many-requests", say("you-have-most-open-event-streams-which", { most }));
    const { page } = context.query;
    const open = context.actor.kind === "person" && isId(page) ? { page: { person: context.actor.id, page } } : {};
    stream.listen({ out: openStream(context), client, reader: readerKey(context.actor), ...open, actor: () => currentActor(server, context) });
    return written;
  };
  route(app, server, "GET", "/api/events", async (context) => {
    const wantsStream = (context.request.headers.accept ?? "").includes("text/event-stream");
    return !wantsStream && entityAtPath(server.engine.product, "events") ? records.list({ ...context, params: { entity: "events" } }) : events(context);
  });
  // For the studio, which stays where it is when the document moves the API.
  route(app, server, "GET", "/api/-/events", events);
}

function openStream({ reply }: RequestContext): RequestContext["reply"]["raw"] {
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    connection: "keep-alive",
  });
  out.write("retry: 2000\nevent: ready\ndata: {}\n\n");
  return out;
}

/** Null once the session has ended, which ends its stream. */
async function currentActor(server: ServerContext, { credentials: { token, actor } }: RequestContext): Promise<Actor | null> {
  if (token === undefined) return actor;
  const current = await server.engine.people.actorOf(token);
  if (actor.kind === "person" && current.kind !== "person") return null;
  return actor.kind !== "system" && actor.link ? ({ ...current, link: actor.link } as Actor) : current;
}
