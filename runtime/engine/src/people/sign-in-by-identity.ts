/** Begins a session for whom a sign-in provider vouches: known by its own name for them, the first time by a confirmed email address (default 31). */
import { system } from "@nonet/database";
import { openIdOwners } from "../calls/missing-settings.ts";
import type { Row } from "../connection/contract.ts";
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
  const known = await running.database.row(system.personByIdentity(identity.issuer, identity.subject));
  if (known) return entered(running, known);
  const person = identity.email === "" ? undefined : await running.database.row(system.personByEmail(identity.email));
  return person ? join(running, identity, person) : register(running, identity);
}

const entered = async (running: Running, person: Row): Promise<Outcome<Session>> =>
  person["active"] === false ? notPermitted("You are no longer active here: ask the Owner.") : openSession(running, person["id"]);

/**
 * The first time, a person is joined by the email address that the provider vouches for. An address can pass to
 * somebody else at the provider, so whom it knows here already is joined to no second name of it; and an Owner is
 * joined only where whoever runs the product names them.
 */
async function join(running: Running, { issuer, subject }: Identity, person: Row): Promise<Outcome<Session>> {
  const owners = (running.options.environment[openIdOwners] ?? "").split(",").map((name) => name.trim());
  if (person["owner"] === true && !owners.includes(subject))
    return notPermitted(
      `An Owner isn't recognized by an email address alone. Whoever runs the product sets ${openIdOwners} to "${subject}", your identifier at the sign-in provider, and starts it again.`,
    );
  const joined = await running.database.transaction(async (connection) => ({ commit: true, value: await connection.row(system.joinIdentity(issuer, subject, person["id"])) }));
  return joined
    ? entered(running, person)
    : notPermitted("Somebody with this email address signs in here already, as another user of the sign-in provider. Ask the Owner to check whose account it is.");
}

async function register(running: Running, identity: Identity): Promise<Outcome<Session>> {
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted("People join here by invitation: ask the Owner.");
  if (identity.email === "") return notPermitted("The sign-in provider gives no confirmed email address for you.");
  const roles = running.product.permissions.written ? [role] : [];
  const added = await addPerson(running, { email: identity.email, name: identity.name || identity.email.split("@")[0]!, roles, identity });
  return added.ok ? openSession(running, added.value.id) : added;
}
