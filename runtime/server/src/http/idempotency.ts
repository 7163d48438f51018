/**
 * `Idempotency-Key`: a write with a key is done once.
 *
 * The engine stores the keys of changes to records with the change itself, so the server only joins repeats that arrive
 * while the first request still runs. It remembers the responses of everything else: batches, imports, people.
 */
import { clientKey } from "./check-rate-limit.ts";
import type { Handler, RequestContext, RouteOptions } from "./handler.ts";
import { type HttpResponse, problem, written } from "./response.ts";
import { isRead } from "./same-origin.ts";
import type { ServerContext } from "./server-context.ts";
import { say } from "@nonet/texts";

const keyForm = /^[\x20-\x7e]{1,255}$/;

/** The key of a request, null without one, or the refusal of a malformed one. */
export function idempotencyKey(header: string | readonly string[] | undefined): string | null | HttpResponse {
  if (header === undefined) return null;
  return typeof header === "string" && keyForm.test(header) ? header : problem("malformed", say("an-idempotency-key-is-1-to-255"));
}

export async function runOnce(server: ServerContext, context: RequestContext, options: RouteOptions, handler: Handler): Promise<HttpResponse | typeof written> {
  const { request, actor, params } = context;
  if (isRead(request) || options.session) return handler(context);
  const key = idempotencyKey(request.headers["idempotency-key"]);
  if (key !== null && typeof key !== "string") return key;
  // A dry run stores nothing, so it can be repeated.
  if (key === null || context.dryRun) return handler(context);
  const keyed: RequestContext = { ...context, idempotencyKey: key };
  const memory = options.keyMemory?.(params) ?? "server";
  if (memory === "handler") return handler(keyed);
  const ifMatch = String(request.headers["if-match"] ?? "");
  const parts = [request.method, request.url, ifMatch, Buffer.isBuffer(request.body) ? request.body : ""];
  // Which of several versions matched, the engine can't recognize in a repeat.
  const onlyWhileRunning = memory === "engine" && !ifMatch.includes(",");
  return server.responses.run({ client: clientKey(actor, request), key, parts, onlyWhileRunning }, async () => {
    const response = await handler(keyed);
    return response === written ? { status: 204 } : response;
  });
}
