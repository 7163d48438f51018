/** The product's logo where it is a file beside the document, and the one outside address that pages may take a picture from. */
import type { FastifyInstance } from "fastify";
import { problem } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";

const types: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

export function routeLogo(app: FastifyInstance, room: ServerContext): void {
  route(app, room, "GET", "/api/-/logo", async () => {
    const { logo } = room.engine.product.about;
    const type = logo === null || /^https:/i.test(logo) ? undefined : types[logo.split(".").at(-1)!.toLowerCase()];
    const content = type === undefined ? null : await room.options.fileBeside?.(logo!);
    // A picture of scripts is still only a picture.
    return type === undefined || !content
      ? problem("not-found")
      : { status: 200, type, body: content, headers: { "cache-control": "no-cache", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" } };
  });
}

/** Read anew for each page: the document may change while it runs. */
export function logoOrigin(room: ServerContext): string {
  const { logo } = room.engine.product.about;
  return logo !== null && /^https:/i.test(logo) && URL.canParse(logo) ? new URL(logo).origin : "'self'";
}
