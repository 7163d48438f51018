/** The pictures of pages that are files in the document's folder, for those who may open a page that shows them. */
import { mayOpenScreen } from "@nonet/engine";
import { picturesOnPage } from "@nonet/model";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { widthOf } from "../files/file-routes.ts";
import type { SizedImages } from "../files/sized-images.ts";
import { type HttpResponse, problem } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { type AdjacentPicture, isElsewhere, readPicture } from "./adjacent-picture.ts";

export function routePagePictures(app: FastifyInstance, server: ServerContext, images: SizedImages): void {
  route(app, server, "GET", "/api/-/pictures", async ({ actor, query, request }) => {
    const { file } = query;
    const { product } = server.engine;
    // Only what the document itself names is ever looked for in its folder.
    const isShown = (name: string): boolean => product.screens.some((screen) => picturesOnPage(screen).includes(name) && mayOpenScreen(product, actor, screen));
    const picture = typeof file === "string" && !isElsewhere(file) && isShown(file) ? await readPicture(server, file) : null;
    if (!picture) return problem("not-found");
    const width = widthOf(query["width"]);
    return width.ok ? pictureResponse(images, picture, width.value, request.headers["if-none-match"]) : width.response;
  });
}

/** Smaller as default 185 says. A drawing has no width of its own. */
async function pictureResponse(images: SizedImages, { type, content, headers }: AdjacentPicture, width: number | null, known: string | undefined): Promise<HttpResponse> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  const etag = `"${hash}${width === null ? "" : `-${width}`}"`;
  const tagged = { ...headers, etag };
  if (known?.includes(etag)) return { status: 304, headers: tagged };
  const smaller = width === null ? null : await images.sized({ id: `picture ${hash}`, type, read: async () => content }, width);
  return smaller ? { status: 200, type: "image/webp", body: smaller, headers: tagged } : { status: 200, type, body: content, headers: tagged };
}
