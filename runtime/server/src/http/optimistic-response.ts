/**
 * Responds to a read while its actor is still being confirmed: the handler runs for the actor that the token had last
 * time, and its response is used only if the token names the same actor, with the same roles, now.
 */
import { isDeepStrictEqual } from "node:util";
import type { Authentication, Credentials } from "./authentication.ts";
import { type HttpResponse, written } from "./response.ts";

type Respond = (credentials: Credentials, confirmed: () => Promise<void>) => Promise<HttpResponse | typeof written>;

/** Null if the token wasn't seen recently or names another actor by now. */
export async function respondOptimistically({ recent, now }: Authentication, respond: Respond): Promise<HttpResponse | typeof written | null> {
  if (!recent) return null;
  const confirmed = now.then((credentials) => {
    if (!credentials.ok || !isDeepStrictEqual(credentials.value.actor, recent.actor)) throw new Error("The token names another actor now.");
  });
  const isConfirmed = confirmed.then(
    () => true,
    () => false,
  );
  const [response] = await Promise.allSettled([respond(recent, () => confirmed), isConfirmed]);
  if (!(await isConfirmed)) return null;
  if (response.status === "rejected") throw response.reason;
  return response.value;
}
