/** Gives a session a new token when its person shows more than before: one that somebody may have known is worth nothing then. */
import { system } from "@nonet/database";
import type { SessionState } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Session } from "../contract/people.ts";
import { hashToken, newToken } from "../security/tokens.ts";

/** `factor`: whether a second factor was shown, which completes a sign-in; otherwise the person has only confirmed. */
export async function renewSession(running: Running, { id, person, needsPassword }: SessionState, factor: boolean): Promise<Session> {
  const token = newToken();
  await running.database.rows(factor ? system.completeSession(id, hashToken(token)) : system.confirmSession(id, hashToken(token)));
  const seconds = Number((await running.database.row(system.sessionSeconds(id)))?.["seconds"] ?? 1);
  return { token, seconds, actor: person, needs: needsPassword ? "new password" : null };
}
