/** Who sends a list request: whom the limits on its condition count, and whether somebody still waits for the page. */
import type { ListSender } from "@nonet/engine";
import { clientKey } from "../http/check-rate-limit.ts";
import type { RequestContext } from "../http/handler.ts";

export function listSender({ actor, request, reply }: RequestContext): ListSender {
  const client = clientKey(actor, request);
  // Only a condition of the requester's own may take long.
  if ((request.query as Readonly<Record<string, unknown>>)["where"] === undefined) return { client };
  const abort = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return { client, signal: abort.signal };
}
