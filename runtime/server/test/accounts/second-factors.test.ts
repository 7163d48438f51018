/** Second factors at every entry point: a session without one has no permissions, and each code counts once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../tests/totp-code.ts";
import { serveAccounts, signInWith, tokenIn, type AccountsProduct } from "../accounts-product.ts";
import type { Client } from "../desk.ts";

let served: AccountsProduct;
beforeAll(async () => {
  served = await serveAccounts(signInWith("email and password, with second factor for Manager; by invitation"));
}, 120_000);
afterAll(async () => served?.close());

const password = "a long password";
const invite = async (email: string, ...roles: string[]): Promise<string> =>
  (await served.owner("POST", "/api/-/people", { email, name: email.split("@")[0], roles, password, keepPassword: true })).body.id;

interface Enrolled {
  readonly ask: Client;
  readonly secret: string;
  readonly codes: readonly string[];
  /** The code with which the app was set up. */
  readonly code: string;
}

/** Signs in and sets up an app. */
async function enroll(email: string): Promise<Enrolled> {
  const { token } = (await served.signIn(email, password)).body;
  const begun = await served.as(token)("POST", "/api/me/totp");
  const code = codeOf(begun.body.secret);
  const added = await served.as(token)("POST", "/api/me/totp/confirm", { code });
  return { ask: served.as(added.body.token ?? token), secret: begun.body.secret, codes: added.body.recoveryCodes, code };
}

test("without the factor that its role needs, a session can only set one up, at every entry point", async () => {
  await invite("mia@corp.example", "Manager");
  const signedIn = await served.signIn("mia@corp.example", password);
  expect(signedIn.body).toEqual({ token: expect.any(String), needs: "enrollment" });
  const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!;
  const ask = served.as(signedIn.body.token);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ signedIn: false, id: null, needs: "enrollment", email: "mia@corp.example" });
  const entryPoints: readonly (readonly [string, string, unknown?])[] = [
    ["GET", "/api/notes"],
    ["POST", "/api/notes", { text: "a" }],
    ["GET", "/api/notes/export"],
    ["POST", "/api/notes:batch", { action: "delete", ids: ["0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa"] }],
    ["GET", "/api/events"],
    ["GET", "/api/document"],
    ["POST", "/v1/notes", { text: "b" }],
    ["GET", "/v1/notes"],
    ["GET", "/api/me/account"],
    ["GET", "/api/me/sessions"],
    ["GET", "/api/me/keys"],
    ["POST", "/api/me/keys", { name: "k" }],
    ["POST", "/api/me/password", { current: password, password: "another long one" }],
    ["POST", "/api/me/email", { email: "x@corp.example" }],
  ];
  for (const [method, path, body] of entryPoints) {
    const byToken = await ask(method, path, body);
    expect([method, path, byToken.status], JSON.stringify(byToken.body)).toEqual([method, path, path.startsWith("/api/me/") ? 403 : 401]);
    if (path === "/api/events") continue;
    const byCookie = await served.anyone(method, path, body, { cookie });
    expect([path, byCookie.status >= 400 || (byCookie.body.items ?? []).length === 0]).toEqual([path, true]);
  }
  expect((await served.owner("GET", "/api/notes")).body.items).toEqual([]);
  const begun = await ask("POST", "/api/me/totp");
  expect(begun.body.address).toMatch(/^otpauth:\/\/totp\/Desk:mia(%40|@)corp\.example\?issuer=Desk&secret=[A-Z2-7]{32}/);
  expect((await ask("POST", "/api/me/totp/confirm", { code: "000000" })).status).toBe(422);
  const added = await ask("POST", "/api/me/totp/confirm", { code: codeOf(begun.body.secret) });
  expect([added.status, added.body.recoveryCodes.length]).toEqual([200, 10]);
  expect((await ask("GET", "/api/notes")).status).toBe(401);
  const now = served.as(added.body.token);
  expect([(await now("GET", "/api/notes")).status, (await now("GET", "/api/me")).body.roles]).toEqual([200, ["Manager"]]);
  expect(await served.mailTo("mia@corp.example", /account has changed/)).toContain("An app for codes was added");
});

test("signing in then asks for a code: each counts once, and a recovery code counts once instead", async () => {
  await invite("noa@corp.example", "Manager");
  const { secret, codes, code: used } = await enroll("noa@corp.example");
  const begun = await served.signIn("noa@corp.example", password);
  expect(begun.body).toEqual({ token: expect.any(String), needs: "second factor" });
  const ask = served.as(begun.body.token);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ signedIn: false, needs: "second factor", proofs: ["code", "recoveryCode"] });
  // A password alone must not add another factor.
  expect((await ask("POST", "/api/me/totp")).body.code).toBe("second-factor-required");
  expect((await ask("POST", "/api/me/passkeys/options")).body.code).toBe("second-factor-required");
  expect((await ask("POST", "/api/sign-in/factor", { password })).status).toBe(422);
  expect((await ask("POST", "/api/sign-in/factor", { code: "12345a" })).body).toMatchObject({ status: 403, code: "wrong-proof" });
  // The code with which the app was set up counts no second time; the next one does.
  expect((await ask("POST", "/api/sign-in/factor", { code: used })).status).toBe(403);
  const code = codeOf(secret, 1);
  const done = await ask("POST", "/api/sign-in/factor", { code });
  expect(done.body).toMatchObject({ email: "noa@corp.example", roles: ["Manager"], needs: null });
  expect([(await ask("GET", "/api/notes")).status, (await served.as(done.body.token)("GET", "/api/notes")).status]).toEqual([401, 200]);
  const again = served.as((await served.signIn("noa@corp.example", password)).body.token);
  expect((await again("POST", "/api/sign-in/factor", { code })).status).toBe(403);
  const recovered = await again("POST", "/api/sign-in/factor", { recoveryCode: codes[0]!.toUpperCase().replaceAll("-", " ") });
  expect(recovered.status).toBe(200);
  const third = served.as((await served.signIn("noa@corp.example", password)).body.token);
  expect((await third("POST", "/api/sign-in/factor", { recoveryCode: codes[0] })).status).toBe(403);
  expect((await served.as(recovered.body.token)("GET", "/api/me/account")).body).toMatchObject({ totp: true, recoveryCodes: 9, needsSecondFactor: true });
  expect((await served.log("recovery-code-used"))[0]!.person!.email).toBe("noa@corp.example");
});

test("codes can't be guessed: after ten wrong ones the account waits", async () => {
  await invite("oli@corp.example", "Manager");
  const { secret } = await enroll("oli@corp.example");
  const ask = served.as((await served.signIn("oli@corp.example", password)).body.token);
  const statuses = await Promise.all(Array.from({ length: 14 }, (_, i) => ask("POST", "/api/sign-in/factor", { code: String(100_000 + i) })));
  expect(statuses.map((one) => one.status).sort()).toEqual([...Array.from({ length: 10 }, () => 403), ...Array.from({ length: 4 }, () => 429)]);
  expect((await ask("POST", "/api/sign-in/factor", { code: codeOf(secret, 1) })).status).toBe(429);
});

test("a role that needs the factor takes effect at once, for sessions and for API keys", async () => {
  const id = await invite("pia@corp.example", "Clerk");
  const { token } = (await served.signIn("pia@corp.example", password)).body;
  const ask = served.as(token);
  const key = (await ask("POST", "/api/me/keys", { name: "script" })).body.key as string;
  expect([(await ask("GET", "/api/notes")).status, (await served.as(key)("GET", "/api/notes")).status]).toEqual([200, 200]);
  await served.owner("PATCH", `/api/-/people/${id}`, { roles: ["Clerk", "Manager"] });
  expect([(await ask("GET", "/api/notes")).status, (await served.as(key)("GET", "/api/notes")).status, (await served.as(key)("GET", "/v1/notes")).status]).toEqual([401, 401, 401]);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ signedIn: false, needs: "enrollment" });
  const enrolled = await enroll("pia@corp.example");
  const withFactor = (await enrolled.ask("POST", "/api/me/keys", { name: "second" })).body.key as string;
  expect([(await served.as(key)("GET", "/api/notes")).status, (await served.as(withFactor)("GET", "/api/notes")).status]).toEqual([401, 200]);
  // A key without the role doesn't need the factor.
  await served.owner("PATCH", `/api/-/people/${id}`, { roles: ["Clerk"] });
  expect((await served.as(key)("GET", "/api/notes")).status).toBe(200);
});

test("whoever needs a factor keeps one; the Owner removes one that was lost", async () => {
  const id = await invite("rob@corp.example", "Manager");
  const { ask } = await enroll("rob@corp.example");
  expect((await ask("DELETE", "/api/me/totp")).body).toMatchObject({ status: 409 });
  expect((await ask("POST", "/api/me/recovery-codes")).body.codes).toHaveLength(10);
  expect((await ask("POST", `/api/-/people/${id}/reset-second-factor`)).status).toBe(403);
  expect((await served.owner("POST", `/api/-/people/${id}/reset-second-factor`)).status).toBe(204);
  expect((await ask("GET", "/api/notes")).status).toBe(401);
  expect((await served.signIn("rob@corp.example", password)).body.needs).toBe("enrollment");
  expect(await served.mailTo("rob@corp.example", /account has changed/)).toBeTruthy();
});

test("anybody may add a factor, and remove it again; then the recovery codes are gone too", async () => {
  await invite("sue@corp.example", "Clerk");
  const { ask } = await enroll("sue@corp.example");
  expect((await served.signIn("sue@corp.example", password)).body.needs).toBe("second factor");
  expect((await ask("DELETE", "/api/me/totp")).status).toBe(204);
  expect((await ask("GET", "/api/me/account")).body).toMatchObject({ totp: false, recoveryCodes: 0, needsSecondFactor: false });
  expect((await served.signIn("sue@corp.example", password)).body.needs).toBe(null);
});

test("a reset of the password doesn't bypass the second factor", async () => {
  await invite("tom@corp.example", "Clerk");
  const { secret } = await enroll("tom@corp.example");
  await served.anyone("POST", "/api/sign-in/forgotten", { email: "tom@corp.example" });
  const token = tokenIn(await served.mailTo("tom@corp.example", /reset your password/));
  const reset = await served.anyone("POST", "/api/sign-in/link/use", { token, password: "a good long sentence" });
  expect(reset.body).toEqual({ token: expect.any(String), needs: "second factor" });
  const ask = served.as(reset.body.token);
  expect((await ask("GET", "/api/notes")).status).toBe(401);
  expect((await ask("POST", "/api/sign-in/factor", { code: codeOf(secret, 1) })).body.needs).toBe(null);
});

test("a person with an initial password chooses their own before they set up the factor that their role needs", async () => {
  await served.owner("POST", "/api/people", { email: "una@corp.example", name: "Una", roles: ["Manager"], password: "an initial password" });
  const ask = served.as((await served.signIn("una@corp.example", "an initial password")).body.token);
  expect((await ask("POST", "/api/me/totp")).body.code).toBe("new-password-required");
  expect((await ask("POST", "/api/me/password", { password: "a good long sentence" })).status).toBe(204);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ signedIn: false, needs: "enrollment" });
  const { secret } = (await ask("POST", "/api/me/totp")).body;
  expect((await ask("POST", "/api/me/totp/confirm", { code: codeOf(secret) })).status).toBe(200);
});
