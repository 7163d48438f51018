/** Single sign-on by OpenID Connect: the code flow with PKCE (`openid-client`), with the provider that the environment names. */
import * as client from "openid-client";
import { openIdNames } from "../calls/missing-settings.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Origin } from "../contract/origin.ts";
import type { Session, SingleSignOn } from "../contract/people.ts";
import { done, notFound, problem, refuse } from "../refusals/refusal.ts";
import { enterBy } from "./sign-in-by-identity.ts";
import { failureOfProvider, UnsafeProvider } from "./sign-on-failure.ts";
import { say } from "@nonet/texts";

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

const waitSeconds = 10;
/** After this the provider's metadata is fetched again. */
const keptMilliseconds = 600_000;

export function makeSingleSignOn(running: Running): SingleSignOn {
  return {
    begin: (redirect, again = false) => guarded(running, (settings) => begin(settings, redirect, again)),
    finish: (redirect, kept, answer, origin) => guarded(running, (settings) => finish(running, settings, { redirect, kept, answer, origin })),
  };
}

async function guarded<T>(running: Running, work: (settings: Settings) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (!running.product.about.signIn.methods.includes("single sign-on")) return notFound("way to sign in");
  const [issuer, id, secret] = openIdNames.map((name) => running.options.environment[name] ?? "");
  if (!issuer || !id || !secret) return refuse("unavailable", problem("unavailable", say("nobody-can-sign-in-by-single-sign", { openIdNames: openIdNames.join(", ") })));
  if (!isSafe(issuer)) return refuse("unavailable", problem("unavailable", say("nonet-oidc-issuer-isnt-an-https-address")));
  try {
    return await work({ issuer, client: id, secret });
  } catch (error) {
    const failure = failureOfProvider(error);
    if (failure) return { ok: false, refusal: failure };
    throw error;
  }
}

const isLoopback = (url: URL): boolean => url.protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);

/** Keys and tokens travel encrypted, or never leave the machine. */
const isSafe = (address: unknown): boolean => typeof address === "string" && URL.canParse(address) && (new URL(address).protocol === "https:" || isLoopback(new URL(address)));

async function begin(settings: Settings, redirect: string, again: boolean): Promise<Outcome<{ address: string; kept: string }>> {
  const provider = await discover(settings);
  const kept: Kept = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirect,
    scope: "openid email profile",
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: "S256",
    ...(again ? { prompt: "login", max_age: "0" } : {}),
  });
  return done({ address: address.href, kept: Buffer.from(JSON.stringify(kept)).toString("base64url") });
}

interface Returned {
  readonly redirect: string;
  readonly kept: string;
  readonly answer: Readonly<Record<string, string>>;
  readonly origin: Origin | undefined;
}

async function finish(running: Running, settings: Settings, { redirect, kept: keptText, answer, origin }: Returned): Promise<Outcome<Session>> {
  const kept = readKept(keptText);
  if (!kept || answer["state"] !== kept.state) return refuse("not signed in", problem("wrong-credentials", say("this-sign-in-wasnt-begun-here-or")));
  const provider = await discover(settings);
  const address = new URL(redirect);
  address.search = new URLSearchParams(answer).toString();
  const tokens = await client.authorizationCodeGrant(provider, address, {
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    pkceCodeVerifier: kept.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const said = typeof claims.email === "string" || !provider.serverMetadata().userinfo_endpoint ? claims : await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
  const text = (name: string): string => [said[name], claims[name]].find((value): value is string => typeof value === "string")?.trim() ?? "";
  const person = {
    issuer: provider.serverMetadata().issuer,
    subject: claims.sub,
    // Only the boolean counts: some providers send texts, and "false" is one too.
    email: said.email_verified === true ? text("email") : "",
    name: text("name") || [text("given_name"), text("family_name")].filter(Boolean).join(" ") || text("preferred_username"),
    // RFC 8176: multiple-factor authentication.
    factor: Array.isArray(claims["amr"]) && claims["amr"].includes("mfa"),
  };
  return enterBy(running, person, origin);
}

function readKept(text: string): Kept | null {
  try {
    const kept = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<Kept>;
    return typeof kept.state === "string" && kept.state.length > 20 && typeof kept.nonce === "string" && typeof kept.verifier === "string" ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

const discovered = new Map<string, { readonly until: number; readonly provider: Promise<client.Configuration> }>();

/** The provider's addresses and, with them, its keys; one that failed is asked again the next time. */
function discover(settings: Settings): Promise<client.Configuration> {
  const key = JSON.stringify(settings);
  const known = discovered.get(key);
  if (known && known.until > Date.now()) return known.provider;
  const provider = readProvider(settings);
  discovered.set(key, { until: Date.now() + keptMilliseconds, provider });
  provider.catch(() => discovered.delete(key));
  return provider;
}

async function readProvider(settings: Settings): Promise<client.Configuration> {
  const issuer = new URL(settings.issuer);
  const provider = await discoverAt(issuer, settings).catch((error: unknown) => {
    // Providers differ in whether their name ends in a slash.
    if ((error as { code?: unknown }).code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") throw error;
    issuer.pathname = issuer.pathname.endsWith("/") ? issuer.pathname.slice(0, -1) : `${issuer.pathname}/`;
    return discoverAt(issuer, settings);
  });
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = provider.serverMetadata();
  if (![authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? jwks_uri].every(isSafe)) throw new UnsafeProvider("one of its addresses is missing or isn't https");
  // A token's signature counts although it came by TLS.
  client.enableNonRepudiationChecks(provider);
  return provider;
}

function discoverAt(issuer: URL, { client: id, secret }: Settings): Promise<client.Configuration> {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  const authenticate: client.ClientAuth = (server, metadata, body, headers) =>
    (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? inBody : inHeader)(server, metadata, body, headers);
  return client.discovery(issuer, id, { [client.clockTolerance]: 60 }, authenticate, {
    timeout: waitSeconds,
    execute: isLoopback(issuer) ? [client.allowInsecureRequests] : [],
  });
}
