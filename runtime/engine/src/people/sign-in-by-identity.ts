/** Begins a session for whom a sign-in provider vouches: known by its own name for them, the first time by email (default 31). */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { notPermitted } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { openSession } from "./sessions.ts";

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** "" where the provider doesn't vouch for it. */
  readonly email: string;
  readonly name: string;
}

export async function enterBy(running: Running, identity: Identity): Promise<Outcome<Session>> {
  const { database } = running;
  const known = (await database.row(system.personByIdentity(identity.issuer, identity.subject))) ?? (await byEmail(running, identity));
  if (known) return known["active"] === false ? notPermitted("You are no longer active here: ask the Owner.") : openSession(running, known["id"]);
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted("People join here by invitation: ask the Owner.");
  if (identity.email === "") return notPermitted("The sign-in provider gives no confirmed email address for you.");
  const roles = running.product.permissions.written ? [role] : [];
  const added = await addPerson(running, { email: identity.email, name: identity.name || identity.email.split("@")[0]!, roles, identity });
  if (!added.ok) return added;
  return openSession(running, added.value.id);
}

async function byEmail(running: Running, { issuer, subject, email }: Identity) {
  const person = email === "" ? undefined : await running.database.row(system.personByEmail(email));
  if (person) await running.database.rows(system.addIdentity(issuer, subject, person["id"]));
  return person;
}
