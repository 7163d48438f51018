/** `GET /api/events`: opens the stream; an entity called Event keeps `/api/events` for everything else. */
import { entityAtPath } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { problem, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import type { Events } from "./change-stream.ts";

const mostStreams = 5_000;

export function routeEvents(app: FastifyInstance, room: ServerContext, records: RecordHandlers, events: Events): void {
  route(app, room, "GET", "/api/events", async (ask) => {
    const wantsStream = (ask.request.headers.accept ?? "").includes("text/event-stream");
    if (!wantsStream && entityAtPath(room.engine.product, "events")) return records.list({ ...ask, params: { entity: "events" } });
    if (events.listening >= mostStreams) return problem("unavailable", "Too many pages are listening.");
    const { token, actor } = ask.asker;
    ask.reply.hijack();
    const out = ask.reply.raw;
    out.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      connection: "keep-alive",
    });
    out.write("retry: 2000\nevent: ready\ndata: {}\n\n");
    events.listen({
      out,
      actor: async () => {
        if (token === undefined) return actor;
        const now = await room.engine.people.actorOf(token);
        // A session that ended ends its stream.
        if (actor.kind === "person" && now.kind !== "person") return null;
        return actor.kind !== "system" && actor.link ? ({ ...now, link: actor.link } as Actor) : now;
      },
    });
    return written;
  });
}
