/** Begins a session for whom a sign-in provider vouches: known by its own name for them, the first time by a confirmed email address (default 31). */
import { system } from "@nonet/database";
import { openIdOwners } from "../calls/missing-settings.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { notPermitted } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { type Opening, openSession } from "../credentials/sessions.ts";
import type { Origin } from "../contract/origin.ts";
import { recordEvent } from "../security/record-event.ts";
import { say } from "@nonet/texts";

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** "" where the provider doesn't vouch for it. */
  readonly email: string;
  readonly name: string;
  /** The provider says that the person has shown several factors. */
  readonly factor: boolean;
}

export async function enterBy(running: Running, identity: Identity, origin?: Origin): Promise<Outcome<Session>> {
  const session = await enter(running, identity, origin);
  if (!session.ok) await recordEvent(running.database, { event: "sign-in-failed", origin, detail: { method: "single sign-on" } });
  if (session.ok) await recordEvent(running.database, { event: "sign-in", user: session.value.actor.id, by: session.value.actor.id, origin, detail: { method: "single sign-on" } });
  return session;
}

async function enter(running: Running, identity: Identity, origin: Origin | undefined): Promise<Outcome<Session>> {
  const known = await running.database.row(system.personByIdentity(identity.issuer, identity.subject));
  const opening = { origin, factor: identity.factor };
  if (known) return entered(running, known, opening);
  const person = identity.email === "" ? undefined : await running.database.row(system.personByEmail(identity.email));
  return person ? join(running, identity, person, opening) : register(running, identity, opening);
}

const entered = async (running: Running, person: Row, opening: Opening): Promise<Outcome<Session>> =>
  person["active"] === false ? notPermitted(say("you-are-no-longer-active-here-ask")) : openSession(running, person["id"], opening);

/**
 * The first time, a person is joined by the email address that the provider vouches for. An address can pass to
 * somebody else at the provider, so whom it knows here already is joined to no second name of it; and an Owner is
 * joined only where whoever runs the product names them.
 */
async function join(running: Running, { issuer, subject, email }: Identity, person: Row, opening: Opening): Promise<Outcome<Session>> {
  const owners = (running.options.environment[openIdOwners] ?? "").split(",").map((name) => name.trim());
  if (person["owner"] === true && !owners.includes(subject)) return notPermitted(say("an-owner-isnt-recognized-by-an-email", { openIdOwners, subject }));
  const joined = await running.database.transaction(async (connection) => {
    const row = await connection.row(system.joinIdentity(issuer, subject, person["id"]));
    const isProved = (await connection.row(system.isEmailConfirmed(person["id"])))?.["confirmed"] === true;
    // Somebody may have registered with this address before its owner did: nothing of theirs may stay.
    if (row && !isProved && person["owner"] !== true) await connection.all(system.clearUnproved(person["id"]));
    if (row) await connection.rows(system.confirmEmail(person["id"], email));
    return { commit: true, value: row };
  });
  return joined ? entered(running, person, opening) : notPermitted(say("somebody-with-this-email-address-signs-in"));
}

async function register(running: Running, identity: Identity, opening: Opening): Promise<Outcome<Session>> {
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted(say("people-join-here-by-invitation-ask-the"));
  if (identity.email === "") return notPermitted(say("the-sign-in-provider-gives-no-confirmed"));
  const roles = running.product.permissions.written ? [role] : [];
  const added = await addPerson(running, { email: identity.email, name: identity.name || identity.email.split("@")[0]!, roles, identity });
  if (!added.ok) return added;
  await running.database.rows(system.confirmEmail(added.value.id, identity.email));
  return openSession(running, added.value.id, opening);
}
