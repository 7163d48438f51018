/** The product's logo: a file in the document's folder, or the one other origin that pages may load an image from. */
import type { FastifyInstance } from "fastify";
import { problem } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";

const types: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

export function routeLogo(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", "/api/-/logo", async () => {
    const { logo } = server.engine.product.about;
    const type = logo === null || /^https:/i.test(logo) ? undefined : types[logo.split(".").at(-1)!.toLowerCase()];
    const content = type === undefined ? null : await server.options.fileBeside?.(logo!);
    // An SVG may contain scripts; the policy keeps them from running.
    return type === undefined || !content
      ? problem("not-found")
      : { status: 200, type, body: content, headers: { "cache-control": "no-cache", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" } };
  });
}

/** Read for each request: the document may change while the server runs. */
export function logoOrigin(server: ServerContext): string {
  const { logo } = server.engine.product.about;
  return logo !== null && /^https:/i.test(logo) && URL.canParse(logo) ? new URL(logo).origin : "'self'";
}
