/** The pictures of pages that are files in the document's folder, for those who may open a page that shows them. */
import { mayOpenScreen } from "@nonet/engine";
import { picturesOnPage } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { problem } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { isElsewhere, readPicture } from "./adjacent-picture.ts";

export function routePagePictures(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", "/api/-/pictures", async ({ actor, query }) => {
    const { file } = query;
    const { product } = server.engine;
    // Only what the document itself names is ever looked for in its folder.
    const isShown = (name: string): boolean => product.screens.some((screen) => picturesOnPage(screen).includes(name) && mayOpenScreen(product, actor, screen));
    const picture = typeof file === "string" && !isElsewhere(file) && isShown(file) ? await readPicture(server, file) : null;
    return picture ? { status: 200, type: picture.type, body: picture.content, headers: picture.headers } : problem("not-found");
  });
}
