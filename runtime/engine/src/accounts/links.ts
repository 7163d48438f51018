/** Opens the links of mails: to set a password, to accept an invitation, to confirm an address. */
import { system } from "@nonet/database";
import { mailNotice } from "../credentials/account-mails.ts";
import { passwordError, setPassword } from "../credentials/passwords.ts";
import { openSession } from "../credentials/sessions.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { LinkPurpose, OpenedAccountLink } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { hashToken } from "../security/tokens.ts";
import { changeAddress } from "./change-address.ts";
import { takesPasswords } from "./passwords.ts";
import { say } from "@nonet/texts";

const expired = () => refuse("not found", problem("link-not-valid", say("this-link-isnt-valid-it-may-have")));

async function linkOf(running: Running, token: string, purposes: readonly LinkPurpose[]): Promise<Row | undefined> {
  const row = await running.database.row(system.accountLink(hashToken(token)));
  if (!row || !purposes.includes(row["purpose"])) return undefined;
  // The address may have changed since the link was mailed to it.
  return row["purpose"] === "new-email" || String(row["link_email"]).toLowerCase() === String(row["email"]).toLowerCase() ? row : undefined;
}

const settingUp: readonly LinkPurpose[] = ["reset", "invitation", "owner"];
const confirming: readonly LinkPurpose[] = ["confirm", "new-email"];

export async function openAccountLink(running: Running, token: string): Promise<Outcome<OpenedAccountLink>> {
  const row = await linkOf(running, token, [...settingUp, ...confirming]);
  if (!row) return expired();
  const hasPasskeys = running.product.about.signIn.methods.includes("passkey");
  const ways = settingUp.includes(row["purpose"]) ? [...(takesPasswords(running) ? (["password"] as const) : []), ...(hasPasskeys ? (["passkey"] as const) : [])] : [];
  return done({ purpose: row["purpose"], name: row["name"] ?? "", email: row["link_email"], ways });
}

/** The link counts once, and only if the password can be set. */
export async function useAccountLink(running: Running, token: string, password: string | undefined, origin: Origin): Promise<Outcome<Session>> {
  const row = await linkOf(running, token, settingUp);
  if (!row) return expired();
  const user = String(row["id"]);
  const byPasskey = password === undefined;
  if (byPasskey && !running.product.about.signIn.methods.includes("passkey")) return refuse("invalid", problem("required", say("a-password-is-required"), { field: "password" }));
  const error = byPasskey ? null : await passwordError(running, password, { name: row["name"] ?? "", email: row["email"] });
  if (error !== null) return refuse("invalid", problem("invalid-value", error, { field: "password" }));
  if (!(await running.database.row(system.useAccountLink(hashToken(token))))) return expired();
  const isProved = (await running.database.row(system.isEmailConfirmed(user)))?.["confirmed"] === true;
  if (!byPasskey) await setPassword(running.database, user, password);
  await running.database.transaction(async (connection) => {
    // Somebody may have registered with this address before its owner did: no way in of theirs may stay. An app stays, because a mail must not replace a second factor.
    if (!isProved) await connection.all([system.endKeysOf(user), system.removePasskeysOf(user)]);
    await connection.all([system.endSessionsOf(user), system.endAccountLinks(user, settingUp), system.confirmEmail(user, row["email"]), system.clearAttempts(row["email"])]);
    return { commit: true, value: null };
  });
  const event = row["purpose"] === "invitation" ? "invitation-accepted" : "password-reset";
  await recordEvent(running.database, { event, user, by: user, origin });
  if (event === "password-reset") await mailNotice(running, { email: row["email"] }, { key: "your-password-was-reset-and-you-were" }, origin);
  // A person who already has a passkey shows it; one who has none adds it first.
  const hasPasskey = (await running.database.row(system.factorsOf(user)))!["passkeys"] > 0;
  return openSession(running, user, { origin, mustEnroll: byPasskey && !hasPasskey });
}

export async function confirmAddress(running: Running, token: string, origin: Origin): Promise<Outcome<{ readonly email: string }>> {
  const row = await linkOf(running, token, confirming);
  if (!row) return expired();
  const [user, email] = [String(row["id"]), String(row["link_email"])];
  if (row["purpose"] === "new-email") {
    const changed = await changeAddress(running, user, email);
    if (!changed.ok) return changed;
    await recordEvent(running.database, { event: "email-changed", user, by: user, origin });
    await mailNotice(running, { email: row["email"] }, { key: "the-email-address-of-your-account-was" }, origin);
  }
  await running.database.rows(system.useAccountLink(hashToken(token)));
  await running.database.rows(system.confirmEmail(user, email));
  await recordEvent(running.database, { event: "email-confirmed", user, by: user, origin });
  return done({ email });
}
