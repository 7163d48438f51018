/** Signing in with a password, registering, and switching persons in rehearsal. */
import { system } from "@nonet/database";
import { takesPasswords } from "../accounts/passwords.ts";
import type { Running } from "../connection/running-product.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { canMail, mailLink, mailNotice } from "../credentials/account-mails.ts";
import { isPassword } from "../credentials/passwords.ts";
import { openSession } from "../credentials/sessions.ts";
import { countAttempt, hashSource, oneAtATime } from "../credentials/sign-in-attempts.ts";
import { done, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent, recordEventOnce } from "../security/record-event.ts";
import { addPerson } from "./add-person.ts";
import { say } from "@nonet/texts";

export async function register(running: Running, input: { email: string; password?: string; name: string }, options: PerformOptions = {}): Promise<Outcome<Session>> {
  if (input.password !== undefined && !takesPasswords(running)) return noPasswords();
  const { registersAs: role, methods } = running.product.about.signIn;
  if (input.password === undefined && !methods.includes("passkey")) return refuse("invalid", problem("required", say("a-password-is-required"), { field: "password" }));
  if (!role) return notPermitted(say("people-join-here-by-invitation-ask-the-2"));
  // Where point 6 is not shown there are no roles.
  const added = await addPerson(running, { ...input, roles: running.product.permissions.written ? [role] : [], by: { kind: "anyone" } }, options);
  if (!added.ok) return added;
  const { id } = added.value;
  await recordEvent(running.database, { event: "registered", user: id, by: id, origin: options.from });
  // A rehearsal lists the mails of the document, which this one would only interrupt.
  if (canMail(running) && !running.options.rehearse) await mailLink(running, { purpose: "confirm", user: id, email: input.email.trim() });
  return openSession(running, id, { origin: options.from, mustEnroll: input.password === undefined });
}

export async function signIn(running: Running, input: { email: string; password: string; source?: string; device?: string }): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return noPasswords();
  const email = String(input.email ?? "").trim();
  const origin = { source: input.source ?? "", device: input.device ?? "" };
  const checked = await checkOnce(running, { email, origin, password: String(input.password ?? "") });
  if (!checked.ok) return checked;
  const { id, temporary } = checked.value;
  const session = await openSession(running, id, { origin, needsPassword: temporary });
  if (session.ok && session.value.needs !== "second factor") await recordEvent(running.database, { event: "sign-in", user: id, by: id, origin, detail: { method: "password" } });
  return session;
}

/** Whose the password is; a failed attempt is counted. */
export const checkPassword = (
  running: Running,
  { email, password, source = "" }: { readonly email: string; readonly password: string; readonly source?: string },
): Promise<Outcome<CheckedPerson>> => checkOnce(running, { email, password, origin: { source, device: "" } });

/** Within a server, attempts for one account wait for each other: those that succeed don't count against each other. */
const checkOnce = (running: Running, attempt: Attempt): Promise<Outcome<CheckedPerson>> => oneAtATime(attempt.email.toLowerCase(), () => tryToSignIn(running, attempt));

export interface CheckedPerson {
  readonly id: string;
  /** Somebody else has chosen the password. */
  readonly temporary: boolean;
}

interface Attempt {
  readonly email: string;
  readonly origin: Origin;
  readonly password: string;
}

async function tryToSignIn(running: Running, { email, origin, password }: Attempt): Promise<Outcome<CheckedPerson>> {
  const source = hashSource(origin.source);
  const held = await countAttempt(running, email, source);
  if (held) {
    await noteLockOut(running, email, origin);
    return held;
  }
  const person = await running.database.row(system.personByEmail(email));
  const isRight = await isPassword(person?.["hash"], password);
  if (!person || !isRight || !person["active"]) {
    await recordEvent(running.database, { event: "sign-in-failed", user: person?.["id"] ?? null, origin, detail: { method: "password" } });
    return refuse("not signed in", problem("wrong-credentials", say("the-email-or-the-password-isnt-right")));
  }
  await Promise.all(system.signedIn(email, source).map((query) => running.database.rows(query)));
  if (person["expired"] === true) return refuse("not signed in", problem("wrong-credentials", expired()));
  return done({ id: person["id"], temporary: person["temporary"] === true });
}

const expired = (): string => say("initial-password-expired");

const lockMinutes = 15;

/** Once for each time that somebody is held: the log isn't to be flooded, and the person gets one mail. */
async function noteLockOut(running: Running, email: string, origin: Origin): Promise<void> {
  const person = await running.database.row(system.personByEmail(email));
  const isFirst = await recordEventOnce(running.database, { event: "locked-out", user: person?.["id"] ?? null, origin }, lockMinutes);
  if (isFirst && person) await mailNotice(running, { email: person["email"] }, { key: "somebody-has-tried-too-often-to-sign" }, origin);
}

export async function become(running: Running, email: string): Promise<Outcome<Session>> {
  const person = running.options.rehearse ? await running.database.row(system.personByEmail(email)) : undefined;
  return person ? openSession(running, person["id"], { factor: true }) : refuse("not found", problem("not-found", say("there-is-no-such-person-in-this")));
}

const noPasswords = () => notPermitted(say("people-dont-sign-in-here-with-a"));
