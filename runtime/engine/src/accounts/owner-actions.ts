/** What the Owner does with somebody's sign-in: ends their sessions, or removes a second factor that they have lost. */
import { system } from "@nonet/database";
import { mailNotice } from "../credentials/account-mails.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done } from "../refusals/refusal.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { personFor } from "./invitations.ts";

export async function endSessionsOf(running: Running, actor: Actor, id: string, origin: Origin): Promise<Outcome<null>> {
  const person = await personFor(running, actor, id);
  if (!person.ok) return person;
  const ended = await running.database.rows(system.endSessionsOf(person.value.id));
  await recordEvent(running.database, { event: "sessions-ended", user: person.value.id, by: responsible(actor), origin, detail: { sessions: ended.length } });
  return done(null);
}

export async function resetSecondFactor(running: Running, actor: Actor, id: string, origin: Origin): Promise<Outcome<null>> {
  const person = await personFor(running, actor, id);
  if (!person.ok) return person;
  const user = person.value.id;
  await running.database.transaction(async (connection) => {
    await connection.all([...system.removeFactors(user), system.endSessionsOf(user)]);
    return { commit: true, value: null };
  });
  await recordEvent(running.database, { event: "second-factor-removed", user, by: responsible(actor), origin, detail: { kind: "all" } });
  await mailNotice(running, person.value, { key: "the-owner-removed-the-second-factor-and" });
  return done(null);
}
