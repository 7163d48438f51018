/** The front end's page with a public screen's title, description and content in it, for visitors: what they read before scripts have run. */
import { escaped } from "@nonet/api";
import type { FastifyRequest } from "fastify";
import { checkRateLimit } from "../http/check-rate-limit.ts";
import { linkToken, sessionToken } from "../http/cookies.ts";
import type { HttpResponse } from "../http/response.ts";
import { inLanguageOf, visitorLanguage } from "../languages/request-language.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { PublicPage } from "../http/server-options.ts";
import { withWaitingScripts } from "./later-scripts.ts";
import { pageIn } from "./page-in-language.ts";

/** Null where the page is sent as it was built: to people with a session, who see the office, and where there is nothing public. */
export async function firstPaint(server: ServerContext, folder: string, request: FastifyRequest, path: string): Promise<HttpResponse | null> {
  const { publicPage } = server.options;
  if (!publicPage || sessionToken(request) !== undefined || request.method !== "GET") return null;
  // A page costs a query, so it counts like one; over the limit, the page comes without content.
  if (await checkRateLimit(server, request, request.ip)) return null;
  const page = await inLanguageOf(server.engine.product, request, () => publicPage({ path, query: queryOf(request) }, server.today())).catch(() => null);
  if (!page || (page.entrance !== undefined && needsMore(request))) return null;
  const { entrance } = page;
  const built = await pageIn(
    folder,
    visitorLanguage(server.engine.product, request),
    server.engine.product.about.apiAddress,
    entrance === undefined ? "index.html" : "entrance.html",
  );
  const description = page.description === "" ? "" : `<meta name="description" content="${escaped(page.description)}" />`;
  const body = (
    entrance === undefined
      ? aroundPaint(built, page)
      : built.replace("<body data-entrance>", () => `<body>${page.content}<script type="application/json" id="entrance">${inScript(entrance)}</script>`)
  ).replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(page.title)}</title>${description}`);
  return { status: 200, type: "text/html; charset=utf-8", body, headers: { "cache-control": "no-cache", vary: "Accept-Language, Cookie" } };
}

const queryOf = (request: FastifyRequest): string => request.url.split("?", 2)[1] ?? "";

const siteStyles = (built: string): string =>
  (/<meta name="site-styles" content="([^"]*)">/.exec(built)?.[1]?.split(" ") ?? []).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join("");

/** What a public screen shows needs its styles alone, so the scripts come after them; where nothing is missing, they wait for the visitor. */
const aroundPaint = (built: string, { content, isComplete }: PublicPage): string =>
  (isComplete ? withWaitingScripts(built).replace("<html ", "<html data-waits ") : built.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'))
    .replace("<html ", '<html data-mantine-color-scheme="light" data-scheme-open ')
    .replace("</head>", () => `${siteStyles(built)}</head>`)
    .replace('<div id="root">', () => `${content}<div id="root">`);

/** The holder of a secret link may see its screen, and `?show` names what only the whole front end has. */
const needsMore = (request: FastifyRequest): boolean => linkToken(request) !== undefined || new URLSearchParams(queryOf(request)).has("show");

const inScript = (data: unknown): string => JSON.stringify(data).replaceAll("<", "\\u003c");
