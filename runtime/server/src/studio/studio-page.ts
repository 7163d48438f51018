/** Serves the built studio at `/-/studio`, which no screen can have as its route. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

/** The files are the same for everybody and hold nothing of the product; what they ask for is the Owner's alone. */
export function serveStudio(app: FastifyInstance, server: ServerContext): void {
  const folder = server.options.studio?.folder ?? null;
  if (folder === null || !existsSync(join(folder, "index.html"))) return;
  app.get("/-/studio", async (_request, reply) =>
    send(reply.header("cache-control", "no-cache"), { status: 200, type: "text/html; charset=utf-8", body: readFileSync(join(folder, "index.html")) }),
  );
  // Their names contain a hash of their content.
  void app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/-/studio/assets/",
    decorateReply: false,
    index: false,
    dotfiles: "deny",
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
  });
}
