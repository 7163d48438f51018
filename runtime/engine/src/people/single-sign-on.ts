/** Single sign-on by OpenID Connect: the code flow with PKCE, with the provider that the environment names. */
import { createHash, randomBytes } from "node:crypto";
import { openIdNames } from "../calls/missing-settings.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session, SingleSignOn } from "../contract/people.ts";
import { done, notFound, problem, refuse } from "../refusals/refusal.ts";
import { type Claims, keyNamed, type ProviderKey, readIdToken } from "./id-token.ts";
import { enterBy } from "./sign-in-by-identity.ts";

interface Provider {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly userInfo: string | null;
  readonly keys: string;
  readonly secretInBody: boolean;
}

interface Kept {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Settings {
  readonly issuer: string;
  readonly client: string;
  readonly secret: string;
}

const waitMilliseconds = 10_000;

/** Thrown and caught in this file alone: the provider didn't answer as it should. */
class ProviderFault extends Error {}

export function makeSingleSignOn(running: Running): SingleSignOn {
  return {
    begin: (redirect) => guarded(running, (settings) => begin(settings, redirect)),
    finish: (redirect, kept, answer) => guarded(running, (settings) => finish(running, settings, redirect, kept, answer)),
  };
}

async function guarded<T>(running: Running, work: (settings: Settings) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (!running.product.about.signIn.methods.includes("single sign-on")) return notFound("way to sign in");
  const [issuer, client, secret] = openIdNames.map((name) => running.options.environment[name] ?? "");
  if (!issuer || !client || !secret)
    return refuse("unavailable", problem("unavailable", `Nobody can sign in by single sign-on yet: whoever runs the product sets ${openIdNames.join(", ")}.`));
  if (!URL.canParse(issuer) || !isSafe(new URL(issuer))) return refuse("unavailable", problem("unavailable", "NONET_OIDC_ISSUER isn't an https address."));
  try {
    return await work({ issuer: issuer.replace(/\/$/, ""), client, secret });
  } catch (error) {
    if (error instanceof ProviderFault) return refuse("call failed", problem("call-failed", `The sign-in provider didn't answer as it should: ${error.message}.`));
    throw error;
  }
}

/** Keys and tokens travel encrypted, or never leave the machine. */
const isSafe = (url: URL): boolean => url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname));

async function begin(settings: Settings, redirect: string): Promise<Outcome<{ address: string; kept: string }>> {
  const provider = await discover(settings);
  const kept: Kept = { state: token(), nonce: token(), verifier: token() };
  const address = new URL(provider.authorization);
  const asked = {
    response_type: "code",
    client_id: settings.client,
    redirect_uri: redirect,
    scope: "openid email profile",
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: createHash("sha256").update(kept.verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return done({ address: address.href, kept: Buffer.from(JSON.stringify(kept)).toString("base64url") });
}

const token = (): string => randomBytes(32).toString("base64url");

async function finish(running: Running, settings: Settings, redirect: string, keptText: string, answer: Readonly<Record<string, string>>): Promise<Outcome<Session>> {
  const kept = readKept(keptText);
  if (!kept || answer["state"] !== kept.state) return notSigned("This sign-in wasn't begun here, or too long ago; begin it again.");
  if (answer["error"]) return notSigned(`The sign-in provider refused: ${(answer["error_description"] ?? answer["error"]).slice(0, 200)}.`);
  if (!answer["code"]) return notSigned("The sign-in provider gave no code; begin again.");
  const provider = await discover(settings);
  const tokens = await exchange(settings, provider, redirect, kept, answer["code"]);
  if (tokens === null) return notSigned("The sign-in provider didn't take the code back; begin again.");
  const idToken = String(tokens["id_token"] ?? "");
  const read = readIdToken(idToken, await keysFor(provider, keyNamed(idToken)), {
    issuer: provider.issuer,
    client: settings.client,
    nonce: kept.nonce,
    now: Math.floor(Date.now() / 1000),
  });
  if ("wrong" in read) return notSigned(`The sign-in provider's token isn't to be trusted: ${read.wrong}.`);
  const claims = typeof read.claims["email"] === "string" ? read.claims : { ...read.claims, ...(await userInfo(provider, read.claims, String(tokens["access_token"] ?? ""))) };
  const text = (name: string): string => (typeof claims[name] === "string" ? (claims[name] as string).trim() : "");
  return enterBy(running, {
    issuer: provider.issuer,
    subject: read.claims.sub,
    email: claims["email_verified"] === false ? "" : text("email"),
    name: text("name") || [text("given_name"), text("family_name")].filter(Boolean).join(" ") || text("preferred_username"),
  });
}

const notSigned = (detail: string) => refuse("not signed in", problem("wrong-credentials", detail));

function readKept(text: string): Kept | null {
  try {
    const kept = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<Kept>;
    return typeof kept.state === "string" && kept.state.length > 20 && typeof kept.nonce === "string" && typeof kept.verifier === "string" ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

const discovered = new Map<string, { readonly until: number; readonly provider: Provider }>();

async function discover({ issuer }: Settings): Promise<Provider> {
  const known = discovered.get(issuer);
  if (known && known.until > Date.now()) return known.provider;
  const said = await json(`${issuer}/.well-known/openid-configuration`);
  if (String(said["issuer"]).replace(/\/$/, "") !== issuer) throw new ProviderFault("it calls itself by another name than NONET_OIDC_ISSUER");
  const methods = said["token_endpoint_auth_methods_supported"];
  const provider: Provider = {
    issuer: String(said["issuer"]),
    authorization: safe(said["authorization_endpoint"]),
    token: safe(said["token_endpoint"]),
    userInfo: said["userinfo_endpoint"] === undefined ? null : safe(said["userinfo_endpoint"]),
    keys: safe(said["jwks_uri"]),
    secretInBody: Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post"),
  };
  discovered.set(issuer, { until: Date.now() + 600_000, provider });
  return provider;
}

function safe(value: unknown): string {
  if (typeof value === "string" && URL.canParse(value) && isSafe(new URL(value))) return value;
  throw new ProviderFault("one of its addresses is missing or isn't https");
}

const keySets = new Map<string, readonly ProviderKey[]>();

/** Fetched again where the token's key isn't among those known: providers change their keys. */
async function keysFor(provider: Provider, kid: string | undefined): Promise<readonly ProviderKey[]> {
  const known = keySets.get(provider.keys);
  if (known && kid !== undefined && known.some((key) => key.kid === kid)) return known;
  const said = await json(provider.keys);
  const keys = Array.isArray(said["keys"]) ? (said["keys"] as ProviderKey[]) : [];
  keySets.set(provider.keys, keys);
  return keys;
}

/** null: the provider refused the code. */
async function exchange(settings: Settings, provider: Provider, redirect: string, kept: Kept, code: string): Promise<Record<string, unknown> | null> {
  const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: kept.verifier, client_id: settings.client });
  if (provider.secretInBody) body.set("client_secret", settings.secret);
  const basic = Buffer.from(`${encodeURIComponent(settings.client)}:${encodeURIComponent(settings.secret)}`).toString("base64");
  const response = await reach(provider.token, {
    method: "POST",
    headers: { accept: "application/json", ...(provider.secretInBody ? {} : { authorization: `Basic ${basic}` }) },
    body,
  });
  if (response.status === 400) return null;
  return content(response, provider.token);
}

async function userInfo(provider: Provider, claims: Claims, access: string): Promise<Record<string, unknown>> {
  if (!provider.userInfo || access === "") return {};
  const said = await json(provider.userInfo, { authorization: `Bearer ${access}` });
  return said["sub"] === claims.sub ? said : {};
}

const json = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> =>
  content(await reach(address, { headers: { accept: "application/json", ...headers } }), address);

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, redirect: "error", signal: AbortSignal.timeout(waitMilliseconds) });
  } catch {
    throw new ProviderFault(`nothing answers at ${new URL(address).origin}`);
  }
}

async function content(response: Response, address: string): Promise<Record<string, unknown>> {
  if (!response.ok) throw new ProviderFault(`status ${response.status} at ${new URL(address).pathname}`);
  const value: unknown = await response.json().catch(() => null);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new ProviderFault(`no JSON at ${new URL(address).pathname}`);
  return value as Record<string, unknown>;
}
