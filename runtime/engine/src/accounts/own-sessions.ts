/** A person's sessions: where they are signed in, and how they end. */
import { isId } from "@nonet/model";
import { system } from "@nonet/database";
import { confirmedSession, ownSession } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, ListedSession } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notFound } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";

export async function listSessions(running: Running, caller: Caller): Promise<Outcome<readonly ListedSession[]>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const rows = await running.database.rows(system.sessionsOf(session.value.person.id));
  return done(rows.map((row) => ({ id: row["id"], at: row["at"], usedAt: row["used"], source: row["source"], device: row["device"], current: row["id"] === session.value.id })));
}

export async function endOneSession(running: Running, caller: Caller, id: string): Promise<Outcome<null>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const user = session.value.person.id;
  if (!isId(id) || !(await running.database.row(system.endOneSession(user, id)))) return notFound("session");
  await recordEvent(running.database, { event: "sessions-ended", user, by: user, origin: caller, detail: { sessions: 1 } });
  return done(null);
}

export async function endAllSessions(running: Running, caller: Caller): Promise<Outcome<null>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const user = session.value.person.id;
  const ended = await running.database.rows(system.endSessionsOf(user));
  await recordEvent(running.database, { event: "sessions-ended", user, by: user, origin: caller, detail: { sessions: ended.length } });
  return done(null);
}
