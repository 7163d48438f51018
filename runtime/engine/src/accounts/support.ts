/** Lets an Owner see the product as somebody else does: for an hour, read-only unless asked for more, and recorded (default 149). */
import { system } from "@nonet/database";
import { requiresFactor } from "../change/required-factor.ts";
import { confirmedSession, sessionState } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { personFor } from "./invitations.ts";
import { say } from "@nonet/texts";

const minutes = 60;
const maxReason = 500;

export async function actFor(running: Running, caller: Caller, id: string, { reason, write }: { readonly reason: string; readonly write: boolean }): Promise<Outcome<null>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const { person: owner, id: sessionId, factor } = session.value;
  const person = await personFor(running, owner, id);
  if (!person.ok) return person;
  const { id: user, name, owner: isOwner, roles } = person.value;
  if (isOwner) return notPermitted(say("nobody-can-act-for-an-owner"));
  if (!factor && requiresFactor(running, roles)) return notPermitted(say("name-needs-a-second-factor-here-so", { name }));
  const text = reason.trim();
  if (text === "" || [...text].length > maxReason) return refuse("invalid", problem("required", say("give-a-reason-of-at-most-maxreason", { maxReason }), { field: "reason" }));
  await running.database.rows(system.actFor(sessionId, user, minutes, write));
  await recordEvent(running.database, { event: "support-started", user, by: owner.id, origin: caller, detail: { reason: text, access: write ? "write" : "read" } });
  return done(null);
}

export async function stopActing(running: Running, caller: Caller): Promise<Outcome<null>> {
  const state = await sessionState(running, caller.token);
  if (!state) return notSignedIn();
  await running.database.rows(system.endActing(state.id));
  if (state.acting) await recordEvent(running.database, { event: "support-ended", user: state.acting.id, by: state.person.id, origin: caller });
  return done(null);
}
