/** What a session needs, and how the person shows it: the second factor of a sign-in, or that they are still there (default 142). */
import { system } from "@nonet/database";
import { authenticationOptions, usePasskey } from "../credentials/passkeys.ts";
import { needOf, openSession } from "../credentials/sessions.ts";
import { notConfirmed, ownSession, sessionState } from "../credentials/session-state.ts";
import { proofsOf, showProof } from "../credentials/show-proof.ts";
import { countAttempt, hashSource } from "../credentials/sign-in-attempts.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, Proof, SessionStatus, Site } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { done, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { renewSession } from "./renew-session.ts";
import { say } from "@nonet/texts";

export async function sessionStatus(running: Running, { token }: Caller): Promise<SessionStatus> {
  const state = await sessionState(running, token);
  if (!state) return { needs: null, proofs: [], email: null, acting: null };
  const proofs = await proofsOf(running, state.person.id);
  const shown = proofs.filter((kind) => kind !== "password" && kind !== "sso");
  const needs = needOf({ waits: state.factorMissing, hasFactors: shown.length > 0, needsPassword: state.needsPassword });
  return { needs, proofs: needs === "second factor" ? shown : proofs.filter((kind) => kind !== "recoveryCode"), email: state.person.email, acting: state.acting };
}

/** An API key counts as confirmed: an Owner who creates one has confirmed. */
export async function requireConfirmed(running: Running, { token }: Caller): Promise<Outcome<null>> {
  const state = await sessionState(running, token);
  return !state || state.confirmed ? done(null) : notConfirmed();
}

export async function confirm(running: Running, caller: Caller, proof: Proof, site: Site): Promise<Outcome<Session>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  const shown = await showProof(running, person, proof, { caller, site, allowed: ["password", "code", "passkey"] });
  if (!shown.ok) return shown;
  await recordEvent(running.database, { event: "confirmed", user: person.id, by: person.id, origin: caller, detail: { kind: shown.value } });
  return done(await renewSession(running, session.value, shown.value !== "password"));
}

/** Completes a sign-in that waits for the second factor. */
export async function showFactor(running: Running, caller: Caller, proof: Proof, site: Site): Promise<Outcome<Session>> {
  const state = await sessionState(running, caller.token);
  if (!state) return notSignedIn();
  if (!state.factorMissing) return refuse("conflict", problem("conflict", say("your-second-factor-isnt-asked-for-now")));
  const shown = await showProof(running, state.person, proof, { caller, site, allowed: ["code", "recoveryCode", "passkey"] });
  if (!shown.ok) return shown;
  await recordEvent(running.database, { event: "sign-in", user: state.person.id, by: state.person.id, origin: caller, detail: { secondFactor: shown.value } });
  return done(await renewSession(running, state, true));
}

/** For the person of the session, else for whoever has a passkey of this site. */
export async function passkeyOptions(running: Running, caller: Caller, site: Site): Promise<Outcome<unknown>> {
  const state = await sessionState(running, caller.token);
  if (state) return done(await authenticationOptions(running, state.person.id, site));
  return signsInByPasskey(running) ? done(await authenticationOptions(running, null, site)) : noPasskeys();
}

/** The device has verified the person, so that a passkey is two factors at once. */
export async function signInByPasskey(running: Running, response: unknown, site: Site, origin: Origin): Promise<Outcome<Session>> {
  if (!signsInByPasskey(running)) return noPasskeys();
  const held = await countAttempt(running, `passkeys from ${origin.source}`, hashSource(origin.source));
  if (held) return held;
  const user = await usePasskey(running, null, response, site);
  const person = user === undefined ? undefined : await running.database.row(system.personById(user));
  if (!person || person["active"] !== true) {
    await recordEvent(running.database, { event: "sign-in-failed", user: user ?? null, origin, detail: { method: "passkey" } });
    return refuse("not signed in", problem("wrong-credentials", say("this-passkey-isnt-known-here-or-its")));
  }
  await running.database.rows(system.clearAttempts(`passkeys from ${origin.source}`));
  await recordEvent(running.database, { event: "sign-in", user: user!, by: user!, origin, detail: { method: "passkey" } });
  return openSession(running, user!, { origin, factor: true });
}

const signsInByPasskey = ({ product }: Running): boolean => product.about.signIn.methods.includes("passkey");
const noPasskeys = () => notPermitted(say("people-dont-sign-in-here-with-a-2"));
