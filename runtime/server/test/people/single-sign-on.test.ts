/** Single sign-on with a real, small OpenID Connect provider: permitted and refused sign-ins, and forged responses. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clientOf } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = (register: string): string => `# Specification: Doors

## 1. What the product does and for whom

- **Sign-in**: single sign-on; ${register}
- **Logo**: logo.svg

## 3. Entities and their fields

### Door

- name: text

## 6. Roles and permissions

- **Guest**

| | Guest |
|---|---|
| Door | read |
`;

interface Provider {
  readonly issuer: string;
  /** Who signs in next, and how the token is bent. */
  claims: Record<string, unknown>;
  bend: (claims: Record<string, unknown>) => Record<string, unknown>;
  key: KeyObject;
  algorithm: string;
  readonly asked: URLSearchParams[];
  close(): Promise<void>;
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const part = (value: unknown): string => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

async function openProvider(): Promise<Provider> {
  let issued = 0;
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string }>();
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    const say = (status: number, body: unknown) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration")
      return say(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        userinfo_endpoint: `${provider.issuer}/me`,
        jwks_uri: `${provider.issuer}/keys`,
      });
    if (url.pathname === "/keys") return say(200, { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] });
    if (url.pathname === "/me") return say(200, { sub: provider.claims["sub"], email: "from-userinfo@example.test", email_verified: true });
    if (url.pathname === "/authorize") {
      const code = `code-${issued++}`;
      codes.set(code, { challenge: url.searchParams.get("code_challenge")!, nonce: url.searchParams.get("nonce")!, redirect: url.searchParams.get("redirect_uri")! });
      provider.asked.push(url.searchParams);
      return response.writeHead(302, { location: `${url.searchParams.get("redirect_uri")}?code=${code}&state=${url.searchParams.get("state")}` }).end();
    }
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const form = new URLSearchParams(body);
      const known = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      // Both halves are form-encoded before they are joined (RFC 6749, section 2.3.1).
      const secret = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64")
        .toString()
        .split(":")
        .map(decodeURIComponent);
      if (secret.join(":") !== "doors:the-secret") return say(401, {});
      if (
        !known ||
        createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url") !== known.challenge ||
        form.get("redirect_uri") !== known.redirect
      )
        return say(400, { error: "invalid_grant" });
      const now = Math.floor(Date.now() / 1000);
      const claims = provider.bend({ iss: provider.issuer, aud: "doors", exp: now + 60, iat: now, nonce: known.nonce, ...provider.claims });
      const signed = `${part({ alg: provider.algorithm, kid: "one" })}.${part(claims)}`;
      const signature = provider.algorithm === "none" ? "" : sign("sha256", Buffer.from(signed), provider.key).toString("base64url");
      say(200, { access_token: "a", token_type: "Bearer", id_token: `${signed}.${signature}` });
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const provider: Provider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    bend: (c) => c,
    key: keys.privateKey,
    algorithm: "RS256",
    asked: [],
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return provider;
}

let provider: Provider;
let invited: Served;
beforeAll(async () => {
  provider = await openProvider();
  invited = await serveProduct(
    text("by invitation"),
    { NONET_OIDC_ISSUER: provider.issuer, NONET_OIDC_CLIENT_ID: "doors", NONET_OIDC_CLIENT_SECRET: "the-secret", NONET_OIDC_OWNER: "s-someone, s-owner" },
    { fileBeside: async (name) => (name === "logo.svg" ? Buffer.from("<svg/>") : null) },
  );
}, 60_000);
afterAll(async () => {
  await invited?.close();
  await provider?.close();
});
beforeEach(() =>
  Object.assign(provider, {
    bend: (c: Record<string, unknown>) => c,
    key: keys.privateKey,
    algorithm: "RS256",
    claims: { sub: "s-owner", email: "owner@example.test", email_verified: true },
  }),
);

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((c) => c.split(";")[0]!)
    .join("; ");

/** As a browser goes: to the provider, back with the code, with the cookies that it was given. */
async function enter(served: Served, more: { to?: string; cookies?: string; bendBack?: (url: URL) => void } = {}) {
  const begun = await fetch(`${served.server.address}/api/sign-in/sso?to=${encodeURIComponent(more.to ?? "/doors")}`, { redirect: "manual" });
  const leads = begun.headers.get("location") ?? "";
  if (!leads.startsWith(provider.issuer)) return { status: begun.status, to: leads, me: null, body: await begun.text() };
  const back = new URL((await fetch(leads, { redirect: "manual" })).headers.get("location")!);
  more.bendBack?.(back);
  const ended = await fetch(back, { redirect: "manual", headers: { cookie: more.cookies ?? cookiesOf(begun) } });
  const me = await fetch(`${served.server.address}/api/me`, { headers: { cookie: cookiesOf(ended) } });
  return { status: ended.status, to: ended.headers.get("location"), me: ((await me.json()) as { email: string | null }).email, body: await ended.text() };
}

test("invited people sign in by their address, and later by the provider's identifier, even with another address", async () => {
  expect(await enter(invited)).toMatchObject({ status: 302, to: "/doors", me: "owner@example.test" });
  const asked = provider.asked.at(-1)!;
  expect([asked.get("response_type"), asked.get("code_challenge_method"), asked.get("scope"), asked.get("client_id")]).toEqual(["code", "S256", "openid email profile", "doors"]);
  provider.claims = { sub: "s-owner", email: "new-name@example.test" };
  expect((await enter(invited)).me).toBe("owner@example.test");
});

test("people who aren't invited are refused; a browser shows why on the sign-in page", async () => {
  provider.claims = { sub: "s-x", email: "x@example.test" };
  const refused = await enter(invited);
  expect([refused.status, refused.me]).toEqual([403, null]);
  expect(refused.body).toContain("invitation");
  const page = await fetch(`${invited.server.address}/api/sign-in/sso/back?code=1&state=2`, { redirect: "manual", headers: { accept: "text/html" } });
  expect(page.headers.get("location")).toMatch(/^\/sign-in\?why=This%20sign-in%20wasn/);
});

test.each([
  ["another nonce", { bend: (c: Record<string, unknown>) => ({ ...c, nonce: "other" }) }, "another sign-in"],
  ["another audience", { bend: (c: Record<string, unknown>) => ({ ...c, aud: "windows" }) }, "another client"],
  ["another issuer", { bend: (c: Record<string, unknown>) => ({ ...c, iss: "https://elsewhere.test" }) }, "another issuer"],
  ["an old one", { bend: (c: Record<string, unknown>) => ({ ...c, exp: 1000 }) }, "expired"],
  ["another's signature", { key: other.privateKey }, "signature"],
  ["no signature", { algorithm: "none" }, "signature"],
] as const)("a token with %s lets nobody in", async (_, bent, why) => {
  Object.assign(provider, bent);
  const entered = await enter(invited);
  expect([entered.status, entered.me]).toEqual([401, null]);
  expect(entered.body).toContain(why);
});

test("refuses another browser's response, a changed state, a code used twice and a redirect to another site", async () => {
  expect((await enter(invited, { cookies: "" })).status).toBe(401);
  expect((await enter(invited, { bendBack: (url) => url.searchParams.set("state", "x") })).status).toBe(401);
  expect((await enter(invited, { bendBack: (url) => url.searchParams.set("code", "code-0") })).status).toBe(401);
  for (const to of ["//evil.test", "https://evil.test", "/\\evil.test"]) expect((await enter(invited, { to })).to).toBe("/");
});

test("ignores an unconfirmed address; without one in the token, asks the provider", async () => {
  provider.claims = { sub: "s-u", email: "owner@example.test", email_verified: false };
  expect((await enter(invited)).status).toBe(403);
  provider.claims = { sub: "s-info" };
  const { actor } = await owner();
  expect((await invited.engine.people.invite(actor, { email: "from-userinfo@example.test", name: "Info", roles: ["Guest"] })).ok).toBe(true);
  expect((await enter(invited)).me).toBe("from-userinfo@example.test");
});

test.each([["false"], ["true"], [1], [null], [undefined]])("ignores an address with email_verified %j", async (email_verified) => {
  const { actor } = await owner();
  await invited.engine.people.invite(actor, { email: "bea@example.test", name: "Bea", roles: ["Guest"] });
  provider.claims = { sub: "s-evil", email: "bea@example.test", email_verified };
  expect(await enter(invited)).toMatchObject({ status: 403, me: null });
});

test("doesn't link a second user of the provider by the same address, not even at the same time", async () => {
  const { actor } = await owner();
  for (const name of ["Cleo", "Dora"]) await invited.engine.people.invite(actor, { email: `${name}@example.test`, name, roles: ["Guest"] });
  provider.claims = { sub: "s-cleo", email: "cleo@example.test", email_verified: true };
  expect((await enter(invited)).me).toBe("Cleo@example.test");
  provider.claims = { sub: "s-cleo-too", email: "cleo@example.test", email_verified: true };
  const refused = await enter(invited);
  expect([refused.status, refused.me]).toEqual([403, null]);
  expect(refused.body).toContain("as another user of the sign-in provider");
  let subject = 0;
  provider.bend = (claims) => ({ ...claims, sub: `s-dora-${subject++}`, email: "dora@example.test" });
  const entered = await Promise.all([enter(invited), enter(invited), enter(invited)]);
  expect(entered.map((one) => one.status).sort()).toEqual([302, 403, 403]);
});

test("doesn't link an Owner by address alone: the operator names the Owner", async () => {
  const settings = { NONET_OIDC_ISSUER: provider.issuer, NONET_OIDC_CLIENT_ID: "doors", NONET_OIDC_CLIENT_SECRET: "the-secret" };
  for (const named of [{}, { NONET_OIDC_OWNER: "s-another" }] as Record<string, string>[]) {
    const served = await serveProduct(text("by invitation"), { ...settings, ...named });
    try {
      const refused = await enter(served);
      expect([refused.status, refused.me]).toEqual([403, null]);
      expect(refused.body).toContain('sets NONET_OIDC_OWNER to \\"s-owner\\"');
    } finally {
      await served.close();
    }
  }
}, 120_000);

test("the provider redirects to the product's own address, whatever the Host header", async () => {
  const { port } = new URL(invited.server.address);
  const location = await new Promise<string>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/api/sign-in/sso", headers: { host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.headers.location ?? "");
    }).on("error", reject);
  });
  expect(new URL(location).searchParams.get("redirect_uri")).toBe(`${invited.server.address}/api/sign-in/sso/back`);
});

test("refuses passwords, and serves the logo from the document's folder", async () => {
  const password = await clientOf(invited.server.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "the owner's password" });
  expect([password.status, password.body.code]).toEqual([403, "not-permitted"]);
  const logo = await fetch(`${invited.server.address}/api/-/logo`);
  expect([logo.status, logo.headers.get("content-type"), await logo.text()]).toEqual([200, "image/svg+xml", "<svg/>"]);
});

test("creates users on sign-in if anyone may register; reports missing settings at startup, except in rehearsal", async () => {
  const open = await serveProduct(text("anyone may register as Guest"), {
    NONET_OIDC_ISSUER: provider.issuer,
    NONET_OIDC_CLIENT_ID: "doors",
    NONET_OIDC_CLIENT_SECRET: "the-secret",
  });
  try {
    provider.claims = { sub: "s-new", email: "new@example.test", name: "New One" };
    expect((await enter(open)).status).toBe(403);
    provider.claims = { ...provider.claims, email_verified: true };
    expect((await enter(open)).me).toBe("new@example.test");
  } finally {
    await open.close();
  }
  const bare = await serveProduct(text("by invitation"));
  try {
    expect(bare.engine.missingSettings()).toEqual(["Nobody can sign in by single sign-on: set NONET_OIDC_ISSUER, NONET_OIDC_CLIENT_ID and NONET_OIDC_CLIENT_SECRET."]);
    expect((await enter(bare)).status).toBe(503);
  } finally {
    await bare.close();
  }
  const rehearsal = await serveProduct(text("by invitation"), {}, { rehearse: true });
  try {
    expect(rehearsal.engine.missingSettings()).toEqual([]);
    expect((await clientOf(rehearsal.server.address)("POST", "/api/sign-in", { email: "guest@example.test", password: "rehearsal" })).status).toBe(200);
  } finally {
    await rehearsal.close();
  }
}, 150_000);

/** The Owner's actor, as the session that single sign-on began has it. */
async function owner() {
  provider.claims = { sub: "s-owner", email: "owner@example.test" };
  const begun = await invited.engine.singleSignOn.begin("http://localhost/back");
  if (!begun.ok) throw new Error("it begins");
  const back = new URL((await fetch(begun.value.address, { redirect: "manual" })).headers.get("location")!);
  const session = await invited.engine.singleSignOn.finish("http://localhost/back", begun.value.kept, Object.fromEntries(back.searchParams));
  if (!session.ok) throw new Error(JSON.stringify(session.refusal));
  provider.claims = { sub: "s-info" };
  return session.value;
}
