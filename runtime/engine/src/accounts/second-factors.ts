/** Adds and removes second factors: an app, passkeys, recovery codes (defaults 144 and 145). */
import { system } from "@nonet/database";
import { mailNotice, type Notice } from "../credentials/account-mails.ts";
import { addPasskey, registrationOptions } from "../credentials/passkeys.ts";
import { replaceRecoveryCodes } from "../credentials/recovery-codes.ts";
import { requiresFactor } from "../change/required-factor.ts";
import { confirmedSession, factorMissing, notConfirmed, passwordMissing, type SessionState, sessionState } from "../credentials/session-state.ts";
import { confirmTotp, proposeTotp } from "../credentials/totp.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, EnrolledFactor, Site } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { done, notFound, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { renewSession } from "./renew-session.ts";
import { say } from "@nonet/texts";

/**
 * The session of a person who adds a factor: complete and confirmed, or one that waits because the account has none yet.
 * Where it has one, it has to be shown first: a password alone must not add another.
 */
async function enrollingSession(running: Running, caller: Caller): Promise<Outcome<SessionState>> {
  const state = await sessionState(running, caller.token);
  if (!state || state.acting || state.complete) return confirmedSession(running, caller);
  if (state.needsPassword) return passwordMissing();
  const factors = (await running.database.row(system.factorsOf(state.person.id)))!;
  if (factors["totp"] === true || factors["passkeys"] > 0) return factorMissing();
  return state.confirmed ? done(state) : notConfirmed();
}

export async function beginTotp(running: Running, caller: Caller): Promise<Outcome<{ readonly secret: string; readonly address: string }>> {
  const session = await enrollingSession(running, caller);
  if (!session.ok) return session;
  const proposed = await proposeTotp(running, session.value.person.id, session.value.person.email);
  return proposed ? done(proposed) : refuse("conflict", problem("conflict", say("an-app-is-set-up-already-remove")));
}

export async function finishTotp(running: Running, caller: Caller, code: string): Promise<Outcome<EnrolledFactor>> {
  const session = await enrollingSession(running, caller);
  if (!session.ok) return session;
  if (!(await confirmTotp(running, session.value.person.id, code))) return refuse("invalid", problem("invalid-value", say("the-code-isnt-right-enter-the-one"), { field: "code" }));
  return enrolled(running, caller, session.value, { kind: "app", notice: { key: "an-app-for-codes-was-added-to" } });
}

export async function beginPasskey(running: Running, caller: Caller, site: Site): Promise<Outcome<unknown>> {
  const session = await enrollingSession(running, caller);
  return session.ok ? done(await registrationOptions(running, session.value.person, site)) : session;
}

export async function finishPasskey(running: Running, caller: Caller, input: { readonly name: string; readonly response: unknown }, site: Site): Promise<Outcome<EnrolledFactor>> {
  const session = await enrollingSession(running, caller);
  if (!session.ok) return session;
  const name = input.name.trim() || "Passkey";
  if ([...name].length > 80) return refuse("invalid", problem("invalid-value", say("a-passkeys-name-has-at-most-80"), { field: "name" }));
  if (!(await addPasskey(running, session.value.person.id, { name, response: input.response }, site)))
    return refuse("invalid", problem("invalid-value", say("the-passkey-wasnt-accepted-begin-again"), { field: "response" }));
  return enrolled(running, caller, session.value, { kind: "passkey", notice: { key: "the-passkey-name-was-added-to-your", values: { name } } });
}

/** Other sessions end, because they were begun without the factor. */
async function enrolled(
  running: Running,
  caller: Caller,
  state: SessionState,
  { kind, notice }: { readonly kind: string; readonly notice: Notice },
): Promise<Outcome<EnrolledFactor>> {
  const user = state.person.id;
  const factors = (await running.database.row(system.factorsOf(user)))!;
  const isFirst = Number(factors["totp"] === true) + Number(factors["passkeys"]) === 1;
  const recoveryCodes = factors["codes"] === 0 ? await replaceRecoveryCodes(running, user) : null;
  if (isFirst) await running.database.rows(system.endOtherSessions(user, state.id));
  let session: Session | null = null;
  if (!state.factor) session = await renewSession(running, state, true);
  await recordEvent(running.database, { event: "second-factor-added", user, by: user, origin: caller, detail: { kind } });
  await mailNotice(running, state.person, notice, caller);
  return done({ recoveryCodes, session });
}

export async function removeTotp(running: Running, caller: Caller): Promise<Outcome<null>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  const refused = await refuseLastFactor(running, session.value, { totp: 1, passkeys: 0 });
  if (refused) return refused;
  if (!(await running.database.row(system.removeTotp(person.id)))) return notFound("second factor");
  return removed(running, caller, session.value, { kind: "app", notice: { key: "the-app-for-codes-was-removed-from" } });
}

export async function removePasskey(running: Running, caller: Caller, id: string): Promise<Outcome<null>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  const refused = await refuseLastFactor(running, session.value, { totp: 0, passkeys: 1 });
  if (refused) return refused;
  const row = await running.database.row(system.removePasskey(person.id, id));
  return row
    ? removed(running, caller, session.value, { kind: "passkey", notice: { key: "the-passkey-row-was-removed-from-your", values: { row: String(row["name"]) } } })
    : notFound("passkey");
}

/** Whoever needs a second factor keeps one, and whoever can only sign in with a passkey keeps one. */
async function refuseLastFactor(running: Running, { person }: SessionState, less: { readonly totp: number; readonly passkeys: number }): Promise<Outcome<never> | null> {
  const factors = (await running.database.row(system.factorsOf(person.id)))!;
  const totp = Number(factors["totp"] === true) - less.totp;
  const passkeys = Number(factors["passkeys"]) - less.passkeys;
  if (totp <= 0 && passkeys <= 0 && requiresFactor(running, person.roles)) return refuse("conflict", problem("conflict", say("your-roles-need-a-second-factor-so")));
  const methods = running.product.about.signIn.methods;
  const onlyPasskeys = methods.includes("passkey") && !methods.includes("single sign-on") && !(await running.database.row(system.credential(person.id)));
  return passkeys <= 0 && less.passkeys > 0 && onlyPasskeys ? refuse("conflict", problem("conflict", say("you-sign-in-with-this-passkey-add"))) : null;
}

async function removed(running: Running, caller: Caller, { person }: SessionState, { kind, notice }: { readonly kind: string; readonly notice: Notice }): Promise<Outcome<null>> {
  const factors = (await running.database.row(system.factorsOf(person.id)))!;
  // Recovery codes stand for a factor: without one they would be a key of their own.
  if (factors["totp"] !== true && factors["passkeys"] === 0)
    await running.database.transaction(async (connection) => {
      await connection.all(system.removeFactors(person.id));
      return { commit: true, value: null };
    });
  await recordEvent(running.database, { event: "second-factor-removed", user: person.id, by: person.id, origin: caller, detail: { kind } });
  await mailNotice(running, person, notice, caller);
  return done(null);
}

export async function newRecoveryCodes(running: Running, caller: Caller): Promise<Outcome<{ readonly codes: readonly string[] }>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  const factors = (await running.database.row(system.factorsOf(person.id)))!;
  if (factors["totp"] !== true && factors["passkeys"] === 0) return refuse("conflict", problem("conflict", say("set-up-an-app-or-a-passkey")));
  const codes = await replaceRecoveryCodes(running, person.id);
  await recordEvent(running.database, { event: "recovery-codes-made", user: person.id, by: person.id, origin: caller });
  await mailNotice(running, person, { key: "new-recovery-codes-were-made-for-your" }, caller);
  return done({ codes });
}
