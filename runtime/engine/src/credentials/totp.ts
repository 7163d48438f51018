/** Codes of an app (RFC 6238): 6 digits, 30 seconds, one step of tolerance; each code counts once. */
import { system } from "@nonet/database";
import { Secret, TOTP } from "otpauth";
import type { Running } from "../connection/running-product.ts";

const period = 30;
const secretBytes = 20;

const totpOf = (secret: string, issuer = "", label = "account"): TOTP => new TOTP({ secret: Secret.fromBase32(secret), issuer, label, digits: 6, period, algorithm: "SHA1" });

/** A new secret that counts once a code of it was entered; null where an app is set up already. */
export async function proposeTotp(running: Running, user: string, email: string): Promise<{ readonly secret: string; readonly address: string } | null> {
  const secret = new Secret({ size: secretBytes }).base32;
  const isProposed = await running.database.row(system.proposeTotp(user, secret));
  return isProposed ? { secret, address: totpOf(secret, running.product.name, email).toString() } : null;
}

export async function confirmTotp(running: Running, user: string, code: string): Promise<boolean> {
  const row = await running.database.row(system.totp(user));
  const step = row && row["confirmed"] !== true ? stepOf(row["secret"], code) : null;
  return step !== null && (await running.database.row(system.confirmTotp(user, step))) !== undefined;
}

export async function useTotp(running: Running, user: string, code: string): Promise<boolean> {
  const row = await running.database.row(system.totp(user));
  const step = row?.["confirmed"] === true ? stepOf(row["secret"], code) : null;
  return step !== null && (await running.database.row(system.useTotpStep(user, step))) !== undefined;
}

/** The step to which the code belongs, or null. By the real clock, also in rehearsal. */
function stepOf(secret: string, code: string): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / period) + delta;
}
