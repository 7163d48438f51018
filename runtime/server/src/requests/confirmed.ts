/** Asks the Owner to confirm that they are there before what can't be undone or gives rights away (default 142). */
import { callerOf } from "./caller.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

/** Null where the Owner has signed in or confirmed a short time ago. Whoever isn't an Owner is refused by the engine. */
export async function refuseUnconfirmed({ engine }: ServerContext, { actor, request }: RequestContext): Promise<HttpResponse | null> {
  if (actor.kind !== "person" || !actor.owner) return null;
  const confirmed = await engine.accounts.requireConfirmed(callerOf(request));
  return confirmed.ok ? null : refusal(confirmed.refusal);
}
