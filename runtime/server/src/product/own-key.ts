/** A preview answers only what the product that it previews passes on: its accounts have a password that everybody knows. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { problem, send } from "../http/response.ts";
import type { ServerOptions } from "../http/server-options.ts";
import { previewKey } from "../studio/preview-address.ts";

export function requireKey(app: FastifyInstance, { behindKey }: ServerOptions): void {
  if (behindKey === undefined) return;
  const key = Buffer.from(behindKey);
  app.addHook("onRequest", async (request, reply) => {
    const sent = Buffer.from(String(request.headers[previewKey] ?? ""));
    return sent.length === key.length && timingSafeEqual(sent, key) ? undefined : send(reply, problem("not-permitted", "A preview is opened in the studio."));
  });
}
