/** Codes of an app (RFC 6238): 6 digits, 30 seconds, one step of tolerance; each code counts once. */
import { system } from "@nonet/database";
import { Secret, TOTP } from "otpauth";
import type { Running } from "../connection/running-product.ts";
import { totpSubject } from "../security/reseal-secrets.ts";

const period = 30;
const secretBytes = 20;

const totpOf = (secret: string, issuer = "", label = "account"): TOTP => new TOTP({ secret: Secret.fromBase32(secret), issuer, label, digits: 6, period, algorithm: "SHA1" });

/** A new secret that counts once a code of it was entered; null where an app is set up already. One that no key can read any more is replaced. */
export async function proposeTotp(running: Running, user: string, email: string): Promise<{ readonly secret: string; readonly address: string } | null> {
  const secret = new Secret({ size: secretBytes }).base32;
  if (await isUnreadable(running, user)) await running.database.rows(system.removeTotp(user));
  const isProposed = await running.database.row(system.proposeTotp(user, running.keys.seal(secret, totpSubject(user))));
  return isProposed ? { secret, address: totpOf(secret, running.product.name, email).toString() } : null;
}

export async function confirmTotp(running: Running, user: string, code: string): Promise<boolean> {
  const { secret, confirmed } = await totpFor(running, user);
  const step = !confirmed && secret !== null ? stepOf(secret, code) : null;
  return step !== null && (await running.database.row(system.confirmTotp(user, step))) !== undefined;
}

export async function useTotp(running: Running, user: string, code: string): Promise<boolean> {
  const { secret, confirmed } = await totpFor(running, user);
  const step = confirmed && secret !== null ? stepOf(secret, code) : null;
  return step !== null && (await running.database.row(system.useTotpStep(user, step))) !== undefined;
}

/** An app is set up, and the key that encrypted its secret is missing. */
export async function isUnreadable(running: Running, user: string): Promise<boolean> {
  const { secret, confirmed } = await totpFor(running, user);
  return confirmed && secret === null;
}

/** `secret`: null where there is none, or none that can be read. */
async function totpFor(running: Running, user: string): Promise<{ readonly secret: string | null; readonly confirmed: boolean }> {
  const row = await running.database.row(system.totp(user));
  return { secret: row ? running.keys.open(row["secret"], totpSubject(user)) : null, confirmed: row?.["confirmed"] === true };
}

/** The step to which the code belongs, or null. By the real clock, also in rehearsal. */
function stepOf(secret: string, code: string): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / period) + delta;
}
