/** The front end's page with what a signed-in person sees first of it, so that they needn't wait for the scripts. */
import { currentLanguage } from "@nonet/texts";
import type { FastifyRequest } from "fastify";
import { authenticate } from "../http/authentication.ts";
import { checkRateLimit, clientKey } from "../http/check-rate-limit.ts";
import { linkToken, sessionToken } from "../http/cookies.ts";
import type { HttpResponse } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { inLanguageOf, useLanguageOf } from "../languages/request-language.ts";
import { withLaterScripts } from "./later-scripts.ts";
import { officePage } from "./office-page.ts";
import { pageIn } from "./page-in-language.ts";

/**
 * Null where the page is sent without: to visitors, to people whose session has ended or still needs something, to an Owner who
 * looks at the product as somebody else, and to whoever holds a secret link.
 */
export async function personalPaint(server: ServerContext, folder: string, request: FastifyRequest, path: string): Promise<HttpResponse | null> {
  const { personalPage } = server.options;
  if (!personalPage || request.method !== "GET" || sessionToken(request) === undefined || linkToken(request) !== undefined) return null;
  const { product } = server.engine;
  return inLanguageOf(product, request, async () => {
    const credentials = await authenticate(server.engine, request).now;
    if (!credentials.ok) return null;
    const { actor } = credentials.value;
    // A page costs queries, so it counts like one; over the limit, the page comes without content.
    if ((await checkRateLimit(server, request, clientKey(actor, request))) || actor.kind !== "person" || actor.supportBy !== undefined) return null;
    useLanguageOf(product, actor.language);
    const content = await personalPage(actor, { path, query: request.url.split("?", 2)[1] ?? "" }, server.today());
    const page = officePage(await pageIn(folder, currentLanguage(), product.about.apiAddress), server.engine.rehearsal !== null);
    // The colours are those of the device until the page's first script knows what the person has chosen.
    const body = withLaterScripts(page)
      .replace("<html ", '<html data-mantine-color-scheme="light" data-scheme-open ')
      .replace('<div id="root">', () => `${content}<div id="root">`);
    return { status: 200, type: "text/html; charset=utf-8", body, headers: { "cache-control": "private, no-cache", vary: "Cookie, Accept-Language" } };
  }).catch(() => null);
}
