/** Everything about accounts, as `Accounts` offers it. */
import { system } from "@nonet/database";
import { canMail } from "../credentials/account-mails.ts";
import { requiresFactor } from "../change/required-factor.ts";
import { ownSession } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { AccountOverview, Accounts, Caller } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done } from "../refusals/refusal.ts";
import { readSecurityLog } from "../security/read-log.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { refusalRecorder } from "../security/record-refusal.ts";
import { securityEventNames, securityEventText } from "../security/security-events.ts";
import { changeEmail, sendConfirmation } from "./addresses.ts";
import { inviteAgain } from "./invitations.ts";
import { confirmAddress, openAccountLink, useAccountLink } from "./links.ts";
import { endSessionsOf, resetSecondFactor } from "./owner-actions.ts";
import { addOwnKey, deleteOwnKey, ownKeys } from "./own-keys.ts";
import { endAllSessions, endOneSession, listSessions } from "./own-sessions.ts";
import { chooseLanguage } from "./language.ts";
import { changePassword, forgotPassword } from "./passwords.ts";
import { confirm, passkeyOptions, requireConfirmed, sessionStatus, showFactor, signInByPasskey } from "./proofs.ts";
import { beginPasskey, beginTotp, finishPasskey, finishTotp, newRecoveryCodes, removePasskey, removeTotp } from "./second-factors.ts";
import { actFor, stopActing } from "./support.ts";

export function makeAccounts(running: Running): Accounts {
  return {
    status: (caller) => sessionStatus(running, caller),
    requireConfirmed: (caller) => requireConfirmed(running, caller),
    confirm: (caller, proof, site) => confirm(running, caller, proof, site),
    showFactor: (caller, proof, site) => showFactor(running, caller, proof, site),
    overview: (caller) => overview(running, caller),
    chooseLanguage: (caller, language) => chooseLanguage(running, caller, language),
    changePassword: (caller, input) => changePassword(running, caller, input),
    forgotPassword: (email, origin) => forgotPassword(running, email, origin),
    openLink: (token) => openAccountLink(running, token),
    useLink: (token, password, origin) => useAccountLink(running, token, password, origin),
    confirmAddress: (token, origin) => confirmAddress(running, token, origin),
    sendConfirmation: (caller) => sendConfirmation(running, caller),
    changeEmail: (caller, email) => changeEmail(running, caller, email),
    sessions: (caller) => listSessions(running, caller),
    endSession: (caller, id) => endOneSession(running, caller, id),
    endAllSessions: (caller) => endAllSessions(running, caller),
    beginTotp: (caller) => beginTotp(running, caller),
    finishTotp: (caller, code) => finishTotp(running, caller, code),
    removeTotp: (caller) => removeTotp(running, caller),
    newRecoveryCodes: (caller) => newRecoveryCodes(running, caller),
    beginPasskey: (caller, site) => beginPasskey(running, caller, site),
    finishPasskey: (caller, input, site) => finishPasskey(running, caller, input, site),
    removePasskey: (caller, id) => removePasskey(running, caller, id),
    passkeyOptions: (caller, site) => passkeyOptions(running, caller, site),
    signInByPasskey: (response, site, origin) => signInByPasskey(running, response, site, origin),
    addKey: (caller, input) => addOwnKey(running, caller, input),
    keys: (caller) => ownKeys(running, caller),
    deleteKey: (caller, id) => deleteOwnKey(running, caller, id),
    inviteAgain: (actor, id, origin) => inviteAgain(running, actor, id, origin),
    endSessionsOf: (actor, id, origin) => endSessionsOf(running, actor, id, origin),
    resetSecondFactor: (actor, id, origin) => resetSecondFactor(running, actor, id, origin),
    actFor: (caller, id, input) => actFor(running, caller, id, input),
    stopActing: (caller) => stopActing(running, caller),
    securityLog: (actor, request) => readSecurityLog(running, actor, request),
    securityEvents: () => securityEventNames.map((event) => ({ event, what: securityEventText(event) })),
    recordRefusal: refusalRecorder(running),
    recordExport: (actor, what, origin) =>
      recordEvent(running.database, { event: "exported", user: actor.kind === "person" ? actor.id : null, by: responsible(actor), origin, detail: { what } }),
  };
}

async function overview(running: Running, caller: Caller): Promise<Outcome<AccountOverview>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const { id, email, roles } = session.value.person;
  const { database, product } = running;
  const factors = (await database.row(system.factorsOf(id)))!;
  const passkeys = await database.rows(system.passkeysOf(id));
  return done({
    email,
    emailConfirmed: (await database.row(system.isEmailConfirmed(id)))?.["confirmed"] === true,
    hasPassword: (await database.row(system.credential(id))) !== undefined,
    totp: factors["totp"] === true,
    recoveryCodes: Number(factors["codes"]),
    passkeys: passkeys.map((row) => ({ id: row["id"], name: row["name"], at: row["at"], usedAt: row["used"] ?? null })),
    needsSecondFactor: requiresFactor(running, roles),
    passkeySignIn: product.about.signIn.methods.includes("passkey"),
    language: (await database.row(system.languageOf(id)))?.["language"] ?? null,
    sendsMail: canMail(running),
  });
}
