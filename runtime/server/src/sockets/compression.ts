/** Compresses responses for clients that accept it. Built files are compressed once, when they are built (`static/static-files.ts`). */
import { constants } from "node:zlib";
import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Shorter bodies fit one packet as they are. */
const minimumBytes = 1024;
/** For a list of 50 records about the time of gzip's usual level, and a tenth smaller. */
const brotliQuality = 4;

/** Event streams stay as they are: an event held back for compression comes late. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    globalCompression: true,
    globalDecompression: false,
    threshold: minimumBytes,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
