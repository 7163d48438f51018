/** Who may use the studio: the Owner. A rehearsal answers its own machine only, where everybody can act as the Owner anyway. */
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, problem } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

export function refuseStudio({ engine }: ServerContext, { actor }: Pick<RequestContext, "actor">): HttpResponse | null {
  if (engine.rehearsal) return null;
  if (actor.kind !== "person") return problem("not-signed-in");
  // Whoever acts for the Owner, or uses a key that only reads, doesn't edit the document.
  return actor.owner && !actor.readOnly && !actor.supportBy ? null : problem("not-permitted", "Only the Owner can open the studio.");
}
