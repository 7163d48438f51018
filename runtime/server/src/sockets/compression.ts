/** Compresses responses for clients that accept it. Built files are compressed once, when they are built (`static/static-files.ts`). */
import { constants } from "node:zlib";
import fastifyCompress from "@fastify/compress";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Shorter bodies fit one packet as they are. */
const minimumBytes = 1024;
/** For a list of 50 records about the time of gzip's usual level, and a tenth smaller. */
const brotliQuality = 4;

/**
 * Whether a text begins with the two bytes of a zlib stream (RFC 1950, section 2.2), as "80" and "x " do. The library takes such
 * a response for compressed and sends it as it is, but labeled as compressed, so that no client can read it.
 */
export function looksCompressed(content: string | Buffer): boolean {
  const [first = 0, second = 0] = typeof content === "string" ? Buffer.from(content.slice(0, 2)) : content;
  return (first & 0x8f) === 0x08 && (first * 256 + second) % 31 === 0;
}

/** The library's own sign for a response that stays as it is. */
export const leaveUncompressed = (request: FastifyRequest): void => void (request.raw.headers["x-no-compression"] = "true");

/** Event streams stay as they are: an event held back for compression comes late. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook("onSend", (request, _reply, payload, next) => {
    if ((typeof payload === "string" || Buffer.isBuffer(payload)) && looksCompressed(payload)) leaveUncompressed(request);
    next(null, payload);
  });
  await app.register(fastifyCompress, {
    globalCompression: true,
    globalDecompression: false,
    threshold: minimumBytes,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
