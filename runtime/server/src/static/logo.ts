/** The product's logo: a file in the document's folder, or the address of an image elsewhere. */
import type { FastifyInstance } from "fastify";
import { problem } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { isElsewhere, readPicture } from "./adjacent-picture.ts";

export function routeLogo(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", "/api/-/logo", async () => {
    const { logo } = server.engine.product.about;
    const picture = logo === null || isElsewhere(logo) ? null : await readPicture(server, logo);
    return picture ? { status: 200, type: picture.type, body: picture.content, headers: picture.headers } : problem("not-found");
  });
}
