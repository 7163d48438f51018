/**
 * Closes a server without a failed request: it first says that it isn't ready and keeps serving, so that a load balancer
 * sends requests elsewhere; then it stops listening, finishes what runs, and closes what doesn't end.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** In milliseconds. */
export interface DrainPatience {
  /** For how long requests are still accepted; 0 unless stated. */
  readonly accept?: number;
  /** For how long running requests may take after that. */
  readonly finish?: number;
}

const finishWithin = 30_000;
/** In milliseconds: how long a new connection may take to send the first byte of its first request. */
const firstByteWithin = 250;

export interface Drain {
  readonly hasBegun: () => boolean;
  /** Resolves when no request has to be accepted any more. */
  begin(patience?: DrainPatience): Promise<void>;
  /** Resolves when every request has its response, or its time is over. */
  finish(patience?: DrainPatience): Promise<void>;
}

export function drainOnClose(app: FastifyInstance): Drain {
  let draining = false;
  const unused = unusedConnections(app);
  // Whoever keeps a connection open for the next request opens one to another server instead.
  app.addHook("onSend", (_request, reply, _payload, next) => {
    if (draining) reply.header("connection", "close");
    next();
  });
  return {
    hasBegun: () => draining,
    begin: async ({ accept = 0 } = {}) => {
      draining = true;
      if (accept > 0) await sleep(accept);
    },
    finish: async ({ finish = finishWithin } = {}) => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), finish);
      const idle = setInterval(() => {
        // A connection whose last response began before the end, as an event stream's did, isn't closed by what it said.
        app.server.closeIdleConnections();
        unused.close();
      }, 50);
      try {
        await app.close();
      } finally {
        clearTimeout(cutOff);
        clearInterval(idle);
      }
    },
  };
}

/** Connections that browsers open ahead of time. Node doesn't count them as idle, so a server would wait for them. */
function unusedConnections(app: FastifyInstance): { close(): void } {
  const since = new Map<Socket, number>();
  app.server.on("connection", (socket) => {
    since.set(socket, performance.now());
    socket.once("close", () => since.delete(socket));
  });
  return {
    close: () => {
      for (const [socket, opened] of since) if (socket.bytesRead === 0 && performance.now() - opened > firstByteWithin) socket.destroy();
    },
  };
}
