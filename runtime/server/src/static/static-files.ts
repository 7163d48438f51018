/** Serves the built front end: hashed files are cached forever, and every path that is neither a file's nor the API's gets its page. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { atApiAddress, escaped } from "@nonet/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendWithCatalogueWording } from "../http/catalogue-wording.ts";
import { sessionToken } from "../http/cookies.ts";
import { type HttpResponse, problem, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { visitorLanguage } from "../languages/request-language.ts";
import type { MethodsAt } from "./allowed-methods.ts";
import { compressedPage } from "./compressed-page.ts";
import { firstPaint } from "./first-paint.ts";
import { officePage } from "./office-page.ts";
import { pageIn } from "./page-in-language.ts";
import { personalPaint } from "./personal-paint.ts";
import { say } from "@nonet/texts";

export async function serveStatic(app: FastifyInstance, server: ServerContext, methodsAt: MethodsAt): Promise<void> {
  const folder = server.options.staticFolder;
  if (folder !== null && existsSync(folder)) await app.register(fastifyStatic, { root: folder, serve: false, index: false, dotfiles: "deny", preCompressed: true });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (!reads || path === undefined || (path !== "/" && !isFile(folder, path) && !asksForPage(request)) || /^\/(api|rehearsal|-)(\/|$)/.test(path))
      return sendWithCatalogueWording(server.engine.product, reply, withoutRoute(request, path === undefined ? [] : methodsAt(path)));
    const page = folder !== null && isPage(folder, path) ? ((await firstPaint(server, folder, request, path)) ?? (await personalPaint(server, folder, request, path))) : null;
    if (page !== null) return send(reply, await compressedPage(request, page));
    const language = visitorLanguage(server.engine.product, request);
    const { apiAddress } = server.engine.product.about;
    const hasSession = sessionToken(request) !== undefined;
    if (folder !== null && (hasSession || language !== "en" || apiAddress !== undefined) && isPage(folder, path)) {
      const body = await pageIn(folder, language, apiAddress);
      return send(reply, { ...madePage, body: hasSession ? officePage(body, server.engine.rehearsal !== null) : body });
    }
    return folder !== null && existsSync(join(folder, "index.html"))
      ? sendFile(folder, path, reply)
      : send(reply, { status: path === "/" ? 200 : 404, type: "text/html; charset=utf-8", body: withoutScreens(server) });
  });
}

/** Answers a request that no route takes; `allowed`: the methods that its address takes. */
function withoutRoute({ method, originalUrl }: FastifyRequest, allowed: readonly string[]): HttpResponse {
  const value = originalUrl.split("?", 1)[0]!.slice(0, 200);
  if (allowed.length === 0) return problem("not-found", say("there-is-no-method-value", { method, value }));
  const headers = { allow: allowed.join(", ") };
  if (method === "OPTIONS") return { status: 204, headers };
  return { ...problem("method-not-allowed", say("the-address-takes-other-methods", { method, value, allowed: headers.allow })), headers };
}

const isPage = (folder: string, path: string): boolean => (fileAt(folder, path) ?? "index.html") === "index.html" && !isAsset(path) && existsSync(join(folder, "index.html"));
const isAsset = (path: string): boolean => /^\.(js|mjs|css|map|png|svg|ico|woff2?|json|webmanifest)$/.test(extname(path));

/** Whether a file of the front end stands there. */
const isFile = (folder: string | null, path: string): boolean => folder !== null && fileAt(folder, path) !== null;

function fileAt(folder: string, path: string): string | null {
  const inside = normalize(path).replace(/^[/\\]+/, "");
  const file = join(folder, inside);
  const isThere =
    inside !== "" && file.startsWith(normalize(folder + sep)) && !inside.split(/[/\\]/).some((part) => part.startsWith(".")) && existsSync(file) && statSync(file).isFile();
  return isThere ? inside : null;
}

const madePage = { status: 200, type: "text/html; charset=utf-8", headers: { "cache-control": "no-cache", vary: "Accept-Language, Cookie" } };

/** A browser names HTML when it opens a page; a client that doesn't gets an answer that it can read. */
const asksForPage = ({ headers: { accept } }: FastifyRequest): boolean => accept !== undefined && /\btext\/html\b|\bapplication\/xhtml\+xml\b/i.test(accept);

function sendFile(folder: string, path: string, reply: FastifyReply): FastifyReply {
  const inside = fileAt(folder, path);
  if (inside !== null && inside !== "index.html") {
    const hashed = /^assets[/\\].*[-.][\w-]{8,}\.\w+$/.test(inside);
    return reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache").sendFile(inside, { cacheControl: false });
  }
  // A page in place of a missing script would only fail later, with a misleading error.
  if (isAsset(path)) return send(reply, problem("not-found"));
  return reply.header("cache-control", "no-cache").sendFile("index.html", { cacheControl: false });
}

function pathOf(request: FastifyRequest): string | undefined {
  try {
    const path = decodeURIComponent(request.url.split("?", 1)[0]!);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

function withoutScreens(server: ServerContext): string {
  const docs = atApiAddress(server.engine.product, "/api/docs");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(server.engine.product.name)}</title><body><h1>${escaped(server.engine.product.name)}</h1><p>The front end isn't built. The API is described at <a href="${docs}">${docs}</a>.</p></body></html>`;
}

/** The content security policy allows scripts inside the pages by their hash. */
export function inlineScriptHashes(folder: string | null): readonly string[] {
  const pages = ["index.html", "entrance.html"].map((name) => join(folder ?? "", name)).filter((page) => folder !== null && existsSync(page));
  const scripts = pages.flatMap((page) => [...readFileSync(page, "utf8").matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]);
  return [...new Set(scripts.map((m) => `'sha256-${createHash("sha256").update(m[1]!).digest("base64")}'`))];
}
