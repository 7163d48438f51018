/** Passkeys (WebAuthn, by `@simplewebauthn/server`): registered for an account, shown as a second factor or to sign in. */
import { system } from "@nonet/database";
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Site } from "../contract/accounts.ts";
import { hashToken } from "../security/tokens.ts";

const challengeSeconds = 300;

/** Loaded with the first passkey: loading it takes a quarter of a second, a third of a command's start. */
const webAuthn = () => import("@simplewebauthn/server");

interface Holder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Options for the browser to make a passkey. */
export async function registrationOptions(running: Running, { id, name, email }: Holder, site: Site): Promise<unknown> {
  const present = await running.database.rows(system.passkeysOf(id));
  const options = await (
    await webAuthn()
  ).generateRegistrationOptions({
    rpName: running.product.name,
    rpID: site.host,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(id)),
    attestationType: "none",
    excludeCredentials: present.map(descriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await running.database.rows(system.addChallenge(hashToken(options.challenge), "register", id, challengeSeconds));
  return options;
}

/** Gives whether the passkey was added. */
export async function addPasskey(running: Running, user: string, { name, response }: { readonly name: string; readonly response: unknown }, site: Site): Promise<boolean> {
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await attempt(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => useChallenge(running, challenge, "register", user),
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return false;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const passkey = { id, user, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports: [...(transports ?? [])].filter(isTransport), name };
  return (await running.database.row(system.addPasskey(passkey))) !== undefined;
}

/** Options for the browser to show a passkey: one of this person, or any that it has for the site. */
export async function authenticationOptions(running: Running, user: string | null, site: Site): Promise<unknown> {
  const allowed = user === null ? [] : await running.database.rows(system.passkeysOf(user));
  const options = await (
    await webAuthn()
  ).generateAuthenticationOptions({
    rpID: site.host,
    allowCredentials: allowed.map(descriptor),
    userVerification: user === null ? "required" : "preferred",
  });
  await running.database.rows(system.addChallenge(hashToken(options.challenge), "show", user, challengeSeconds));
  return options;
}

/** Whose passkey it is; undefined where it isn't valid. `user`: null for anybody's, who then has to be verified by the device. */
export async function usePasskey(running: Running, user: string | null, response: unknown, site: Site): Promise<string | undefined> {
  const id = (response as { readonly id?: unknown } | null)?.id;
  const row = typeof id === "string" && id.length <= 2_000 ? await running.database.row(system.passkey(id)) : undefined;
  if (!row || (user !== null && row["user_id"] !== user)) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await attempt(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => useChallenge(running, challenge, "show", user),
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: user === null,
      credential: { id: row["id"], publicKey: new Uint8Array(Buffer.from(row["public_key"], "base64url")), counter: Number(row["counter"]), transports: row["transports"] },
    }),
  );
  if (!verified?.verified) return undefined;
  await running.database.rows(system.passkeyUsed(row["id"], verified.authenticationInfo.newCounter));
  return row["user_id"] as string;
}

const useChallenge = async (running: Running, challenge: string, purpose: string, user: string | null): Promise<boolean> =>
  (await running.database.row(system.useChallenge(hashToken(challenge), purpose, user))) !== undefined;

const known: ReadonlySet<string> = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
const isTransport = (text: unknown): text is AuthenticatorTransport => typeof text === "string" && known.has(text);

const descriptor = (row: Row): { id: string; transports: AuthenticatorTransport[] } => ({ id: row["id"], transports: row["transports"] });

/** The library throws whatever is wrong with a response; a lost database isn't that. */
async function attempt<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "string" && /^[0-9A-Z]{5}$|^E[A-Z]+$/.test((error as { code: string }).code)) throw error;
    return undefined;
  }
}
