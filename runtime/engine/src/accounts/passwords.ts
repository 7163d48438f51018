/** Changes a password, and lets a person who forgot theirs set a new one by mail (default 141). */
import { system } from "@nonet/database";
import { canMail, mailLink, mailNotice } from "../credentials/account-mails.ts";
import { isPassword, passwordError, setPassword } from "../credentials/passwords.ts";
import { factorMissing, ownSession, type SessionState, sessionState } from "../credentials/session-state.ts";
import { countAttempt, hashSource } from "../credentials/sign-in-attempts.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent, recordEventBelow } from "../security/record-event.ts";
import { say } from "@nonet/texts";

export const takesPasswords = ({ options, product }: Running): boolean => options.rehearse || product.about.signIn.methods.includes("email and password");

/** The other sessions end: whoever knew the old password is out. */
export async function changePassword(running: Running, caller: Caller, { current, password }: { readonly current?: string; readonly password: string }): Promise<Outcome<null>> {
  const session = await changingSession(running, caller);
  if (!session.ok) return session;
  if (!takesPasswords(running)) return notPermitted(say("people-dont-sign-in-here-with-a"));
  const { person, id, confirmed, needsPassword } = session.value;
  const stored = (await running.database.row(system.credential(person.id)))?.["hash"] as string | undefined;
  if ((stored !== undefined && !(needsPassword && confirmed)) || current !== undefined) {
    const held = await countAttempt(running, `proof ${person.id}`, hashSource(caller.source));
    if (held) return held;
    if (!(await isPassword(stored, current ?? ""))) return refuse("invalid", problem("invalid-value", say("the-current-password-isnt-right"), { field: "current" }));
    await running.database.rows(system.clearAttempts(`proof ${person.id}`));
  } else if (!confirmed) return notPermitted(say("sign-in-again-before-you-set-a"));
  const error = await passwordError(running, password, person);
  if (error !== null) return refuse("invalid", problem("invalid-value", error, { field: "password" }));
  if (needsPassword && (await isPassword(stored, password)))
    return refuse("invalid", problem("invalid-value", say("choose-another-password-than-the-one-that"), { field: "password" }));
  await setPassword(running.database, person.id, password);
  if (needsPassword) await running.database.rows(system.passwordChosen(id));
  await running.database.rows(system.endOtherSessions(person.id, id));
  await running.database.rows(system.endAccountLinks(person.id, ["reset"]));
  await recordEvent(running.database, { event: "password-changed", user: person.id, by: person.id, origin: caller });
  await mailNotice(running, person, { key: "your-password-was-changed-and-you-were" }, caller);
  return done(null);
}

/** The caller's own session, complete, or one that waits for nothing but a password of the person's own. */
async function changingSession(running: Running, caller: Caller): Promise<Outcome<SessionState>> {
  const state = await sessionState(running, caller.token);
  if (!state?.needsPassword || state.acting) return ownSession(running, caller);
  const factors = (await running.database.row(system.factorsOf(state.person.id)))!;
  return state.factorMissing && (factors["totp"] === true || factors["passkeys"] > 0) ? factorMissing() : done(state);
}

const mailsPerHour = 3;

/** Resolves before anything is looked up: neither the answer nor its time discloses whether there is such an account. */
export async function forgotPassword(running: Running, email: string, origin: Origin): Promise<Outcome<null>> {
  const held = await countAttempt(running, `forgotten ${email}`, hashSource(origin.source));
  if (held) return held;
  void sendReset(running, email, origin).catch((error: unknown) => running.options.onFault?.({ at: "a password reset", error }));
  return done(null);
}

async function sendReset(running: Running, email: string, origin: Origin): Promise<void> {
  const person = await running.database.row(system.personByEmail(email));
  if (!person || person["active"] !== true || !canMail(running)) return;
  const user = String(person["id"]);
  if (!(await recordEventBelow(running.database, { event: "password-reset-requested", user, origin }, mailsPerHour))) return;
  await mailLink(running, { purpose: "reset", user, email: person["email"] });
}
