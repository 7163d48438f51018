/** Completes a session under a new token: one that somebody may have known before the second factor was shown is worth nothing. */
import { system } from "@nonet/database";
import type { SessionState } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Session } from "../contract/people.ts";
import { hashToken, newToken } from "../security/tokens.ts";

export async function renewSession(running: Running, { id, person }: SessionState): Promise<Session> {
  const token = newToken();
  await running.database.rows(system.completeSession(id, hashToken(token)));
  const seconds = Number((await running.database.row(system.sessionSeconds(id)))?.["seconds"] ?? 1);
  return { token, seconds, actor: person, needs: null };
}
