/** Cuts off requests whose body arrives too slowly, so that nobody holds connections with a byte now and then. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { respondOnSocket } from "./bare-response.ts";

/** Default 73, in milliseconds. */
export interface BodyPatience {
  /** For a whole body that isn't a file. */
  readonly whole: number;
  /** A file arrives for as long as it sends `leastBytes` in each of these windows, but no longer than `file`. */
  readonly window: number;
  readonly leastBytes: number;
  readonly file: number;
}

const defaultPatience: BodyPatience = { whole: 60_000, window: 20_000, leastBytes: 20_000, file: 900_000 };

interface Arriving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly began: number;
  readonly isFile: boolean;
  windowBegan: number;
  bytesBefore: number;
}

export function cutOffSlowBodies(app: FastifyInstance, patience: BodyPatience = defaultPatience): void {
  const arriving = new Set<Arriving>();
  app.addHook("onRequest", (request, reply, next) => {
    if (hasBody(request)) arriving.add(newArrival(request, reply));
    next();
  });
  const sweep = setInterval(
    () => {
      for (const one of arriving) {
        const over = one.request.raw.complete || one.request.raw.destroyed;
        if (!over && !isTooSlow(one, patience)) continue;
        arriving.delete(one);
        if (!over) cutOff(one);
      }
    },
    Math.max(50, Math.min(patience.whole, patience.window) / 10),
  );
  sweep.unref();
  app.addHook("onClose", async () => clearInterval(sweep));
}

const hasBody = ({ headers }: FastifyRequest): boolean => headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function newArrival(request: FastifyRequest, reply: FastifyReply): Arriving {
  const now = Date.now();
  const isFile = !/json|^$/i.test(request.headers["content-type"] ?? "");
  return { request, reply, began: now, isFile, windowBegan: now, bytesBefore: request.raw.socket.bytesRead };
}

function isTooSlow(one: Arriving, patience: BodyPatience): boolean {
  const now = Date.now();
  if (now - one.began > (one.isFile ? patience.file : patience.whole)) return true;
  if (!one.isFile || now - one.windowBegan < patience.window) return false;
  const bytes = one.request.raw.socket.bytesRead;
  // What has arrived and isn't read yet keeps the rest from arriving: then the server is slow, not the client.
  const isSlow = bytes - one.bytesBefore < patience.leastBytes && one.request.raw.readableLength === 0;
  one.windowBegan = now;
  one.bytesBefore = bytes;
  return isSlow;
}

/** The rest of the body won't be read, so the connection can't be used any more. */
function cutOff({ request, reply }: Arriving): void {
  const { socket } = request.raw;
  if (reply.raw.headersSent) return void socket.destroy();
  respondOnSocket(socket, "408 Request Timeout", "request-timeout");
  setTimeout(() => socket.destroy(), 1_000).unref();
}
