/** Verifies an OpenID Connect ID token: its signature by the provider's keys, and what it must say (OpenID Connect Core 1.0, section 3.1.3.7). */
import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify, type VerifyKeyObjectInput } from "node:crypto";

export interface ProviderKey extends JsonWebKey {
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export interface Expected {
  readonly issuer: string;
  readonly client: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly now: number;
}

const slackSeconds = 60;

/** The header's key, so that the caller can fetch the keys anew where it isn't among them. */
export function keyNamed(token: string): string | undefined {
  const kid = read(token.split(".")[0] ?? "")?.["kid"];
  return typeof kid === "string" ? kid : undefined;
}

/** The claims, or why the token isn't to be trusted. */
export function readIdToken(token: string, keys: readonly ProviderKey[], expected: Expected): { readonly claims: Claims } | { readonly wrong: string } {
  const parts = token.split(".");
  const header = read(parts[0] ?? "");
  const claims = read(parts[1] ?? "");
  if (parts.length !== 3 || !header || !claims) return { wrong: "it can't be read" };
  const algorithm = String(header["alg"]);
  const fitting = keys.filter((key) => (key.use ?? "sig") === "sig" && (key.alg ?? algorithm) === algorithm && (header["kid"] === undefined || key.kid === header["kid"]));
  const signed = fitting.some((key) => isSignedBy(key, algorithm, `${parts[0]}.${parts[1]}`, Buffer.from(parts[2]!, "base64url")));
  if (!signed) return { wrong: "its signature isn't the provider's" };
  const wrong = wrongIn(claims, expected);
  return wrong === null ? { claims: claims as Claims } : { wrong };
}

function wrongIn(claims: Readonly<Record<string, unknown>>, { issuer, client, nonce, now }: Expected): string | null {
  const audience = Array.isArray(claims["aud"]) ? claims["aud"] : [claims["aud"]];
  if (claims["iss"] !== issuer) return "it comes from another issuer";
  if (!audience.includes(client) || (audience.length > 1 && claims["azp"] !== client)) return "it is meant for another client";
  if (typeof claims["sub"] !== "string" || claims["sub"] === "") return "it names nobody";
  if (typeof claims["exp"] !== "number" || claims["exp"] < now - slackSeconds) return "it has expired";
  if (typeof claims["iat"] === "number" && claims["iat"] > now + slackSeconds) return "it comes from the future";
  return claims["nonce"] === nonce ? null : "it belongs to another sign-in";
}

function isSignedBy(jwk: ProviderKey, algorithm: string, text: string, signature: Buffer): boolean {
  try {
    const input = inputOf(algorithm, createPublicKey({ key: jwk, format: "jwk" }));
    return input !== null && verify(input.hash, Buffer.from(text), input.key, signature);
  } catch {
    return false;
  }
}

/** Public-key algorithms only: `none`, and a shared secret where a key is expected, prove nothing. */
function inputOf(algorithm: string, key: KeyObject): { hash: string | null; key: VerifyKeyObjectInput | KeyObject } | null {
  const kind = key.asymmetricKeyType;
  const match = /^(RS|PS|ES)(256|384|512)$/.exec(algorithm);
  if (algorithm === "EdDSA" && kind === "ed25519") return { hash: null, key };
  if (!match) return null;
  const hash = `sha${match[2]}`;
  if (match[1] === "RS" && kind === "rsa") return { hash, key };
  if (match[1] === "PS" && kind === "rsa") return { hash, key: { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } };
  return match[1] === "ES" && kind === "ec" ? { hash, key: { key, dsaEncoding: "ieee-p1363" } } : null;
}

function read(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
