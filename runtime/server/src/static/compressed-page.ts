/** Compresses a page with a screen in it. The library that compresses other responses sees those of routes alone, and pages have none. */
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyRequest } from "fastify";
import type { HttpResponse } from "../http/response.ts";

const compress = promisify(brotliCompress);
/** Shorter pages fit one packet as they are. */
const minimumLength = 1024;
/** As for other responses. */
const quality = 4;

/** Every browser that runs the front end takes Brotli. */
export async function compressedPage({ headers }: FastifyRequest, page: HttpResponse): Promise<HttpResponse> {
  if (typeof page.body !== "string" || page.body.length < minimumLength || !/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers["accept-encoding"] ?? ""))) return page;
  const body = await compress(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return { ...page, body, headers: { ...page.headers, "content-encoding": "br", vary: [page.headers?.["vary"], "Accept-Encoding"].filter(Boolean).join(", ") } };
}
